import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/kit/call.ts';
import { pathFor } from '#contract/kit/call.ts';

import { makeAccount } from './factories.ts';
import { startApp } from './start-app.ts';
import type { SignedIn, TestApp } from './start-app.ts';

/** Calls of guests and of fax accounts with a body schema; a new one is tested without a line here. */
const calls = Object.entries<Call>(allCalls).filter(
  ([, call]) => call.body !== undefined && (call.access === 'guest' || call.access === 'user'),
);

describe('validation errors', () => {
  let test: TestApp;
  let mine: SignedIn;
  let german: Record<string, string>;

  beforeAll(async () => {
    test = await startApp();
    mine = await test.signIn((await makeAccount(test.database.db)).number);
    const file = join(import.meta.dirname, '../locales/de.json');
    german = (JSON.parse(await readFile(file, 'utf8')) as { errors: Record<string, string> }).errors;
  });
  afterAll(async () => await test.stop());

  it.each(calls)(
    '[ERR-04] %s says what is wrong by a code and in the language of the request',
    async (_, call) => {
      const answer = await test.app.inject({
        method: call.method,
        url: pathFor(call),
        headers: { ...mine.headers, 'content-type': 'application/json', 'accept-language': 'de' },
        cookies: mine.cookies,
        payload: '["no", "object"]',
      });
      const said = answer.json<{ success: boolean; error: string; message: string }>();
      // Two contact calls return 200 for errors, as their old clients expect (spec http-api 5.1).
      expect([200, 400]).toContain(answer.statusCode);
      expect(said.success).toBe(false);
      expect(said.message).toBe(german[said.error]);
    },
  );
});
