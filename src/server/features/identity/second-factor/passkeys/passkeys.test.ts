import type { LightMyRequestResponse as Response } from 'fastify';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';

import { PASSWORD, makeAccount, makeBrand } from '#test/factories.ts';
import { startWithOwner } from '#test/owner-rig.ts';
import type { OwnerWorld } from '#test/owner-rig.ts';
import { signInAdministrator } from '#test/multifax-rig.ts';
import { makeDevice } from '#test/passkey-rig.ts';
import type { Device, DeviceSite } from '#test/passkey-rig.ts';
import { ask, cookiesOf, turnOn } from '#test/second-step-rig.ts';
import type { SignedIn } from '#test/start-app.ts';

const HERE: DeviceSite = { host: 'localhost', origin: 'http://localhost:80' };
const nobody: SignedIn = { cookies: {}, headers: {} };
let { test, account, owner } = {} as OwnerWorld;
startWithOwner((world) => ({ test, account, owner } = world));

const challengeOf = (answer: Response) => answer.json<{ data: { challenge: string } }>().data.challenge;
const refusal = (answer: Response) => [answer.statusCode, answer.json<{ error: string }>().error];
const begin = async (session = owner) =>
  challengeOf(await ask(test, ['POST', 'passkeyOptions'], session, { password: PASSWORD }));
const add = async (device: Device, session = owner, name = 'My phone') =>
  await ask(test, ['POST', 'passkeys'], session, { name, response: device.make(await begin(session), HERE) });
const list = async (session = owner) =>
  (await ask(test, ['GET', 'passkeys'], session)).json<{
    passkeys: { id: string; name: string; lastUsedAt: string | null }[];
  }>().passkeys;
const question = async () => challengeOf(await ask(test, ['POST', 'passkeyLoginOptions'], nobody));
const bring = async (response: object) => await ask(test, ['POST', 'passkeyLogin'], nobody, { response });

const use = async (device: Device, counter: number) =>
  (await bring(device.signIn(await question(), { ...HERE, counter }))).statusCode;

describe('making passkeys', () => {
  it('takes the password, keeps no secret, and lists, renames and removes them', async () => {
    const wrong = await ask(test, ['POST', 'passkeyOptions'], owner, { password: 'x' });
    expect(refusal(wrong)).toEqual([412, 'PASSWORD_WRONG_CURRENT']);
    expect((await add(makeDevice())).json()).toEqual({ success: true });
    const [passkey] = await list();
    expect(passkey).toMatchObject({ name: 'My phone', lastUsedAt: null });
    const id = passkey?.id ?? '';
    await ask(test, ['PUT', 'passkeys'], owner, { id, name: 'Old phone' });
    expect(await list()).toMatchObject([{ name: 'Old phone' }]);
    const stranger = await test.signIn((await makeAccount(test.database.db)).number);
    expect((await ask(test, ['PUT', 'passkeys'], stranger, { id, name: 'Mine' })).statusCode).toBe(404);
    expect((await ask(test, ['DELETE', 'passkeys'], stranger, { id })).statusCode).toBe(404);
    expect(await list(stranger)).toEqual([]);
    expect((await ask(test, ['DELETE', 'passkeys'], owner, { id })).json()).toEqual({ success: true });
    expect(await list()).toEqual([]);
    const { rows } = await sql<{ action: string }>`select action from audit
      where account_id = ${account.id} and action like 'passkey.%' order by id`.execute(test.database.db);
    expect(rows.map(({ action }) => action)).toEqual(['passkey.add', 'passkey.rename', 'passkey.remove']);
  });

  it('takes an answer once, for the owner who asked, from this very origin only', async () => {
    const device = makeDevice();
    const challenge = await begin();
    const stranger = await test.signIn((await makeAccount(test.database.db)).number);
    const put = async (session: SignedIn, made: object) =>
      refusal(await ask(test, ['POST', 'passkeys'], session, { name: 'x', response: made }));
    expect(await put(stranger, device.make(challenge, HERE))).toEqual([412, 'PASSKEY_REFUSED']);
    expect(
      (await ask(test, ['POST', 'passkeys'], owner, { name: 'x', response: device.make(challenge, HERE) }))
        .statusCode,
    ).toBe(200);
    expect(await put(owner, makeDevice().make(challenge, HERE))).toEqual([412, 'PASSKEY_REFUSED']);
    const elsewhere = { host: 'localhost', origin: 'http://localhost.evil.test' };
    expect(await put(owner, makeDevice().make(await begin(), elsewhere))).toEqual([412, 'PASSKEY_REFUSED']);
    const otherHost = { ...HERE, host: 'evil.test' };
    expect(await put(owner, makeDevice().make(await begin(), otherHost))).toEqual([412, 'PASSKEY_REFUSED']);
    // A credential belongs to one owner. Nobody else can take it over.
    expect(await put(stranger, device.make(await begin(stranger), HERE))).toEqual([412, 'PASSKEY_REFUSED']);
    expect(await list()).toHaveLength(1);
  });
});

describe('logging in with a passkey', () => {
  let device: Device;

  beforeEach(async () => {
    device = makeDevice();
    await add(device);
  });

  it('opens a session without password, also where two-step login is on', async () => {
    await turnOn(test, owner);
    const answer = await bring(device.signIn(await question(), HERE));
    expect(answer.json()).toEqual({ success: true, node: 'n1', kind: 'user' });
    const cookies = cookiesOf(answer);
    const headers = { 'x-access-token': cookies['access-token'] ?? '' };
    const check = await test.app.inject({ url: '/api/checkAuthToken', cookies, headers });
    expect(check.json()).toMatchObject({ valid: true, kind: 'user' });
    expect(await list({ cookies, headers })).toMatchObject([{ lastUsedAt: expect.any(String) }]);
  });

  it('opens nothing a second time, five minutes late, from another origin, or where nobody was verified', async () => {
    const signed = device.signIn(await question(), HERE);
    expect((await bring(signed)).statusCode).toBe(200);
    expect(refusal(await bring(signed))).toEqual([412, 'PASSKEY_REFUSED']);
    const late = device.signIn(await question(), HERE);
    await sql`update passkey_challenge set expires_at = now() - interval '1 second'`.execute(
      test.database.db,
    );
    expect(refusal(await bring(late))).toEqual([412, 'PASSKEY_REFUSED']);
    for (const trick of [{ origin: 'https://evil.test' }, { host: 'evil.test' }, { verified: false }]) {
      const answer = await bring(device.signIn(await question(), { ...HERE, ...trick }));
      expect([trick, ...refusal(answer)]).toEqual([trick, 412, 'PASSKEY_REFUSED']);
      expect(answer.cookies).toEqual([]);
    }
    // A challenge for a new passkey does not work for a login.
    expect(refusal(await bring(device.signIn(await begin(), HERE)))).toEqual([412, 'PASSKEY_REFUSED']);
  });

  it('is no failed login when the database cannot say whether it asked', async () => {
    const signed = device.signIn(await question(), { ...HERE, counter: 1 });
    await test.database.pool.query('alter table passkey_challenge rename to challenge_away');
    const answer = await bring(signed);
    await test.database.pool.query('alter table challenge_away rename to passkey_challenge');
    expect(refusal(answer)).toEqual([500, 'INTERNAL']);
    const { rows } =
      await sql`select from audit where account_id = ${account.id} and action = 'passkey.failed'`.execute(
        test.database.db,
      );
    expect(rows).toEqual([]);
    expect((await bring(signed)).statusCode).toBe(200);
  });

  it('opens nothing with another key, and nothing that was removed', async () => {
    const forged = { ...makeDevice().signIn(await question(), HERE), id: device.id, rawId: device.id };
    expect(refusal(await bring(forged))).toEqual([412, 'PASSKEY_REFUSED']);
    expect(refusal(await bring(makeDevice().signIn(await question(), HERE)))).toEqual([
      412,
      'PASSKEY_UNKNOWN',
    ]);
    const [passkey] = await list();
    await ask(test, ['DELETE', 'passkeys'], owner, { id: passkey?.id });
    expect(refusal(await bring(device.signIn(await question(), HERE)))).toEqual([412, 'PASSKEY_UNKNOWN']);
  });

  it('a copy is found out by its count of uses, also when both come at once', async () => {
    expect(await use(device, 5)).toBe(200);
    expect(await use(device, 5)).toBe(412);
    expect(await use(device, 4)).toBe(412);
    const both = await Promise.all([use(device, 6), use(device, 6)]);
    expect(both.toSorted((a, b) => a - b)).toEqual([200, 412]);
  });

  it('an account that is suspended, or at home on another brand’s host, is not let in', async () => {
    const { db } = test.database;
    const brandId = await makeBrand(db, { domain: 'fax.other.example' });
    await db.updateTable('account').set({ brand_id: brandId }).where('id', '=', account.id).execute();
    expect(refusal(await bring(device.signIn(await question(), HERE)))).toEqual([412, 'PASSKEY_UNKNOWN']);
    await db
      .updateTable('account')
      .set({ brand_id: 1, state: 'suspended' })
      .where('id', '=', account.id)
      .execute();
    expect(refusal(await bring(device.signIn(await question(), HERE)))).toEqual([412, 'PASSKEY_UNKNOWN']);
    await db.updateTable('account').set({ state: 'active' }).where('id', '=', account.id).execute();
    expect((await bring(device.signIn(await question(), HERE))).statusCode).toBe(200);
  });

  it('one address asks only so often', async () => {
    const statuses = [];
    for (let n = 0; n < 61; n += 1)
      statuses.push((await ask(test, ['POST', 'passkeyLoginOptions'], nobody)).statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
  });
});

it('administrators have passkeys, too', async () => {
  const parent = await signInAdministrator(test);
  const device = makeDevice();
  await add(device, parent.session);
  const answer = await bring(device.signIn(await question(), HERE));
  expect(answer.json()).toEqual({ success: true, node: 'n1', kind: 'multifax' });
});
