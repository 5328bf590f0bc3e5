import { afterAll, beforeAll, beforeEach } from 'vitest';

import type { AdministratorId } from '#server/kit/scope.ts';

import { startProgram } from './api-rig.ts';
import { administratorLogin, makeAdministrator, makeManagedAccount } from './multifax-rig.ts';
import { startApp } from './start-app.ts';
import type { SignedIn, TestApp } from './start-app.ts';

/** A directory that calls with an administrator's key, like an identity provider. */
export interface Directory {
  parent: { id: AdministratorId; username: string; email: string; brandId: number };
  /** An account of the administrator. */
  account: { id: number; number: string };
  key: string;
  /** Makes a call; `path` is relative to the address of the directory. */
  readonly ask: (method: Method, path: string, body?: object) => Promise<ScimAnswer>;
  /** Adds a user with this address; returns the id. */
  readonly addUser: (email: string, more?: object) => Promise<string>;
  /** Adds a group with these users; returns the id. */
  readonly addGroup: (displayName: string, users?: readonly string[]) => Promise<string>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A response as a directory reads it. */
export interface ScimAnswer {
  status: number;
  type: string;
  location: string | undefined;
  /** Empty if the response has none. */
  body: Record<string, unknown>;
}

let addresses = 0;

/** Returns an unused address. */
export function newAddress(name = 'user'): string {
  return `${name}${(addresses += 1)}@clinic.example`;
}

/** Creates an administrator with one account, and a directory with a key for it. */
export async function startDirectory(test: TestApp, brandId?: number): Promise<Directory> {
  const { db } = test.database;
  const parent = await makeAdministrator(db, brandId === undefined ? {} : { brandId });
  const account = await makeManagedAccount(db, parent);
  const { key } = await startProgram(test, { kind: 'parent', id: parent.id }, { scopes: ['scim'] });
  const ask: Directory['ask'] = async (method, path, body) =>
    await askScim(test, key, method, `/${parent.id}${path}`, body);
  return {
    parent,
    account,
    key,
    ask,
    addUser: async (email, more = {}) =>
      await idOf(
        ask('POST', '/Users', { userName: email, displayName: 'Iris Novak', active: true, ...more }),
      ),
    addGroup: async (displayName, users = []) =>
      await idOf(ask('POST', '/Groups', { displayName, members: users.map((value) => ({ value })) })),
  };
}

async function idOf(answer: Promise<ScimAnswer>): Promise<string> {
  const { status, body } = await answer;
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return String(body['id']);
}

/** Makes a SCIM call with this key; `path` is relative to /scim/v2. */
export async function askScim(
  test: TestApp,
  key: string | null,
  method: Method,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<ScimAnswer> {
  const answer = await test.app.inject({
    method,
    url: `/scim/v2${path}`,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body && { 'content-type': 'application/scim+json' }),
      ...headers,
    },
    ...(body && { payload: JSON.stringify(body) }),
  });
  return {
    status: answer.statusCode,
    type: answer.headers['content-type'] ?? '',
    location: answer.headers.location,
    body: answer.body === '' ? {} : answer.json<Record<string, unknown>>(),
  };
}

/** A product with a directory; the administrator and the owner of an account are logged in. */
export interface DirectoryWorld {
  test: TestApp;
  directory: Directory;
  owner: SignedIn;
  /** The administrator's session. */
  page: SignedIn;
}

/** Starts the product for the tests of a file, and creates a directory for each test. */
export function startDirectories(take: (world: DirectoryWorld) => void): void {
  let test: TestApp;
  beforeAll(async () => {
    test = await startApp();
  });
  beforeEach(async () => {
    await test.database.db.deleteFrom('login_failure').execute();
    const directory = await startDirectory(test);
    const owner = await test.signIn(directory.account.number);
    take({ test, directory, owner, page: await administratorLogin(test, directory.parent.username) });
  });
  afterAll(async () => await test.stop());
}
