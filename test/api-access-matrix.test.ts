import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { apiCalls } from '#contract/v1/all-calls.ts';
import type { ApiCall } from '#contract/v1/define.ts';
import { SCOPES, scopesOf } from '#contract/v1/scopes.ts';
import type { Scope } from '#contract/v1/scopes.ts';
import { hashToken } from '#engine/secrets/tokens.ts';
import { newKey, newPublicId } from '#server/features/identity/api-keys/key-format.rules.ts';

import { REFUSALS, ROWS } from './api-access-rows.ts';
import type { Outcome } from './api-access-rows.ts';
import { exampleDocuments } from './api-example-objects.ts';
import { startProgram } from './api-rig.ts';
import { startFaxesRig } from './api-faxes-rig.ts';
import type { FaxesRig, Tenant } from './api-faxes-rig.ts';
import { someContact } from './contacts-program.ts';
import { makeBrand } from './factories.ts';
import { makeAdministrator, makeManagedAccount, signInAdministrator } from './multifax-rig.ts';
import { until } from './sending-rig.ts';
import { inBothCookies, signInOperator } from './operator-console-rig.ts';

const calls = Object.entries<ApiCall>(apiCalls);
/** An endpoint of the owner, whose secret is sealed for its id. */
let hook: { id: string; secret: string };

let rig: FaxesRig;
let owner: Tenant;
let otherAccount: Tenant;
let administrator: Awaited<ReturnType<typeof makeAdministrator>>;
/** Keys by their owners. */
let keys: { administrator: string; otherAdministrator: string; operator: string; otherBrand: string };
let sessions: Record<string, { cookies: Record<string, string>; headers: Record<string, string> }>;
let otherHost: string;
const scoped: { key: string; scope: Scope }[] = [];

beforeAll(async () => {
  rig = await startFaxesRig(exampleDocuments());
  const { test } = rig;
  const { db } = test.database;
  owner = await rig.tenant();
  otherAccount = await rig.tenant();
  administrator = await makeAdministrator(db);
  const others = await makeAdministrator(db);
  await rig.one(
    'update account set parent_id = $1, product_id = (select min(id) from product) where id = $2',
    [administrator.id, owner.account.id],
  );
  for (const mode of ['live', 'test'] as const)
    for (const scope of scopesOf('account'))
      scoped.push({ scope, key: await keyRow({ account_id: owner.account.id, mode, scopes: [scope] }) });
  // Not a valid host name, so no DNS lookup is made.
  await owner.ask('POST', '/webhooks', { body: { url: 'https://hooks.example!/' } });
  hook = await rig.one('select json_build_object($$id$$, id, $$secret$$, secret) from webhook_endpoint');
  const brandId = await makeBrand(db);
  otherHost = `fax.brand-${brandId}.test`;
  keys = {
    administrator: (await startProgram(test, { kind: 'parent', id: administrator.id })).key,
    otherAdministrator: (await startProgram(test, { kind: 'parent', id: others.id })).key,
    operator: await keyRow({ mode: 'live', scopes: [...SCOPES] }),
    otherBrand: (await rig.tenant({ brandId })).key,
  };
  sessions = {
    account: await test.signIn(owner.account.number),
    administrator: (await signInAdministrator(test)).session,
    operator: await signInOperator(test),
  };
});
afterAll(async () => await rig.stop());

/** Adds a key without the limit of keys per account. */
async function keyRow(
  row: { account_id?: number; mode: 'live' | 'test'; scopes: Scope[] },
  publicId = newPublicId(),
): Promise<string> {
  const { key, secret } = newKey(row.mode, publicId);
  await rig.test.database.db
    .insertInto('api_key')
    .values({
      account_id: null,
      parent_id: null,
      ...row,
      public_id: publicId,
      name: publicId,
      hash: hashToken(secret),
    })
    .execute();
  return key;
}

/** Creates the object of the owner that a path names; a new one for each call, because some calls delete it. */
const MAKERS: Readonly<Record<string, () => Promise<string>>> = {
  faxes: async () => `fax_${(await rig.sent(owner, { state: 'DELIVERED' })).id}`,
  drafts: async () => {
    const id = await added('/drafts', ROWS['createDraft']?.body ?? {});
    await until(
      async () => (await owner.ask('GET', `/drafts/${id}`)).body,
      ({ state }) => state !== 'converting',
    );
    return id;
  },
  contacts: async () => await added('/contacts', someContact()),
  groups: async () => {
    await rig.one('delete from contact_group');
    return await added('/groups', { name: newPublicId() });
  },
  'blocked-numbers': async () => {
    await rig.one('delete from blocked_number');
    return await added('/blocked-numbers', ROWS['addBlockedNumber']?.body ?? {});
  },
  accounts: async () => `acc_${(await makeManagedAccount(rig.test.database.db, administrator)).id}`,
  keys: async () => {
    const id = newPublicId();
    await keyRow({ account_id: owner.account.id, mode: 'live', scopes: ['keys:manage'] }, id);
    return `key_${id}`;
  },
  webhooks: async () => {
    await rig.one('delete from webhook_endpoint');
    await rig.one(
      `insert into webhook_endpoint (id, account_id, url, host, secret) values ($1, $2, 'https://hooks.example/', 'hooks.example', $3)`,
      [hook.id, owner.account.id, hook.secret],
    );
    return `whk_${hook.id}`;
  },
};

/** Adds an object with the owner's key. */
async function added(path: string, body: object): Promise<string> {
  const answer = await owner.ask('POST', path, { body });
  if (answer.status >= 300) throw new Error(`POST ${path}: ${answer.text}`);
  return String(answer.body['id']);
}

/** Returns the path with the id of a new object of the owner. */
async function addressed(path: string): Promise<string> {
  const kind = /^\/v1\/([^/]+)\/:id/u.exec(path)?.[1];
  if (kind === undefined) return path;
  const maker = MAKERS[kind];
  if (!maker) throw new Error(`nothing makes an object for ${path}`);
  const at = path.replace(':id', await maker()).replace(':page', '1.png');
  if (!at.includes(':delivery')) return at;
  const delivery = await rig.one<number>(
    `with e as (insert into api_event (account_id, type, data) values ($2, 'webhook.test', '{}') returning id)
     insert into webhook_delivery (endpoint_id, event_id) select $1, id from e returning id`,
    [hook.id, owner.account.id],
  );
  return at.replace(':delivery', `whd_${delivery}`);
}

interface Asking {
  key?: string;
  host?: string;
  account?: number;
  session?: (typeof sessions)[string];
}

let networks = 0;

async function ask(name: string, call: ApiCall, { key, host, account, session }: Asking): Promise<Outcome> {
  const body = ROWS[name]?.body;
  const answer = await rig.test.app.inject({
    method: call.method,
    // A network that sends many wrong keys is refused.
    remoteAddress: `10.${(networks += 1) >> 8}.${networks & 255}.1`,
    url: `${await addressed(call.path)}${ROWS[name]?.query ?? ''}`,
    ...(session && { cookies: { ...session.cookies, ...inBothCookies(session) } }),
    headers: {
      ...session?.headers,
      ...(host !== undefined && { host }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(account !== undefined && { 'f2e-account': `acc_${account}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { payload: body }),
  });
  const code = /problem\+json/u.test(String(answer.headers['content-type']))
    ? answer.json<{ code: string }>().code
    : '';
  // A call that fails for another reason proves nothing about access.
  const wrong = code === 'validation' || answer.statusCode === 429 || answer.statusCode >= 500;
  expect([name, wrong && answer.body]).toEqual([name, false]);
  return REFUSALS.find((one) => one === code) ?? 'through';
}

describe('who may make which call of the public API', () => {
  it('every call has a row', () => {
    expect(Object.keys(ROWS).toSorted()).toEqual(calls.map(([name]) => name).toSorted());
  });

  it.each(calls)(
    '[A-API-79] %s is open to keys with its scope, and to nobody and nothing else',
    async (name, call) => {
      const found: Record<string, unknown> = {};
      const wanted: Record<string, unknown> = {};
      const cell = async (who: string, asking: Asking, expected: Outcome | readonly Outcome[]) => {
        const outcome = await ask(name, call, asking);
        found[who] = outcome;
        wanted[who] = [expected].flat().find((one) => one === outcome) ?? expected;
      };
      const row = ROWS[name];
      if (!row) throw new Error('a new call needs a row in ROWS');
      await cell('nobody', {}, 'key_invalid');
      for (const [kind, session] of Object.entries(sessions))
        await cell(`session of ${kind}`, { session }, 'key_invalid');
      await cell('made-up key', { key: newKey('live', newPublicId()).key }, 'key_invalid');
      await cell('own key at another brand', { key: owner.key, host: otherHost }, 'key_invalid');
      await cell('key of another brand', { key: keys.otherBrand }, 'key_invalid');
      for (const [at, { key, scope }] of scoped.entries())
        await cell(
          `${scope} ${at}`,
          { key },
          call.scope === null || call.scope === scope ? 'through' : 'scope_missing',
        );
      await cell('own key', { key: owner.key }, row.own ?? 'through');
      await cell('another account', { key: otherAccount.key }, row.otherAccount);
      const account = owner.account.id;
      const named = call.about === 'account';
      await cell(
        'another account, named',
        { key: otherAccount.key, account },
        named ? 'not_found' : row.otherAccount,
      );
      const { otherAdministrator, operator } = keys;
      for (const mayLook of [false, true]) {
        await rig.one('update product set parent_view = $1', [mayLook]);
        const asAdministrator = mayLook ? row.viewAllowed : row.viewDenied;
        await cell(`administrator ${mayLook}`, { key: keys.administrator, account }, asAdministrator);
        if (named) {
          await cell('administrator, unnamed', { key: keys.administrator }, 'account_missing');
          await cell(`other administrator ${mayLook}`, { key: otherAdministrator, account }, 'not_found');
        }
        await cell(`operator ${mayLook}`, { key: operator, account }, row.operator);
      }
      expect(found).toEqual(wanted);
    },
  );
});
