import { afterAll, beforeAll } from 'vitest';

import type { Call } from '#contract/kit/call.ts';
import { openTestEngine } from '#engine/documents/fixtures/test-engine.ts';

import { makeAccount } from './factories.ts';
import { signInAdministrator } from './multifax-rig.ts';
import { inBothCookies, signInOperator } from './operator-console-rig.ts';
import { startApp } from './start-app.ts';
import type { SignedIn, TestApp } from './start-app.ts';

/** The application with its document engine, and a session that may make the calls of each kind. */
export interface EverySession {
  test: TestApp;
  sessions: Record<Call['access'], SignedIn>;
}

/** Starts the application for the tests of a file. */
export function startEverySession(take: (world: EverySession) => void): void {
  const closers: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const engine = await openTestEngine();
    const test = await startApp({ documents: engine.engine });
    closers.push(
      async () => await test.stop(),
      async () => await engine.close(),
    );
    const { number } = await makeAccount(test.database.db);
    const user = withBothCookies(await test.signIn(number));
    const multifax = withBothCookies((await signInAdministrator(test)).session);
    const operator = withBothCookies(await signInOperator(test));
    take({ test, sessions: { guest: { cookies: {}, headers: {} }, user, any: user, multifax, operator } });
  });
  afterAll(async () => {
    for (const close of closers) await close();
  });
}

function withBothCookies(session: SignedIn): SignedIn {
  return { ...session, cookies: { ...session.cookies, ...inBothCookies(session) } };
}
