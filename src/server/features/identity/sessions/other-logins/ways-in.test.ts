import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { hashToken } from '#engine/secrets/tokens.ts';
import { createAccounts } from '#server/features/customers/accounts/accounts.service.ts';
import { AppPasswordsService } from '#server/features/identity/passwords/app-passwords/app-passwords.service.ts';
import { newPublicId } from '#server/features/identity/api-keys/key-format.rules.ts';
import { provenAccount } from '#server/kit/scope.ts';
import { PASSWORD, makeAccount } from '#test/factories.ts';
import { makeManagedAccount, makeAdministrator, administratorLogin } from '#test/multifax-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

const NEXT = 'Other-horse-8';

let test: TestApp;
let passwords: AppPasswordsService;
beforeAll(async () => {
  test = await startApp();
  passwords = new AppPasswordsService({ database: test.database, tell: async () => undefined });
});
afterAll(async () => await test.stop());
beforeEach(async () => {
  await test.database.db.deleteFrom('login_failure').execute();
});

/** Adds what an intruder and the owner may have left: one of each kind from today, and one of each from a year ago. */
async function furnish(id: number): Promise<{ fresh: string; old: string }> {
  const caller = { accountId: provenAccount(id), address: '' } as Parameters<AppPasswordsService['add']>[0];
  const fresh = await passwords.add(caller, 'thief');
  const old = await passwords.add(caller, 'scanner');
  const { pool } = test.database;
  for (const [name, age] of [
    ['thief', '1 day'],
    ['own', '1 year'],
  ]) {
    await pool.query(
      `insert into passkey (account_id, rp_id, credential_id, public_key, counter, transports, name, created_at)
       values ($1, 'localhost', $2, '\\x00', 0, '{}', $3, now() - $4::interval)`,
      [id, Buffer.from(`${id}/${name}`), name, age],
    );
    await pool.query(
      `insert into api_key (account_id, public_id, mode, name, hash, scopes, created_at)
       values ($1, $2, 'live', $3, '', '{}', now() - $4::interval)`,
      [id, newPublicId(), name, age],
    );
    await pool.query(
      `insert into egnyte_link (account_id, domain, key_hash, created_at) values ($1, $2, $3, now() - $4::interval)`,
      [id, name, hashToken(`${id}/${name}`), age],
    );
  }
  // Created long ago, with a new secret from today.
  await pool.query(
    `insert into api_key (account_id, public_id, mode, name, hash, scopes, created_at, rotated_at)
     values ($1, $2, 'live', 'stolen', '', '{}', now() - interval '1 year', now())`,
    [id, newPublicId()],
  );
  await pool.query(`update app_password set created_at = now() - interval '1 year' where id = $1`, [old.id]);
  return { fresh: fresh.password, old: old.password };
}

async function left(id: number): Promise<string[]> {
  const { rows } = await test.database.pool.query<{ way: string }>(
    `select 'passkey ' || name as way from passkey where account_id = $1
     union all select 'app ' || name from app_password where account_id = $1
     union all select 'key ' || name from api_key where account_id = $1
     union all select 'egnyte ' || domain from egnyte_link where account_id = $1 order by 1`,
    [id],
  );
  return rows.map(({ way }) => way);
}

const OLD = ['app scanner', 'egnyte own', 'key own', 'passkey own'];

async function call(who: SignedIn, method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) {
  const { headers, cookies } = who;
  return await test.app.inject({ method, url, headers, cookies, ...(payload && { payload }) });
}

const GUEST: SignedIn = { headers: {}, cookies: {} };

/** Requests a link and reads it from the mail. */
async function linkFor(number: string): Promise<string> {
  await call(GUEST, 'POST', '/api/faxui/forgotPassword.json', { faxnumber: number });
  await test.runJobs();
  const { rows } = await test.database.pool.query<{ hash: Buffer; id: number }>(
    `select id from token where purpose = 'reset' and used_at is null order by id desc limit 1`,
  );
  const token = `token-of-the-mail-${rows[0]?.id}`;
  await test.database.pool.query('update token set hash = $1 where id = $2', [hashToken(token), rows[0]?.id]);
  return token;
}

async function mails(to: string): Promise<string[]> {
  const { rows } = await test.database.pool.query<{ template: string }>(
    `select template from mail_out where to_address = $1 and template in ('password-changed', 'sign-in-changed') order by id`,
    [to],
  );
  return rows.map(({ template }) => template);
}

describe('what else opens an account', () => {
  it('nothing changes where a password would remove what its owner has not seen; a client that does not say what it showed removes all', async () => {
    const { id, number } = await makeAccount(test.database.db);
    const me = await test.signIn(number);
    const caller = { accountId: id, address: '' } as Parameters<AppPasswordsService['add']>[0];
    const seen = await passwords.add(caller, 'seen');
    const unseen = await passwords.add(caller, 'unseen');
    const [shown, other] = [seen, unseen].map(({ id: key }) => `app-password/${key}`);
    const change = async (more: object, current = PASSWORD, next = NEXT) => {
      const body = { current, new: next, confirm: next, ...more };
      const answer = await call(me, 'PUT', '/api/n1/rrad/f2e/Password.json', body);
      return [answer.statusCode, answer.json<{ error?: string }>().error];
    };
    expect(await change({ keep: [], shown: [shown] })).toEqual([409, 'LOGINS_CHANGED']);
    expect(await left(id)).toEqual(['app seen', 'app unseen']);
    expect(await change({ keep: [other], shown: [shown] })).toEqual([200, undefined]);
    expect(await left(id)).toEqual(['app unseen']);
    expect(await change({}, NEXT, PASSWORD)).toEqual([200, undefined]);
    expect(await left(id)).toEqual([]);
  });

  it('[A-RESET-12] [A-API-59] is listed and removed with the password unless its owner keeps it; a link removes what is new', async () => {
    const { id, number, email } = await makeAccount(test.database.db);
    const made = await furnish(id);
    const other = await test.signIn(number);
    await test.database.pool.query(
      `insert into login_step (hash, account_id, expires_at) values ($1, $2, now() + interval '5 minutes')`,
      [hashToken(`step-${id}`), id],
    );
    const token = await linkFor(number);
    const shown = (await call(GUEST, 'POST', '/api/faxui/resetLogins.json', { token })).json<{
      logins: { id: string; kind: string; name: string; recent: boolean }[];
    }>();
    expect(shown.logins.map(({ kind, name, recent }) => [kind, name, recent])).toEqual(
      expect.arrayContaining([
        ['passkey', 'thief', true],
        ['app-password', 'thief', true],
        ['api-key', 'thief', true],
        ['api-key', 'stolen', true],
        ['egnyte', 'thief.egnyte.com', true],
        ['passkey', 'own', false],
        ['app-password', 'scanner', false],
        ['api-key', 'own', false],
        ['egnyte', 'own.egnyte.com', false],
      ]),
    );
    const guessed = await call(GUEST, 'POST', '/api/faxui/resetLogins.json', { token: 'guessed' });
    expect([guessed.statusCode, guessed.json()]).toEqual([200, { logins: [] }]);
    const reset = { token, domain: '', new_password: NEXT };
    expect((await call(GUEST, 'POST', '/api/faxui/resetPassword.json', reset)).statusCode).toBe(200);
    expect(await left(id)).toEqual(OLD);
    expect(await passwords.logIn(number, made.fresh, '')).toBeNull();
    expect(await passwords.logIn(number, made.old, '')).toBe(id);
    expect((await call(other, 'GET', '/api/checkAuthToken')).statusCode).toBe(401);
    const steps = await test.database.pool.query('select from login_step where account_id = $1', [id]);
    expect(steps.rowCount).toBe(0);
    expect(await mails(email)).toEqual(['password-changed', 'sign-in-changed']);

    // A change by the signed-in owner removes everything that is not named, and a link requested in the meantime.
    const me = await test.signIn(number, NEXT);
    const list = (await call(me, 'GET', '/api/faxui/otherLogins')).json<typeof shown>();
    expect(list.logins).toHaveLength(4);
    const stray = await linkFor(number);
    const keep = list.logins.filter(({ kind }) => kind === 'app-password').map(({ id: key }) => key);
    const body = { current: NEXT, new: PASSWORD, confirm: PASSWORD, keep };
    expect((await call(me, 'PUT', '/api/n1/rrad/f2e/Password.json', body)).statusCode).toBe(200);
    expect(await left(id)).toEqual(['app scanner']);
    expect(await passwords.logIn(number, made.old, '')).toBe(id);
    const shut = { token: stray, domain: '', new_password: 'Third-horse-9' };
    expect((await call(GUEST, 'POST', '/api/faxui/resetPassword.json', shut)).json()).toMatchObject({
      error: 'TOKEN_INVALID',
    });
    const again = await test.signIn(number);
    const all = { current: PASSWORD, new: NEXT, confirm: NEXT };
    expect((await call(again, 'PUT', '/api/n1/rrad/f2e/Password.json', all)).statusCode).toBe(200);
    expect(await left(id)).toEqual([]);
    expect(await passwords.logIn(number, made.old, '')).toBeNull();
    const { rows } = await test.database.pool.query<{ removed: { name: string }[] }>(
      `select detail->'removed' as removed from audit where action = 'logins.remove' and account_id = $1 order by id`,
      [id],
    );
    expect(rows.map(({ removed }) => removed.map(({ name }) => name).toSorted())).toEqual([
      ['stolen', 'thief', 'thief', 'thief', 'thief.egnyte.com'],
      ['own', 'own', 'own.egnyte.com'],
      ['scanner'],
    ]);
  });

  it('a link keeps what its holder says, and nothing of somebody else can be named', async () => {
    const [mine, other] = [await makeAccount(test.database.db), await makeAccount(test.database.db)];
    await furnish(mine.id);
    await furnish(other.id);
    const token = await linkFor(mine.number);
    const { logins } = (await call(GUEST, 'POST', '/api/faxui/resetLogins.json', { token })).json<{
      logins: { id: string; kind: string; recent: boolean }[];
    }>();
    const keep = logins.filter(({ kind, recent }) => kind === 'passkey' && recent).map(({ id }) => id);
    const { rows } = await test.database.pool.query<{ id: string }>(
      `select 'passkey/' || id as id from passkey where account_id = $1`,
      [other.id],
    );
    const reset = {
      token,
      domain: '',
      new_password: NEXT,
      keep: [...keep, 'passkey/x', ...rows.map(({ id }) => id)],
    };
    expect((await call(GUEST, 'POST', '/api/faxui/resetPassword.json', reset)).statusCode).toBe(200);
    expect(await left(mine.id)).toEqual(['passkey thief']);
    expect(await left(other.id)).toHaveLength(9);
  });

  it('what is new goes too when an administrator or the operator sets the password', async () => {
    const parent = await makeAdministrator(test.database.db);
    const child = await makeManagedAccount(test.database.db, parent);
    await furnish(child.id);
    const boss = await administratorLogin(test, parent.username);
    const body = { id: String(child.id), faxnumber: child.number, email: '', password: NEXT };
    expect((await call(boss, 'POST', '/api/faxui/changeService.json', body)).statusCode).toBe(200);
    expect(await left(child.id)).toEqual(OLD);
    expect(await mails(child.email)).toEqual(expect.arrayContaining(['password-changed', 'sign-in-changed']));
    const { id } = await makeAccount(test.database.db);
    await furnish(id);
    const accounts = createAccounts({ database: test.database, node: 'n1', zone: 'UTC' });
    expect(await accounts.resetPassword(id, NEXT)).toMatchObject({ kind: 'ok' });
    expect(await left(id)).toEqual(OLD);
  });
});
