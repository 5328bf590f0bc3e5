import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { startEgnyteRig } from '#test/egnyte-rig.ts';
import type { EgnytePerson, EgnyteRig } from '#test/egnyte-rig.ts';

/** Delay of renewals: two calls that start together both request tokens within it. */
const SLOW_MS = 300;

let rig: EgnyteRig;
let who: EgnytePerson;
beforeAll(async () => {
  rig = await startEgnyteRig();
});
beforeEach(async () => {
  Object.assign(rig.fake.behaviour, { tokenSeconds: 3_600, before: null });
  who = await rig.connected();
});
afterAll(async () => await rig.stop());

/** Ends the access tokens. Each renewal ends its refresh token. */
const endTokens = () => rig.fake.grants.tokens.clear();

const renewals = () =>
  rig.fake.requests.filter(({ body }) => body.toString().includes('grant_type=refresh_token')).length;

const folders = async (path: string): Promise<number> =>
  (await rig.ask(who, 'GET', `folders.json?folderpath=${encodeURIComponent(path)}`)).statusCode;

const stored = async () =>
  await rig.test.database.db
    .selectFrom('storage_link')
    .select(['held', 'last_error as fault', (eb) => eb('secret', 'is not', null).as('connected')])
    .where('account_id', '=', who.id)
    .executeTakeFirstOrThrow();

const WELL = { held: false, fault: '', connected: true };

it('saving a folder keeps the tokens that asking about it has renewed', async () => {
  endTokens();
  const choice = { egnytedirectory: '/Shared/Projects', egnyteisactive: '1' };
  expect((await rig.ask(who, 'PUT', 'update.json', choice)).statusCode).toBe(200);
  endTokens();
  expect((await rig.ask(who, 'GET', 'isConnected.json')).json()).toMatchObject({
    isConnected: true,
    egnytedirectory: '/Shared/Projects',
  });
  expect(await stored()).toEqual(WELL);
});

it('saving a folder takes nothing back that was saved while Egnyte was asked', async () => {
  const asked = Promise.withResolvers<void>();
  const thaw = Promise.withResolvers<void>();
  rig.fake.behaviour.before = async ({ path }) => {
    if (!path.includes('perms')) return;
    rig.fake.behaviour.before = null;
    asked.resolve();
    await thaw.promise;
  };
  const saving = rig.ask(who, 'PUT', 'updatePath.json', { egnytedirectory: '/Shared/Projects' });
  await asked.promise;
  await rig.ask(who, 'PUT', 'update.json', {
    egnytedirectory: '/Shared/Faxes',
    egnyteisactive: '0',
    fileType: 'tiff',
  });
  thaw.resolve();
  expect((await saving).statusCode).toBe(200);
  const link = await rig.test.database.db
    .selectFrom('storage_link')
    .select(['place', 'active', 'file_type as fileType'])
    .where('account_id', '=', who.id)
    .executeTakeFirstOrThrow();
  expect(link).toMatchObject({ place: { folder: '/Shared/Projects' }, active: false, fileType: 'tiff' });
});

it('two pages and a copy that meet the same ended tokens renew them once', async () => {
  const fid = await rig.receive(who.number);
  endTokens();
  const before = renewals();
  rig.fake.behaviour.before = async ({ body }) => {
    if (body.toString().includes('grant_type=refresh_token')) await pause(SLOW_MS);
  };
  const [one, other] = await Promise.all([folders('/Shared'), folders('/Shared/Projects'), rig.deliver()]);
  expect([one, other]).toEqual([200, 200]);
  expect(renewals() - before).toBe(1);
  expect(await stored()).toEqual(WELL);
  expect([...rig.fake.tree.keys()].filter((path) => path.endsWith(`_${fid}.pdf`))).toHaveLength(1);
});

/** Holds the answers to renewals back until `thaw` is resolved; `asked` resolves when the first one is asked for. */
function holdRenewals() {
  const asked = Promise.withResolvers<void>();
  const thaw = Promise.withResolvers<void>();
  rig.fake.behaviour.before = async ({ body }) => {
    if (!body.toString().includes('grant_type=refresh_token')) return;
    asked.resolve();
    await thaw.promise;
  };
  return { asked, thaw };
}

it('a refusal of old tokens leaves those of a connection made meanwhile alone', async () => {
  endTokens();
  rig.fake.grants.refreshes.clear();
  const { asked, thaw } = holdRenewals();
  const listing = folders('/Shared');
  await asked.promise;
  expect((await rig.ask(who, 'GET', (await rig.consent(who)).back)).statusCode).toBe(200);
  thaw.resolve();
  expect(await listing).toBe(200);
  expect(await stored()).toEqual(WELL);
  expect((await rig.ask(who, 'GET', 'isConnected.json')).json()).toMatchObject({ isConnected: true });
});

it('who is so late that another one renews by now leaves that claim alone', async () => {
  endTokens();
  const { asked, thaw } = holdRenewals();
  const listing = folders('/Shared');
  await asked.promise;
  const { db } = rig.test.database;
  const until = new Date(Date.now() + 30_000);
  const ofAccount = db.updateTable('storage_link').where('account_id', '=', who.id);
  await ofAccount.set({ renewing_until: until }).execute();
  thaw.resolve();
  expect(await listing).toBe(200);
  const link = db.selectFrom('storage_link').select('renewing_until').where('account_id', '=', who.id);
  expect(await link.executeTakeFirst()).toEqual({ renewing_until: until });
  await ofAccount.set({ renewing_until: null }).execute();
  endTokens();
  rig.fake.behaviour.before = null;
  expect(await folders('/Shared')).toBe(200);
  expect(await link.executeTakeFirst()).toEqual({ renewing_until: null });
});

it('a connection that Egnyte has ended is none, and keeps its folder', async () => {
  endTokens();
  rig.fake.grants.refreshes.clear();
  expect(await folders('/Shared')).toBe(412);
  expect(await stored()).toEqual({ held: true, fault: 'ACCESS_REVOKED', connected: false });
  await rig.ask(who, 'GET', (await rig.consent(who)).back);
  expect((await rig.ask(who, 'GET', 'isConnected.json')).json()).toMatchObject({
    isConnected: true,
    egnytedirectory: '/Shared/Faxes',
  });
});
