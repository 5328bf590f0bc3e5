import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { LightMyRequestResponse as Response } from 'fastify';

import type { AdministrationSignOn } from '#contract/identity/administration-sign-on.ts';

import { makeManagedAccount, signInAdministrator } from '../multifax-rig.ts';
import type { AdministratorPerson } from '../multifax-rig.ts';
import { startNameServer } from '../name-server.ts';
import type { NameServer } from '../name-server.ts';
import { GUEST, peopleCalls } from '../people-rig.ts';
import { ask, cookiesOf } from '../second-step-rig.ts';
import { startApp } from '../start-app.ts';
import type { SignedIn, TestApp } from '../start-app.ts';
import { CLIENT_ID, startFalseProvider } from './false-provider.ts';
import type { FalseProvider } from './false-provider.ts';
import { comeBack } from './sign-on-rig.ts';

/** The domain of the tests' addresses; see newEmail. */
export const DOMAIN = 'people.test';

/** An administrator with one account, who can set up single sign-on. */
export interface Administration {
  parent: AdministratorPerson;
  account: { id: number; number: string };
  /** The owner of the account. */
  owner: SignedIn;
}

/** A product, its name server, a provider, and an administrator. */
export interface AdministrationWorld extends Administration {
  test: TestApp;
  names: NameServer;
  provider: FalseProvider;
}

/** Starts the product for the tests of a file, and creates an administrator and a provider for each test. */
export function startAdministrations(take: (world: AdministrationWorld) => void): void {
  let names: NameServer;
  let test: TestApp;
  beforeAll(async () => {
    names = await startNameServer();
    test = await startApp({ env: { F2E_ALLOW_PRIVATE_HOSTS: '1', F2E_DNS: names.address } });
  });
  beforeEach(async () => {
    names.records.clear();
    await test.database.db.deleteFrom('identity_provider').execute();
    const provider = await startFalseProvider();
    take({ test, names, provider, ...(await makeAdministration(test)) });
    return async () => await provider.stop();
  });
  afterAll(async () => {
    await test.stop();
    names.close();
  });
}

/** Creates another administrator with an account. */
export async function makeAdministration(test: TestApp): Promise<Administration> {
  const parent = await signInAdministrator(test);
  const account = await makeManagedAccount(test.database.db, parent);
  return { parent, account, owner: await test.signIn(account.number) };
}

/** Returns the state that an administrator's page shows. */
export async function stateOf(test: TestApp, { parent }: Administration): Promise<AdministrationSignOn> {
  return (await ask(test, ['GET', 'administrationSignOn'], parent.session)).json<AdministrationSignOn>();
}

/** Submits the form of the provider. */
export async function putProvider(
  { test, provider }: AdministrationWorld,
  { parent }: Administration,
  change: object = {},
): Promise<Response> {
  const form = { name: 'Clinic', issuer: provider.issuer, clientId: CLIENT_ID, secret: 'of-the-client' };
  return await ask(test, ['PUT', 'signOnProvider'], parent.session, { ...form, ...change });
}

/** Sets up a provider and proves its domain; returns its id. */
export async function setUp(world: AdministrationWorld, whose: Administration = world): Promise<number> {
  const { test, names } = world;
  await putProvider(world, whose);
  await ask(test, ['PUT', 'signOnDomain'], whose.parent.session, { domain: DOMAIN });
  const { provider, domains } = await stateOf(test, whose);
  for (const { record } of domains) names.records.set(record.name, [record.value]);
  const answer = await ask(test, ['PUT', 'signOnDomain'], whose.parent.session, { domain: DOMAIN });
  if (answer.json<{ state: string }>().state !== 'proved') throw new Error(`not proved: ${answer.body}`);
  return Number(provider?.id);
}

/** Makes a test login; returns the final response. */
export async function testLogin(
  { test, provider }: AdministrationWorld,
  { parent }: Administration,
): Promise<Response> {
  const begun = await ask(test, ['POST', 'signOnTest'], parent.session);
  const { url } = begun.json<{ url: string | null }>();
  if (url === null) return begun;
  const to = new URL(url);
  provider.nonce = to.searchParams.get('nonce') ?? '';
  const id = /\/sso\/(\d+)\//.exec(to.searchParams.get('redirect_uri') ?? '')?.[1] ?? '';
  const cookies = { ...parent.session.cookies, ...cookiesOf(begun) };
  const state = to.searchParams.get('state') ?? '';
  return await comeBack(test, Number(id), { code: 'a-code', state }, { cookies });
}

/** Returns the names of the providers that an address leads to. */
export async function providersFor(test: TestApp, email: string, headers = {}): Promise<string[]> {
  const answer = await ask(test, ['POST', 'signOnFor'], { ...GUEST, headers }, { email });
  return answer.json<{ providers: { name: string }[] }>().providers.map(({ name }) => name);
}

/**
 * Returns the calls that these tests make as the administrator, and a function that sets the claims of the next login.
 */
export function administrationCalls(world: () => AdministrationWorld) {
  return {
    ...peopleCalls(() => ({ ...world(), accountId: world().account.id })),
    send: async (method: 'PUT' | 'DELETE' | 'POST', path: string, body: object = {}) =>
      await ask(world().test, [method, path], world().parent.session, body),
    claim: (email: string, more: object = {}) =>
      (world().provider.claims = { sub: `sub-of-${email}`, email, name: 'Ana Duarte', ...more }),
  };
}
