import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

/** What each password hash of this file cost: memory, passes, lanes and length. */
const hashes = vi.hoisted<string[]>(() => []);

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  const argon2: typeof crypto.argon2 = (algorithm, parameters, done) => {
    const { memory, passes, parallelism, tagLength } = parameters;
    hashes.push([algorithm, memory, passes, parallelism, tagLength].join());
    crypto.argon2(algorithm, parameters, done);
  };
  return { ...crypto, argon2 };
});

const FIRST = 2_125_550_000;
/** Every second number of those that are answered, and some of those that are not. */
const EXISTING = new Set([...Array.from({ length: 25 }, (_, i) => FIRST + 2 * i), FIRST + 100, FIRST + 499]);

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
  for (const number of EXISTING) await makeAccount(test.database.db, { number: String(number) });
});
afterAll(async () => await test.stop());

/** One guess, with all that it made the server do. */
async function guess(number: number, address: string) {
  hashes.length = 0;
  const queries = vi.spyOn(Client.prototype, 'query');
  const answer = await test.app.inject({
    method: 'POST',
    url: '/api/auth/login/faxuser.cookie',
    headers: { authorization: `Basic ${Buffer.from(`${number}:Spray-1-spray`).toString('base64')}` },
    remoteAddress: address,
  });
  const statements = queries.mock.calls.length;
  queries.mockRestore();
  const { statusCode, body, headers } = answer;
  return {
    exists: EXISTING.has(number),
    status: statusCode,
    waits: Number(headers['retry-after'] ?? 0),
    shown: `${statusCode} ${body} ${Object.keys(headers).join()}`,
    statements,
    hashed: [...hashes],
  };
}

it('[A-AUTH-02] of 500 numbers in sequence fifty are answered; existing ones look like missing ones and cost the same work', async () => {
  const guesses = [];
  for (let n = 0; n < 500; n += 1) guesses.push(await guess(FIRST + n, '10.6.7.8'));
  const answered = guesses.slice(0, 50);
  const refused = guesses.slice(50);
  expect(answered.map(({ status, hashed }) => [status, hashed.length])).toEqual(Array(50).fill([412, 1]));
  // Refused ones are not even hashed: the attack costs us next to nothing.
  expect(refused.map(({ status, hashed }) => [status, hashed.length])).toEqual(Array(450).fill([429, 0]));
  expect(Math.min(...refused.map(({ waits }) => waits))).toBeGreaterThan(600);
  for (const part of [answered, refused]) {
    expect(new Set(part.map(({ exists }) => exists)).size).toBe(2);
    expect([...new Set(part.map(({ shown }) => shown))]).toHaveLength(1);
    expect([...new Set(part.map(({ hashed }) => hashed.join()))]).toHaveLength(1);
    // The fewest, since now and then a timer's statement falls into a guess.
    const [here, gone] = [true, false].map((exists) =>
      Math.min(...part.filter((one) => one.exists === exists).map(({ statements }) => statements)),
    );
    expect(here).toBe(gone);
  }
  // Somebody else still gets an answer.
  expect((await guess(FIRST, '10.6.9.9')).status).toBe(412);
});
