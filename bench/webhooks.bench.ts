import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';

import type { Database } from '#engine/database/port.ts';
import { openBackground } from '#server/composition/jobs.ts';
import { closeEngines, openEngines } from '#server/composition/engines.ts';
import { projectFolders } from '#server/composition/web-server.ts';
import { startWebhooks } from '#server/composition/webhooks.ts';
import { readConfig } from '#server/config/config.ts';
import { newSecret, sealSecret } from '#server/features/gateways/webhooks/signature.ts';
import { loadMessages } from '#server/kit/messages.ts';

/** Accounts, each with so many endpoints on hosts of their own. */
const ACCOUNTS = 5;
const ENDPOINTS = 10;
/** Events of each account. */
const EVENTS = 200;
/** Arrivals that are timed, in each of three situations. */
const ARRIVALS = 500;

const log = pino({ level: 'silent' });

/**
 * Deliveries a second to 50 endpoints: published, claimed, signed, posted, written down. The bar is 200. Beside it, what
 * writing an event costs the statement that stores an arrival.
 */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-bench-webhooks-'));
  const receiver = await startSink();
  const config = readConfig({
    F2E_DATA: folder,
    F2E_ALLOW_PRIVATE_HOSTS: '1',
    F2E_UNTRUSTED_DOCUMENTS: 'accept-risk',
  });
  const engines = await openEngines(config, log);
  try {
    const { database } = engines;
    const messages = await loadMessages(projectFolders.locales);
    const { services, queue } = await openBackground({ config, engines, messages }, false);
    await addAccounts(database);
    const without = await timeArrivals(database);
    await addEndpoints(database, engines.keys.for('webhook-secret'), receiver.port);
    const withEvents = await timeArrivals(database);
    await database.pool.query('truncate api_event cascade');
    const quiet = await timeArrivals(database, 'desc');
    await addEvents(database);
    const began = performance.now();
    const stop = await startWebhooks({ config, engines, services });
    const all = ACCOUNTS * ENDPOINTS * EVENTS;
    const busy = await timeArrivals(database, 'desc');
    const underWay = (await delivered(database)) < all;
    while ((await delivered(database)) < all) await pause(50);
    const seconds = (performance.now() - began) / 1_000;
    await stop();
    await queue.stop();
    process.stdout.write(
      `${all} deliveries to ${ACCOUNTS * ENDPOINTS} endpoints: ${(all / seconds).toFixed(0)}/s; ` +
        `storing an arrival p50 ${without.p50} ms, p99 ${without.p99} ms without events, ` +
        `p50 ${withEvents.p50} ms, p99 ${withEvents.p99} ms with them; of an account without endpoints ` +
        `p50 ${quiet.p50} ms, p99 ${quiet.p99} ms, while deliveries run p50 ${busy.p50} ms, p99 ${busy.p99} ms` +
        `${underWay ? '' : ' (they had ended before)'}\n`,
    );
  } finally {
    await closeEngines(engines);
    receiver.server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function startSink(): Promise<{ server: Server; port: number }> {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, resolve);
  });
  return { server, port: (server.address() as AddressInfo).port };
}

async function addAccounts({ pool }: Database): Promise<void> {
  await pool.query(
    `insert into brand (name, title, is_default) values ('Bench', 'Bench', true) on conflict do nothing`,
  );
  await pool.query(
    `insert into account (brand_id, fax_number, admin_email, state, email_verified_at)
     select (select min(id) from brand), (2125550800 + n)::text, 'a' || n || '@example.com', 'active', now()
     from generate_series(1, $1) n`,
    [ACCOUNTS + 1],
  );
  await pool.query(
    `insert into document (account_id, storage_key, source, state) select id, 'documents/' || id, 'line', 'ready' from account`,
  );
  await pool.query(
    `insert into fax_party (account_id, number, company, sender, to_person) select id, '3105550111', '', '', '' from account`,
  );
}

async function addEndpoints({ pool }: Database, key: Buffer, port: number): Promise<void> {
  const { rows } = await pool.query<{ id: number }>('select id from account order by id limit $1', [
    ACCOUNTS,
  ]);
  for (const { id } of rows)
    for (let n = 0; n < ENDPOINTS; n += 1) {
      const endpoint = `A${String(id).padStart(4, '0')}E${String(n).padStart(4, '0')}`;
      const host = `h${id}-${n}.localhost:${port}`;
      await pool.query(
        'insert into webhook_endpoint (id, account_id, url, host, secret) values ($1, $2, $3, $4, $5)',
        [endpoint, id, `http://${host}/`, host, sealSecret(key, endpoint, newSecret(), 'secret')],
      );
    }
}

/** Stores rows of arrivals one after the other, as a line does: of the first account, or of the last, which has no endpoints. */
async function timeArrivals(
  { pool }: Database,
  order: 'asc' | 'desc' = 'asc',
): Promise<{ p50: string; p99: string }> {
  const times: number[] = [];
  for (let n = 0; n < ARRIVALS; n += 1) {
    const began = performance.now();
    await pool.query(
      `insert into fax (account_id, document_id, path_key, action, party_id, other_number, company, pages)
       select a.id, d.id, gen_random_uuid()::text, 'R', p.id, '3105550111', '', 1
       from (select id from account order by id ${order} limit 1) a
       join document d on d.account_id = a.id join fax_party p on p.account_id = a.id limit 1`,
    );
    times.push(performance.now() - began);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2);
  return { p50: at(0.5), p99: at(0.99) };
}

async function addEvents({ pool }: Database): Promise<void> {
  await pool.query(
    `insert into api_event (account_id, type, data)
     select a.id, 'fax.received', '{"object": "fax", "id": "fax_1"}'
     from (select id from account order by id limit $1) a, generate_series(1, $2)`,
    [ACCOUNTS, EVENTS],
  );
}

async function delivered({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from webhook_delivery where state = 'delivered'`,
  );
  return rows[0]?.n ?? 0;
}
