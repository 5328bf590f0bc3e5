import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/kit/call.ts';
import { hashToken } from '#engine/secrets/tokens.ts';
import { createAdministrators } from '#server/features/customers/administrators/administrators.service.ts';

import { ELSEWHERE, HARBOR, MEADOW, startBrands } from './brand-boundary-rig.ts';
import type { BrandsRig } from './brand-boundary-rig.ts';
import { PASSWORD, makeAccount } from './factories.ts';
import { makeAdministrator } from './multifax-rig.ts';
import { passwordRig } from './password-rig.ts';
import { turnOn } from './second-step-rig.ts';
import { leastOf, workOf } from './work-of.ts';
import type { Work } from './work-of.ts';

const NAVIGATION = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const calls = Object.entries<Call>(allCalls);

/** The effect of each guest call for somebody of another brand; a new call needs a line here. */
const GUEST_CALLS: Record<string, 'tested here' | 'opens nothing of a brand' | 'acts by a key of its own'> = {
  getNode: 'opens nothing of a brand',
  login: 'tested here',
  getMultifaxNode: 'tested here',
  getNodeData: 'opens nothing of a brand',
  openTicket: 'tested here',
  askHandOver: 'tested here',
  agreeToHandOver: 'tested here',
  logout: 'opens nothing of a brand',
  passwordRules: 'opens nothing of a brand',
  forgotPassword: 'opens nothing of a brand',
  resetPassword: 'tested here',
  resetLogins: 'acts by a key of its own',
  verifyAccount: 'tested here',
  readInvitation: 'acts by a key of its own',
  acceptInvitation: 'acts by a key of its own',
  declineInvitation: 'acts by a key of its own',
  // Providers belong to a brand; the tests of single sign-on call another brand's host.
  signOnProviders: 'opens nothing of a brand',
  signOnFor: 'opens nothing of a brand',
  beginSignOn: 'opens nothing of a brand',
  finishSignOn: 'acts by a key of its own',
  takeSecondStep: 'tested here',
  beginPasskeyLogin: 'opens nothing of a brand',
  // A passkey belongs to one host name; the passkey tests move its account to another brand.
  passkeyLogin: 'acts by a key of its own',
  getBrandingData: 'opens nothing of a brand',
  getNewClientStatus: 'opens nothing of a brand',
  carrierNotice: 'acts by a key of its own',
  cancelMailedFax: 'acts by a key of its own',
  confirmAddress: 'acts by a key of its own',
  egnyteBegin: 'opens nothing of a brand',
  egnyteInvoke: 'acts by a key of its own',
  egnyteOpen: 'acts by a key of its own',
  egnyteFiles: 'tested here',
  egnyteSendFax: 'tested here',
};

describe('a login at another brand’s host', () => {
  let rig: BrandsRig;

  beforeAll(async () => {
    rig = await startBrands();
  });
  beforeEach(async () => {
    await rig.test.database.db.deleteFrom('login_failure').execute();
  });
  afterAll(async () => await rig.test.stop());

  const ticket = async () =>
    await createAdministrators({ database: rig.test.database, node: 'n1' }).ticket({
      kind: 'account',
      id: rig.account.id,
    });

  it('every call that needs no session says what it makes of another brand', () => {
    const guests = calls.filter(
      ([, { access, path }]) => access === 'guest' && !path.startsWith('/operator'),
    );
    expect(guests.map(([name]) => name).toSorted()).toEqual(Object.keys(GUEST_CALLS).toSorted());
  });

  it('[A-XDOM-07] a login elsewhere is answered, counted and noted as one of an unknown number', async () => {
    const noted = async () =>
      (
        await rig.test.database.pool.query(
          'select actor_kind, action, object, account_id from audit order by id desc limit 1',
        )
      ).rows[0] as object;
    for (const host of ELSEWHERE) {
      const foreign = await rig.basic(host, rig.account.number);
      const foreignNote = await noted();
      const unknown = await rig.basic(host, '2125559999');
      expect([foreign.statusCode, foreign.body, foreign.cookies]).toEqual([412, unknown.body, []]);
      expect(Object.keys(foreign.headers)).toEqual(Object.keys(unknown.headers));
      expect(foreignNote).toEqual(await noted());
    }
    const { rows } = await rig.test.database.pool.query(
      'select key, count from login_failure where key like $1 or key like $2',
      [`number:${rig.account.number}`, 'number:2125559999'],
    );
    expect(rows.map(({ count }: { count: number }) => count)).toEqual([3, 3]);
    expect((await rig.basic(HARBOR, rig.account.number)).statusCode).toBe(200);
  });

  it('[A-XDOM-07] costs the same work as an unknown number', async () => {
    const works: Record<string, Work[]> = { foreign: [], unknown: [] };
    for (let round = 0; round < 3; round += 1) {
      await rig.test.database.db.deleteFrom('login_failure').execute();
      for (const [name, number] of Object.entries({ foreign: rig.account.number, unknown: '2125559999' }))
        works[name]?.push((await workOf(async () => await rig.basic(MEADOW, number))).work);
    }
    const [foreign, unknown] = Object.values(works).map(leastOf);
    expect(foreign).toEqual(unknown);
    expect(foreign?.hashes).toHaveLength(1);
  });

  it('[A-XDOM-07] an administrator is sent home and not let in, whatever domain the body names', async () => {
    for (const domain of [MEADOW, HARBOR, '']) {
      const answer = await rig.post(MEADOW, 'getMultifaxNode.json', {
        username: rig.parent.username,
        password: PASSWORD,
        domain,
      });
      expect([domain, answer.cookies, answer.json()]).toEqual([
        domain,
        [],
        expect.objectContaining({ redirect: { status: true, domain: `${HARBOR}:8080` } }),
      ]);
    }
    // Nothing defines the hosts of the default brand: its people are unknown on hosts of others.
    const standard = await makeAdministrator(rig.test.database.db);
    const body = { username: standard.username, password: PASSWORD, domain: MEADOW };
    expect((await rig.post(MEADOW, 'getMultifaxNode.json', body)).statusCode).toBe(412);
  });

  it('[A-XDOM-07] tickets and links are unknown elsewhere, and still good at home', async () => {
    const open = async (host: string, value: string) =>
      await rig.test.app.inject({ url: `/api/auth/sso?ticket=${value}`, headers: { host, ...NAVIGATION } });
    const value = await ticket();
    for (const host of ELSEWHERE) {
      const answer = await open(host, value);
      expect([answer.headers.location, answer.cookies]).toEqual(['/login?link=used', []]);
    }
    const asked = await rig.test.app.inject({
      url: `/api/auth/sso?ticket=${value}`,
      headers: { host: HARBOR },
    });
    const [, question = ''] = String(asked.headers.location).split('#');
    for (const name of ['askHandOver.json', 'agreeToHandOver.json']) {
      const answer = await rig.post(MEADOW, name, { ticket: question });
      expect([answer.statusCode, answer.json().error, answer.cookies]).toEqual([412, 'TOKEN_INVALID', []]);
    }
    expect((await rig.post(HARBOR, 'agreeToHandOver.json', { ticket: question })).statusCode).toBe(200);

    const passwords = passwordRig(rig.test);
    const token = await passwords.resetToken(rig.account);
    const change = { token, new_password: 'Harbor7light!' };
    for (const host of ELSEWHERE)
      expect((await passwords.reset(change, { host })).json()).toMatchObject({ error: 'TOKEN_INVALID' });
    expect(
      (await passwords.reset({ ...change, new_password: PASSWORD + 'x' }, { host: HARBOR })).statusCode,
    ).toBe(200);
    const key = randomBytes(32).toString('base64url');
    const { rows } = await rig.test.database.pool.query<{ id: number }>(
      `insert into token (purpose, hash, subject_kind, subject_id, extra, expires_at)
       values ('verify', $1, 'account', $2, $3, now() + interval '1 hour') returning id`,
      [hashToken(key), rig.account.id, JSON.stringify({ email: rig.account.email })],
    );
    const link = { id: String(rows[0]?.id), key, domain: '' };
    const elsewhere = await rig.post(MEADOW, 'verify.json', link);
    expect(elsewhere.json()).toMatchObject({ verification: { valid: false } });
    expect((await rig.post(HARBOR, 'verify.json', link)).json()).toMatchObject({
      verification: { valid: true },
    });
  });

  it('[A-XDOM-07] a second step and a task of Egnyte go on where they began', async () => {
    const { db, pool } = rig.test.database;
    const careful = await makeAccount(db, { brandId: rig.brandId });
    const { recoveryCodes } = await turnOn(rig.test, await rig.test.signIn(careful.number));
    const begun = await rig.basic(HARBOR, careful.number);
    expect(begun.json()).toMatchObject({ error: 'SECOND_STEP_NEEDED' });
    const cookies = Object.fromEntries(begun.cookies.map(({ name, value }) => [name, value]));
    const answer = await rig.post(MEADOW, 'takeSecondStep', { code: recoveryCodes[0] }, cookies);
    expect([answer.statusCode, answer.json().error]).toEqual([412, 'SECOND_STEP_OVER']);
    expect(answer.cookies.filter(({ value }) => value !== '')).toEqual([]);

    const pin = randomBytes(32).toString('base64url');
    await pool.query(
      `with link as (
         insert into egnyte_link (account_id, domain, key_hash) values ($1, 'acme', $2) returning id)
       insert into egnyte_task
         (id, domain, username, token, settings, items, account_id, link_id, open_hash, pin_hash, open_until, expires_at)
       select 'task-1', 'acme', 'jo', '', '', '[]', $1, id, $2, $3, now(), now() + interval '1 hour' from link`,
      [rig.account.id, randomBytes(32), hashToken(pin)],
    );
    const files = async (host: string) =>
      (
        await rig.test.app.inject({
          url: '/api/faxui/egnyte/getFiles.json?task_id=task-1',
          headers: { host },
          cookies: { f2e_task: pin },
        })
      ).statusCode;
    expect([await files(MEADOW), await files('localhost'), await files(HARBOR)]).toEqual([404, 404, 200]);
    const form = new FormData();
    form.set('task_id', 'task-1');
    const sent = async (host: string) =>
      (
        await rig.test.app.inject({
          method: 'POST',
          url: '/api/faxui/egnyte/sendFax.json',
          headers: { host },
          cookies: { f2e_task: pin },
          payload: form,
        })
      ).statusCode;
    expect(await sent(MEADOW)).toBe(404);
    expect(await sent(HARBOR)).not.toBe(404);
  });
});
