import { tmpdir } from 'node:os';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { openFileStore } from '#engine/file-store/choose.ts';
import { readConfig } from '#server/config/config.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { makeAccount } from '#test/factories.ts';
import { makeAdministrator } from '#test/multifax-rig.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { createMaintenance } from './maintenance.service.ts';

const never = new AbortController().signal;
let database: TestDatabase;
let account: AccountId;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());
beforeEach(async () => {
  await database.pool.query('truncate brand restart identity cascade');
  account = (await makeAccount(database.db)).id;
});

/** Runs the nightly cleanup. */
async function clean(): Promise<void> {
  const store = await openFileStore('file:', tmpdir());
  const { keepDays } = readConfig({});
  const log = pino({ level: 'silent' });
  await createMaintenance({ database, store, log, keepDays }).forgetExpired(never);
}

/** Moves all recorded times back by this many days. */
const pass = async (days: number) =>
  await database.pool.query(
    'update person set placeless_since = placeless_since - make_interval(days => $1)',
    [days],
  );

async function addPerson(name: string): Promise<number> {
  const { id } = await database.db
    .insertInto('person')
    .columns(['brand_id', 'email', 'name'])
    .expression((eb) =>
      eb
        .selectFrom('account')
        .select(['brand_id', (a) => a.val(`${name}@people.test`).as('email'), (a) => a.val(name).as('name')])
        .where('id', '=', account),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const join = async (id: number) =>
  await database.db
    .insertInto('membership')
    .values({ person_id: id, account_id: account, role: 'member', last_used_at: null })
    .execute();

const leave = async (id: number) =>
  await database.db.deleteFrom('membership').where('person_id', '=', id).execute();

const left = async (): Promise<string[]> =>
  (await database.db.selectFrom('person').select('name').orderBy('name').execute()).map(({ name }) => name);

it('somebody without any place is erased 30 days later, with all that opens their login', async () => {
  const [ana] = [await addPerson('ana'), await addPerson('never-joined')];
  await join(ana);
  await database.pool.query(
    `insert into passkey (person_id, rp_id, credential_id, public_key, counter, transports, name)
     values ($1, 'localhost', '\\x01', '\\x00', 0, '{}', 'key')`,
    [ana],
  );
  await database.pool.query(
    `insert into token (purpose, hash, subject_kind, subject_id, extra, expires_at)
     values ('reset', '\\x01', 'person', $1, '{"email":"ana@people.test"}', now())`,
    [ana],
  );
  await clean();
  await pass(31);
  await leave(ana);
  await clean();
  expect(await left()).toEqual(['ana']);
  await pass(29);
  await clean();
  expect(await left()).toEqual(['ana']);
  await pass(1);
  await clean();
  expect(await left()).toEqual([]);
  const { rows } = await database.pool.query(
    `select (select count(*)::int from passkey) as keys, (select count(*)::int from token) as links,
       (select array_agg(object order by id) from audit where action = 'person.erase') as audited`,
  );
  expect(rows).toEqual([
    { keys: 0, links: 0, audited: expect.arrayContaining([`person/${ana}`]) as string[] },
  ]);
});

it('who is back within the 30 days begins anew when they leave again', async () => {
  const ana = await addPerson('ana');
  await clean();
  await pass(29);
  await join(ana);
  await clean();
  await leave(ana);
  await pass(29);
  await clean();
  expect(await left()).toEqual(['ana']);
});

it('who has a place, stands in a directory, is invited, or was at work on an account under a hold stays', async () => {
  const { pool } = database;
  const ids = new Map<string, number>();
  for (const name of ['directory', 'invited', 'stale-invitation', 'administration', 'held', 'gone'])
    ids.set(name, await addPerson(name));
  const parent = await makeAdministrator(database.db);
  await pool.query(`insert into membership (person_id, parent_id, role) values ($1, $2, 'auditor')`, [
    ids.get('administration'),
    parent.id,
  ]);
  await pool.query(`insert into scim_user (parent_id, person_id, user_name) values ($1, $2, 'd')`, [
    parent.id,
    ids.get('directory'),
  ]);
  await pool.query(
    `insert into invitation (account_id, email, role, token_hash, expires_at) values
      ($1, 'invited@people.test', 'member', '\\x01', now() + interval '1 day'),
      ($1, 'stale-invitation@people.test', 'member', '\\x02', now() - interval '1 day')`,
    [account],
  );
  await pool.query(
    `insert into audit (actor_kind, account_id, action, detail) values ('account', $1, 'fax.read', $2)`,
    [account, JSON.stringify({ personId: ids.get('held') })],
  );
  await pool.query(`insert into legal_hold (account_id, reason) values ($1, 'a lawsuit')`, [account]);
  await clean();
  await pass(31);
  await clean();
  expect(await left()).toEqual(['administration', 'directory', 'held', 'invited']);
  await pool.query('delete from legal_hold');
  await clean();
  expect(await left()).toEqual(['administration', 'directory', 'invited']);
});
