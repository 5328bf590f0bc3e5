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

import { startWebhookPeers } from './webhook-peers.ts';
import type { ArrivalTimes } from './webhook-peers.ts';

/** Number of accounts, and of endpoints of each, on separate hosts. */
const ACCOUNTS = 5;
const ENDPOINTS = 10;
/** Number of events of each account. */
const EVENTS = 200;
const log = pino({ level: 'silent' });

/**
 * Prints deliveries per second to 50 endpoints: published, claimed, signed, posted, recorded. The bar is 200. Also
 * prints what an arrival takes: without events, with them, and in an account without endpoints before, during and after
 * posts of others' events. Receivers and arrivals have separate processes.
 */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-bench-webhooks-'));
  const config = readConfig({
    F2E_DATA: folder,
    F2E_ALLOW_PRIVATE_HOSTS: '1',
    F2E_UNTRUSTED_DOCUMENTS: 'accept-risk',
  });
  const engines = await openEngines(config, log);
  const { database } = engines;
  const { host, port, user, database: name } = database.pool.options;
  const peers = await startWebhookPeers({ host, port, user, database: name });
  try {
    const messages = await loadMessages(projectFolders.locales);
    const { services, queue } = await openBackground({ config, engines, messages }, false);
    const [first, other] = await addAccounts(database);
    const without = await peers.timeArrivals(first);
    await addEndpoints(database, engines.keys.for('webhook-secret'), peers.port);
    const withEvents = await peers.timeArrivals(first);
    await database.pool.query('truncate api_event cascade');
    const before = await peers.timeArrivals(other);
    await addEvents(database);
    const began = performance.now();
    const stop = await startWebhooks({ config, engines, services });
    const all = ACCOUNTS * ENDPOINTS * EVENTS;
    const during = await peers.timeArrivals(other);
    const underWay = (await delivered(database)) < all;
    while ((await delivered(database)) < all) await pause(50);
    const seconds = (performance.now() - began) / 1_000;
    await stop();
    const after = await peers.timeArrivals(other);
    await queue.stop();
    process.stdout.write(
      `${all} deliveries to ${ACCOUNTS * ENDPOINTS} endpoints: ${(all / seconds).toFixed(0)}/s; ` +
        `storing an arrival ${said(without)} without events, ${said(withEvents)} with them; of an account without ` +
        `endpoints ${said(before)} before deliveries run, ${said(during)} while they do` +
        `${underWay ? '' : ' (they had ended before)'}, ${said(after)} after\n`,
    );
  } finally {
    peers.stop();
    await closeEngines(engines);
    await rm(folder, { recursive: true, force: true });
  }
}

function said({ p50, p99 }: ArrivalTimes): string {
  return `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`;
}

/** Adds the accounts; returns the ids of the first one and of the one without endpoints. */
async function addAccounts({ pool }: Database): Promise<[first: number, other: number]> {
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
  const { rows } = await pool.query<{ first: number; other: number }>(
    'select min(id)::int as first, max(id)::int as other from account',
  );
  return [rows[0]?.first ?? 0, rows[0]?.other ?? 0];
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
