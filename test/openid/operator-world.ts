import type { LightMyRequestResponse as Response } from 'fastify';
import { afterAll, beforeAll, beforeEach } from 'vitest';

import { createOperators } from '#server/features/identity/operators/operators.service.ts';
import type { Operators } from '#server/features/identity/operators/operators.service.ts';

import { cookiesOf } from '../second-step-rig.ts';
import { startApp } from '../start-app.ts';
import type { SignedIn, TestApp } from '../start-app.ts';
import { startFalseProvider } from './false-provider.ts';
import type { FalseProvider } from './false-provider.ts';
import { addProvider } from './sign-on-rig.ts';

/** A product whose operators log in at a provider. */
export interface OperatorWorld {
  test: TestApp;
  provider: FalseProvider;
  /** The id of the provider. */
  id: number;
  operators: Operators;
}

/** Starts the product for the tests of a file, and creates a provider, but no operators, for each test. */
export function startOperatorSignOn(take: (world: OperatorWorld) => void): void {
  let test: TestApp;
  beforeAll(async () => {
    test = await startApp({ env: { F2E_ALLOW_PRIVATE_HOSTS: '1', F2E_OPERATOR_CONSOLE: '1' } });
  });
  beforeEach(async () => {
    const { database } = test;
    const operators = createOperators({ database });
    await database.db.deleteFrom('identity_provider').execute();
    for (const { name } of await operators.list()) await operators.remove(name);
    const provider = await startFalseProvider();
    const id = await addProvider(test, { issuer: provider.issuer, brandId: null, name: 'Staff' });
    take({ test, provider, id, operators });
    return async () => await provider.stop();
  });
  afterAll(async () => await test.stop());
}

/** Sets the claims of the next login. */
export function claimStaff({ provider }: OperatorWorld, email: string, more: object = {}): void {
  provider.claims = { sub: `sub-of-${email}`, email, email_verified: true, name: 'Anna', ...more };
}

/** Makes a complete login of an operator; returns the final response. */
export async function operatorSignOn(
  { test: { app }, provider, id }: OperatorWorld,
  cookies: Record<string, string> = {},
): Promise<Response> {
  const base = `/operator/api/sso/${id}`;
  const begun = await app.inject({ url: base, cookies });
  const to = new URL(begun.headers.location ?? '', 'http://here.test');
  provider.nonce = to.searchParams.get('nonce') ?? '';
  const query = { code: 'a-code', state: to.searchParams.get('state') ?? '' };
  return await app.inject({
    url: `${base}/callback`,
    query,
    cookies: { ...cookies, ...cookiesOf(begun) },
  });
}

/** Returns the console session of a login, or an empty one. */
export function staffSession(answer: Response): SignedIn {
  const cookies = cookiesOf(answer);
  return { cookies, headers: { 'x-access-token': cookies['operator-access-token'] ?? '' } };
}
