import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { hashToken, newToken } from '#engine/secrets/tokens.ts';
import { provenLogin } from '#server/kit/owner.ts';
import { PASSWORD, makeAccount } from '#test/factories.ts';
import { logIn } from '#test/log-in.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';
import { waitingStatements } from '#test/waiting-statements.ts';

import { replacePasswordHash } from './login-notes.store.ts';
import { endBegunLogins } from './other-logins/ways-in.store.ts';
import { insertTicket, readTicket } from './ticket.store.ts';

let test: TestApp;
let account: Awaited<ReturnType<typeof makeAccount>>;

beforeAll(async () => {
  test = await startApp();
});
beforeEach(async () => {
  account = await makeAccount(test.database.db);
});
afterAll(async () => await test.stop());

const store = async (hash: string) =>
  await test.database.db
    .updateTable('account')
    .set({ password_hash: hash })
    .where('id', '=', account.id)
    .execute();
const stored = async () =>
  await test.database.db
    .selectFrom('account')
    .select('password_hash')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow();

it('a login whose password is changed before its session opens is refused', async () => {
  const client = await test.database.pool.connect();
  // Takes the lock under which sessions of the account are opened one at a time.
  await client.query('begin');
  await client.query(`select pg_advisory_xact_lock(hashtextextended('session/user/${account.id}', 0))`);
  const login = logIn(test, account.number, PASSWORD);
  await expect.poll(async () => await waitingStatements(test.database.pool)).toBe(1);
  await store('another');
  await client.query('commit');
  client.release();
  expect((await login).json()).toMatchObject({ success: false, error: 'BAD_CREDENTIALS' });
  const sessions = test.database.db.selectFrom('session').select('id_hash');
  expect(await sessions.where('subject_id', '=', account.id).execute()).toEqual([]);
});

it('a hash with newer parameters never replaces one that was changed meanwhile', async () => {
  await store('changed');
  const holder = { kind: 'user', id: account.id } as const;
  expect(await replacePasswordHash(test.database.db, holder, 'proved', 'of the proved one')).toBe(false);
  expect(await stored()).toEqual({ password_hash: 'changed' });
  expect(await replacePasswordHash(test.database.db, holder, 'changed', 'newer')).toBe(true);
  expect(await stored()).toEqual({ password_hash: 'newer' });
});

it('a question whether to go on as somebody else ends with the password', async () => {
  const { db } = test.database;
  const owner = { kind: 'account', id: account.id } as const;
  const ticket = hashToken(newToken());
  await insertTicket(db, ticket, owner, 'handover');
  expect(await readTicket(db, ticket, 'handover')).toMatchObject(owner);
  await endBegunLogins(db, provenLogin(owner));
  expect(await readTicket(db, ticket, 'handover')).toBeUndefined();
});
