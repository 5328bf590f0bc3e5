import { tmpdir } from 'node:os';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openFileStore } from '#engine/file-store/choose.ts';
import { readConfig } from '#server/config/config.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { firstValue } from '#test/first-value.ts';
import { makeAccount, makeFax } from '#test/factories.ts';
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

afterAll(async () => {
  await database.drop();
});

beforeEach(async () => {
  await database.pool.query('truncate brand, login_failure restart identity cascade');
  const store = await openFileStore('file:', tmpdir());
  const { keepDays } = readConfig({});
  maintenance = createMaintenance({ database, store, log: pino({ level: 'silent' }), keepDays });
  account = (await makeAccount(database.db)).id;
});

const one = firstValue(() => database);

describe('expired rows', () => {
  it('are removed, and only those', async () => {
    await database.pool.query(
      `insert into session (id_hash, kind, subject_id, brand_id, idle_seconds, expires_at) values
        ('\\x01', 'user', 1, 1, 60, now() - interval '8 days'), ('\\x02', 'user', 1, 1, 60, now() - interval '6 days')`,
    );
    await database.pool.query(
      `insert into login_failure values ('a', now() - interval '25 hours', 1), ('b', now() - interval '1 hour', 1)`,
    );
    await database.pool.query(
      `insert into idempotency (account_id, key, answer, created_at) values
        ($1, 'old', '{}', now() - interval '25 hours'), ($1, 'new', '{}', now() - interval '23 hours')`,
      [account],
    );
    await database.pool.query(
      `with made as (
         insert into api_key (account_id, public_id, mode, name, hash, scopes)
         values ($1, 'abcdefghij', 'live', 'Key', '\\x00', '{}') returning id)
       insert into api_answer (key_id, key, run, fingerprint, created_at)
       select id, name, gen_random_uuid(), '\\x00', now() - make_interval(hours => hours)
       from made, (values ('old', 25), ('new', 23)) as kept (name, hours)`,
      [account],
    );
    await database.pool.query(
      `insert into mail_taken (account_id, mark, number, fax_id, taken_at) values
        ($1, 'old', '1', 1, now() - interval '193 hours'), ($1, 'new', '1', 1, now() - interval '169 hours')`,
      [account],
    );
    await database.pool.query(
      `insert into known_login (account_id, browser, network, last_at) values
        ($1, 'old', '', now() - interval '401 days'), ($1, 'new', '', now() - interval '399 days')`,
      [account],
    );
    await database.pool.query(
      `insert into day_limit_use (account_id, kind, of_id, number, at) values
        ($1, 'fax', 1, 'old', now() - interval '25 hours'), ($1, 'fax', 1, 'new', now() - interval '23 hours')`,
      [account],
    );
    await database.pool.query(
      `with made as (
         insert into parent (brand_id, username, email, total_services, total_pages)
         select id, 'boss', '', 1, 1 from brand limit 1
         returning id)
       insert into parent_idempotency (parent_id, key, answer, created_at)
       select id, name, '{}', now() - make_interval(hours => hours)
       from made, (values ('old', 25), ('new', 23)) as kept (name, hours)`,
    );
    await maintenance.forgetExpired(never);
    expect(await one('select array_agg(key) from parent_idempotency')).toEqual(['new']);
    expect(await one('select array_agg(number) from day_limit_use')).toEqual(['new']);
    expect(await one('select array_agg(browser) from known_login')).toEqual(['new']);
    expect(await one('select array_agg(id_hash::text) from session')).toEqual(['\\x02']);
    expect(await one('select count(*) from login_failure')).toBe(1);
    expect(await one('select array_agg(key) from idempotency')).toEqual(['new']);
    expect(await one('select array_agg(key) from api_answer')).toEqual(['new']);
    expect(await one(`select array_agg(convert_from(mark, 'UTF8')) from mail_taken`)).toEqual(['new']);
  });

  it('are the single calls of faxes that ended 90 days ago, unless under a legal hold; the job keeps its result', async () => {
    const faxes = await Promise.all([1, 2, 3].map(async () => await makeFax(database.db, account, {})));
    // Created in parallel, they have ids in any order.
    const [old, young, held] = faxes.map(({ id }) => id).toSorted((a, b) => a - b);
    await database.pool.query(
      `insert into send_job (account_id, fax_id, to_number, state, finished_at)
       select account_id, id, '2125550199', 'DELIVERED', now() - case when id = $1 then interval '89 days' else interval '91 days' end
       from fax`,
      [young],
    );
    await database.pool.query(
      `insert into send_attempt (job_id, n, started_at, ended_at)
       select id, 1, now() - interval '95 days', now() - interval '95 days' from send_job`,
    );
    await database.pool.query(
      `insert into legal_hold (account_id, fax_id, reason) values ($1, $2, 'a lawsuit')`,
      [account, held],
    );
    await maintenance.forgetExpired(never);
    const kept = `select array_agg(j.fax_id::int order by j.fax_id) from send_attempt a join send_job j on j.id = a.job_id`;
    expect(await one(kept)).toEqual([young, held]);
    expect(
      await one(`select array_agg(fax_id::int order by fax_id) from send_job where state = 'DELIVERED'`),
    ).toEqual([old, young, held]);
  });

  it('by the thousand take several statements', async () => {
    await database.pool.query(
      `insert into login_failure select 'k' || n, now() - interval '2 days', 1 from generate_series(1, 2500) n`,
    );
    await maintenance.forgetExpired(never);
    expect(await one('select count(*) from login_failure')).toBe(0);
  });
});
