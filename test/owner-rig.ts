import { afterAll, beforeAll, beforeEach } from 'vitest';

import { makeAccount } from './factories.ts';
import { getNode, logIn } from './log-in.ts';
import type { LogInAs } from './log-in.ts';
import { startApp } from './start-app.ts';
import type { SignedIn, TestApp } from './start-app.ts';

/** What each test of an account's owner begins with. */
export interface OwnerWorld {
  test: TestApp;
  account: Awaited<ReturnType<typeof makeAccount>>;
  owner: SignedIn;
}

/**
 * Starts the application for the tests of a file, and for each test creates an account with a logged-in owner and no
 * failed logins before it.
 */
export function startWithOwner(take: (world: OwnerWorld) => void): void {
  let test: TestApp;
  beforeAll(async () => {
    test = await startApp();
  });
  beforeEach(async () => {
    const { db } = test.database;
    await db.deleteFrom('login_failure').execute();
    const account = await makeAccount(db);
    take({ test, account, owner: await test.signIn(account.number) });
  });
  afterAll(async () => await test.stop());
}

/**
 * Starts the application with one account for the tests of a file; each test begins without failed logins. Returns the
 * calls of a login.
 */
export function startLogins(take: (world: Omit<OwnerWorld, 'owner'>) => void) {
  let test: TestApp;
  beforeAll(async () => {
    test = await startApp();
    take({ test, account: await makeAccount(test.database.db) });
  });
  afterAll(async () => await test.stop());
  beforeEach(async () => {
    await test.database.db.deleteFrom('login_failure').execute();
  });
  return {
    login: async (...how: LogInAs) => await logIn(test, ...how),
    getNode: async (body: object, address?: string) => await getNode(test, body, address),
  };
}
