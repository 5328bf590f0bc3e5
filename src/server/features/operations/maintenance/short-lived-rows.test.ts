import { tmpdir } from 'node:os';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { openFileStore } from '#engine/file-store/choose.ts';
import { readConfig } from '#server/config/config.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { makeAccount, makeFax } from '#test/factories.ts';
import { makeAdministrator } from '#test/multifax-rig.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { createMaintenance } from './maintenance.service.ts';
import type { Maintenance } from './maintenance.service.ts';

const never = new AbortController().signal;
let database: TestDatabase;
let maintenance: Maintenance;
let account: AccountId;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());
beforeEach(async () => {
  await database.pool.query(
    'truncate brand, node, file_spool, inbound_call, line_arrival restart identity cascade',
  );
  const store = await openFileStore('file:', tmpdir());
  const { keepDays } = readConfig({});
  maintenance = createMaintenance({ database, store, log: pino({ level: 'silent' }), keepDays });
  account = (await makeAccount(database.db)).id;
});

const run = async (text: string, values: unknown[] = []) => await database.pool.query(text, values);

/** What a statement gives back in its first column. */
async function all<T>(text: string): Promise<T[]> {
  const { rows } = await database.pool.query<unknown[]>({ text, rowMode: 'array' });
  return rows.map(([value]) => value as T);
}

it('selections of a day ago, warnings of months ago and marks that a crash left go', async () => {
  await run(
    `insert into fax_selection (account_id, ids, created_at) values
      ($1, '{1}', now() - interval '25 hours'), ($1, '{2}', now() - interval '23 hours')`,
    [account],
  );
  await run(
    `insert into usage_warning (account_id, month, percent) values
      ($1, (now() - interval '63 days')::date, 80), ($1, date_trunc('month', now() - interval '1 month')::date, 80)`,
    [account],
  );
  await run(
    `insert into idempotency_run values ($1, 'old', now() - interval '2 hours'), ($1, 'new', now() + interval '1 minute')`,
    [account],
  );
  await maintenance.forgetExpired(never);
  expect(await all('select ids from fax_selection')).toEqual([[2]]);
  expect(await all('select count(*)::int from usage_warning')).toEqual([1]);
  expect(await all('select key from idempotency_run')).toEqual(['new']);
});

it('addresses that mail came back from go after a week, unless they get none any more', async () => {
  await run(
    `insert into mail_address (account_id, address, last_at, suspended_at, reason) values
      ($1, 'old', now() - interval '8 days', null, 'full'), ($1, 'new', now() - interval '6 days', null, 'full'),
      ($1, 'stopped', now() - interval '90 days', now(), 'unknown')`,
    [account],
  );
  await maintenance.forgetExpired(never);
  expect(await all('select address from mail_address order by address')).toEqual(['new', 'stopped']);
});

it('views of a mailbox are kept as long as the audit', async () => {
  const { id: parent } = await makeAdministrator(database.db);
  await run(
    `with seen as (
       insert into mailbox_view (parent_id, account_id, opened_at) values
        ($1, $2, now() - make_interval(days => $3 + 1)), ($1, $2, now() - make_interval(days => $3 - 1)) returning id)
     insert into mailbox_view_fax select id, 7 from seen`,
    [parent, account, readConfig({}).keepDays.audit],
  );
  await maintenance.forgetExpired(never);
  expect(await all('select count(*)::int from mailbox_view')).toEqual([1]);
  expect(await all('select count(*)::int from mailbox_view_fax')).toEqual([1]);
});

it('machines without a sign of life for 90 days go, unless something is theirs', async () => {
  await run(
    `insert into node (name, last_seen) values ('gone', now() - interval '91 days'), ('away', now() - interval '89 days'),
      ('owner', now() - interval '91 days'), ('full', now() - interval '91 days')`,
  );
  await run(`update account set node = 'owner'`);
  await run(
    `insert into file_spool (id, node, files, bytes, limit_bytes, seen_at) values
      ('a', 'gone', 0, 0, 1, now() - interval '91 days'), ('b', 'full', 3, 9, 10, now() - interval '91 days'),
      ('c', 'away', 0, 0, 1, now() - interval '89 days')`,
  );
  await maintenance.forgetExpired(never);
  expect(await all('select name from node order by name')).toEqual(['away', 'full', 'owner']);
  expect(await all('select id from file_spool order by id')).toEqual(['b', 'c']);
});

it('the numbers of a received call go with the calls; that it was taken stays for a year, so that no line brings it twice', async () => {
  const fax = await makeFax(database.db, account);
  const call = async (ref: string, days: number, more = 'null, null') =>
    await run(
      `insert into inbound_call (call_ref, caller_number, called_number, station_id, account_id, fax_id, result, received_at, file_key, decided_at)
       values ($1, '3105550111', '2125550100', 'ACME', $2, $3, 'OK', now() - make_interval(days => $4), ${more})`,
      [ref, account, ref === 'held' ? fax.id : null, days],
    );
  await call('ancient', 366);
  await call('old', 91);
  await call('decided', 91, `'unrouted/a/fax.tiff', now()`);
  await call('undecided', 400, `'unrouted/b/fax.tiff', null`);
  await call('held', 400);
  await call('young', 89);
  await run(`insert into legal_hold (account_id, fax_id, reason) values ($1, $2, 'a lawsuit')`, [
    account,
    fax.id,
  ]);
  await maintenance.forgetExpired(never);
  expect(await all(`select call_ref from inbound_call order by id`)).toEqual([
    'old',
    'decided',
    'undecided',
    'held',
    'young',
  ]);
  const named = `caller_number <> '' and called_number <> '' and station_id <> ''`;
  expect(await all(`select call_ref from inbound_call where ${named} order by id`)).toEqual([
    'undecided',
    'held',
    'young',
  ]);
  expect(await all(`select call_ref from inbound_call where file_key is not null`)).toEqual(['undecided']);
});

it('announcements of faxes that were fetched go with the calls, those that nobody could fetch stay', async () => {
  await run(
    `insert into line_arrival (line_id, fax_ref, media_url, caller, called, fault, received_at, announced_at, state)
     select id, ref, '', '3105550111', '2125550100', '', now(), now() - make_interval(days => days), became
     from line, (values ('old', 91, 'taken'), ('young', 89, 'taken'), ('stuck', 400, 'stuck')) as one (ref, days, became)`,
  );
  await maintenance.forgetExpired(never);
  expect(await all('select fax_ref from line_arrival order by fax_ref')).toEqual(['stuck', 'young']);
});

it('a kind that cannot be removed keeps no others, and the run counts as failed', async () => {
  await run(
    `insert into login_failure values ('a', now() - interval '25 hours', 1);
     insert into session (id_hash, kind, subject_id, brand_id, idle_seconds, expires_at)
       select '\\x01', 'user', 1, id, 60, now() - interval '8 days' from brand limit 1;
     create function refuse() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
     create trigger refuse before delete on session for each row execute function refuse()`,
  );
  await expect(maintenance.forgetExpired(never)).rejects.toThrow('broken');
  await run('drop function refuse cascade');
  expect(await all('select count(*)::int from login_failure')).toEqual([0]);
});
