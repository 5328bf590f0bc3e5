import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { Pool } from 'pg';
import type { PoolConfig } from 'pg';

import { drive, percentile } from './open-loop.ts';

/** Number of arrivals per second, and duration in seconds. */
const PER_SECOND = 100;
const SECONDS = 12;

/** Percentiles of storing an arrival, in milliseconds. */
export interface ArrivalTimes {
  p50: number;
  p99: number;
}

/** The other processes of the webhook bench: the receivers of requests, and the line that stores arrivals. */
export interface WebhookPeers {
  /** The port where every request gets 204. */
  port: number;
  /** Stores arrivals of one account at a fixed rate. */
  readonly timeArrivals: (accountId: number) => Promise<ArrivalTimes>;
  stop(): void;
}

/** Starts both, each in its own process, so that the worker under test shares its process with nothing. */
export async function startWebhookPeers(connection: PoolConfig): Promise<WebhookPeers> {
  const receiver = fork(import.meta.filename, ['receive']);
  const [port] = (await once(receiver, 'message')) as [number];
  const line = fork(import.meta.filename, ['arrivals', JSON.stringify(connection)]);
  await once(line, 'message');
  return {
    port,
    timeArrivals: async (accountId) => {
      line.send(accountId);
      const [times] = (await once(line, 'message')) as [ArrivalTimes];
      return times;
    },
    stop: () => {
      receiver.kill();
      line.kill();
    },
  };
}

function receive(): void {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(204).end());
  });
  server.listen(0, () => process.send?.((server.address() as AddressInfo).port));
}

async function arrivals(connection: PoolConfig): Promise<void> {
  const pool = new Pool({ ...connection, max: 4 });
  await pool.query('select 1');
  process.on('message', (accountId: number) => {
    void time(pool, accountId).then((times) => process.send?.(times));
  });
  process.send?.('ready');
}

async function time(pool: Pool, accountId: number): Promise<ArrivalTimes> {
  const act = async (): Promise<number> => {
    await pool.query(
      `insert into fax (account_id, document_id, path_key, action, party_id, other_number, company, pages)
       select d.account_id, d.id, gen_random_uuid()::text, 'R', p.id, '3105550111', '', 1
       from document d join fax_party p on p.account_id = d.account_id where d.account_id = $1 limit 1`,
      [accountId],
    );
    return 200;
  };
  const [outcome] = await drive([{ name: 'arrivals', perSecond: PER_SECOND, act }], SECONDS);
  const sorted = outcome?.times ?? [];
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}

const [role, connection = '{}'] = process.argv.slice(2);
if (process.argv[1] === import.meta.filename) {
  if (role === 'receive') receive();
  else await arrivals(JSON.parse(connection) as PoolConfig);
}
