import { afterAll, beforeAll, beforeEach } from 'vitest';

import { makeAccount } from '../factories.ts';
import { startApp } from '../start-app.ts';
import type { SignedIn, TestApp } from '../start-app.ts';
import { startFalseProvider } from './false-provider.ts';
import type { FalseProvider } from './false-provider.ts';
import { addProvider } from './sign-on-rig.ts';

/** A product with one single sign-on provider, and an account whose owner is logged in. */
export interface SignOnWorld {
  test: TestApp;
  provider: FalseProvider;
  /** The id of the provider. */
  id: number;
  account: Awaited<ReturnType<typeof makeAccount>>;
  owner: SignedIn;
}

/** Starts the product for the tests of a file, and creates a provider and an account for each test. */
export function startSignOn(take: (world: SignOnWorld) => void): void {
  let test: TestApp;
  beforeAll(async () => {
    test = await startApp({ env: { F2E_ALLOW_PRIVATE_HOSTS: '1' } });
  });
  beforeEach(async () => {
    await test.database.db.deleteFrom('identity_provider').execute();
    const provider = await startFalseProvider();
    const account = await makeAccount(test.database.db);
    const id = await addProvider(test, { issuer: provider.issuer });
    take({ test, provider, id, account, owner: await test.signIn(account.number) });
    return async () => await provider.stop();
  });
  afterAll(async () => await test.stop());
}
