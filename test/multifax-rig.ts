import type { LightMyRequestResponse as Response } from 'fastify';

import type { Db } from '#engine/database/port.ts';
import { hashPassword } from '#engine/secrets/passwords.ts';
import { provenAdministrator } from '#server/kit/scope.ts';
import type { AccountId, AdministratorId } from '#server/kit/scope.ts';

import { PASSWORD, makeAccount, makeBrand } from './factories.ts';
import type { AccountValues } from './factories.ts';
import { homeHeader } from './start-app.ts';
import type { SignedIn, TestApp } from './start-app.ts';

let nextAdministrator = 0;
let hash: Promise<string> | undefined;

/** Creates a parent, by default in the default brand, with free services and a product for each kind of account. */
export async function makeAdministrator(
  db: Db,
  values: { brandId?: number; username?: string; services?: number; pages?: number } = {},
): Promise<{ id: AdministratorId; username: string; email: string; brandId: number }> {
  const brandId = values.brandId ?? (await defaultBrand(db));
  const username = values.username ?? `admin${(nextAdministrator += 1)}`;
  const email = `${username}@parent.example.com`;
  hash ??= passwordHash();
  const { id } = await db
    .insertInto('parent')
    .values({
      brand_id: brandId,
      username,
      email,
      password_hash: await hash,
      total_services: values.services ?? 3,
      total_pages: values.pages ?? 3000,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const slots = Array.from({ length: values.services ?? 3 }, () => ({ parent_id: id }));
  if (slots.length > 0) await db.insertInto('service_slot').values(slots).execute();
  await addProducts(db, brandId);
  return { id: provenAdministrator(id), username, email, brandId };
}

/** Adds products for every kind of account to a brand. */
export async function addProducts(db: Db, brandId: number): Promise<void> {
  const kinds = ['tollfree', 'local', 'custom', 'egnyte'] as const;
  await db
    .insertInto('product')
    .values(kinds.map((type) => ({ brand_id: brandId, code: `MF-${type.toUpperCase()}`, type, name: type })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Creates an account of a parent, in one of its services. */
export async function makeManagedAccount(
  db: Db,
  parent: { id: AdministratorId; brandId: number },
  values: AccountValues = {},
): Promise<{ id: AccountId; number: string; email: string }> {
  const child = await makeAccount(db, { brandId: parent.brandId, ...values });
  await db.updateTable('account').set({ parent_id: parent.id }).where('id', '=', child.id).execute();
  await db
    .insertInto('number')
    .values({
      digits: child.number,
      kind: 'local',
      area_code: child.number.slice(0, 3),
      state: 'assigned',
      account_id: child.id,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .updateTable('service_slot')
    .set({ account_id: child.id })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('service_slot')
        .select((inner) => inner.fn.min('id').as('id'))
        .where('parent_id', '=', parent.id)
        .where('account_id', 'is', null),
    )
    .execute();
  return child;
}

/** A signed-in parent and the calls that tests make. */
export interface AdministratorPerson {
  id: AdministratorId;
  brandId: number;
  username: string;
  email: string;
  session: SignedIn;
  get(name: string, query?: Record<string, string>): Promise<Response>;
  send(method: 'POST' | 'PUT' | 'DELETE', url: string, payload: object): Promise<Response>;
  add(input: object): Promise<Response>;
  list(query?: Record<string, string>): Promise<AdministratorList>;
}

/** The response of the account list. */
export interface AdministratorList {
  accountList: Record<string, unknown>[];
  totalUsed: number;
  total: number;
  freeServiceId: string | null;
  rows: number;
}

/** Creates a parent and signs in through the real call. */
export async function signInAdministrator(
  test: TestApp,
  values: Parameters<typeof makeAdministrator>[1] = {},
): Promise<AdministratorPerson> {
  const parent = await makeAdministrator(test.database.db, values);
  const session = await administratorLogin(test, parent.username);
  const get: AdministratorPerson['get'] = async (name, query = {}) =>
    await test.app.inject({ url: `/api/n1/db/f2e/${name}.json`, query, ...session });
  const send: AdministratorPerson['send'] = async (method, url, payload) =>
    await test.app.inject({ method, url, ...session, payload });
  return {
    ...parent,
    session,
    get,
    send,
    add: async (input) =>
      await send('POST', '/api/faxui/addService.json', { email: 'new@example.com', ...input }),
    list: async (query) => (await get('MultifaxAccountInfo', query)).json<AdministratorList>(),
  };
}

/** Returns the cookies and the header of a parent's login. */
export async function administratorLogin(
  test: TestApp,
  username: string,
  password = PASSWORD,
): Promise<SignedIn> {
  const host = await homeHeader(test.database, 'parent', username);
  const response = await test.app.inject({
    method: 'POST',
    url: '/api/faxui/getMultifaxNode.json',
    headers: host,
    payload: { username, password, domain: 'localhost' },
  });
  if (response.statusCode !== 200) throw new Error(`login failed: ${response.body}`);
  const cookies = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));
  return { cookies, headers: { ...host, 'x-access-token': cookies['access-token'] ?? '' } };
}

async function passwordHash(): Promise<string> {
  const outcome = await hashPassword(PASSWORD);
  if (outcome.kind !== 'ok') throw new Error('too many passwords are being hashed');
  return outcome.hash;
}

async function defaultBrand(db: Db): Promise<number> {
  const known = await db.selectFrom('brand').select('id').where('is_default', '=', true).executeTakeFirst();
  return known?.id ?? (await makeBrand(db, { isDefault: true }));
}
