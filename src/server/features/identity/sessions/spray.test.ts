import { afterAll, beforeAll, expect, it } from 'vitest';

import { PASSWORD, makeAccount } from '#test/factories.ts';
import { logIn } from '#test/log-in.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';
import { leastOf, workOf } from '#test/work-of.ts';

const FIRST = 2_125_550_000;
/** Every other one of the numbers that are answered, and two of those that are refused. */
const EXISTING = new Set([...Array.from({ length: 25 }, (_, i) => FIRST + 2 * i), FIRST + 100, FIRST + 499]);

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
  for (const number of EXISTING) await makeAccount(test.database.db, { number: String(number) });
});
afterAll(async () => await test.stop());

const login = async (number: string, password: string, address: string) =>
  await logIn(test, number, password, { address });

/** Makes one guess and returns it with all the work that it caused on the server. */
async function guess(number: number, address: string) {
  const { result, work } = await workOf(async () => await login(String(number), 'Spray-1-spray', address));
  const { statusCode, body, headers } = result;
  return {
    exists: EXISTING.has(number),
    status: statusCode,
    waits: Number(headers['retry-after'] ?? 0),
    // The remaining time differs a minute later.
    shown: `${statusCode} ${body.replace(/\d+ minutes/u, 'N minutes')} ${Object.keys(headers).join()}`,
    work,
  };
}

it('[A-AUTH-02] of 500 numbers in sequence fifty are answered; existing ones look like missing ones and cost the same work', async () => {
  const guesses: Awaited<ReturnType<typeof guess>>[] = [];
  for (let n = 0; n < 500; n += 1) guesses.push(await guess(FIRST + n, '10.6.7.8'));
  const [answered, refused] = [guesses.slice(0, 50), guesses.slice(50)];
  const seen = (part: typeof guesses) => part.map(({ status, work }) => [status, work.hashes.length]);
  expect(seen(answered)).toEqual(Array.from({ length: 50 }, () => [412, 1]));
  // Refused guesses are not hashed: the attack costs almost nothing.
  expect(seen(refused)).toEqual(Array.from({ length: 450 }, () => [429, 0]));
  expect(Math.min(...refused.map(({ waits }) => waits))).toBeGreaterThan(600);
  for (const part of [answered, refused]) {
    expect([...new Set(part.map(({ shown }) => shown))]).toHaveLength(1);
    const [existing, missing] = [true, false].map((kind) => part.filter(({ exists }) => exists === kind));
    expect(leastOf(existing?.map(({ work }) => work) ?? [])).toEqual(
      leastOf(missing?.map(({ work }) => work) ?? []),
    );
  }
  // Another address still gets an answer.
  expect((await guess(FIRST, '10.6.9.9')).status).toBe(412);
});

it('[A-AUTH-13] of 200 logins at once two are hashed at a time, some wait, the others are told to come again; polls are answered meanwhile', async () => {
  await test.database.db.deleteFrom('login_failure').execute();
  const hashed: number[] = [];
  const { result, work } = await workOf(async () => {
    let done = 0;
    const logins = Array.from({ length: 200 }, async (_, i) => {
      const answer = await login(String(FIRST), PASSWORD, `10.4.${i}.1`);
      if (answer.statusCode === 200) done += 1;
      return answer;
    });
    for (let poll = 0; poll < 20; poll += 1) {
      const answer = await test.app.inject({ url: '/api/faxui/getBrandingPerDomain.json' });
      expect(answer.statusCode).toBe(200);
      hashed.push(done);
    }
    return await Promise.all(logins);
  });
  const [right, busy] = [200, 503].map((status) => result.filter(({ statusCode }) => statusCode === status));
  expect((right?.length ?? 0) + (busy?.length ?? 0)).toBe(200);
  // Each hash takes 19 MiB: two at a time, never two hundred.
  expect(work.mostHashesAtOnce).toBe(2);
  // Refused logins cost no hash, except for a few that time out on the database after the hash on a busy machine.
  const wasted = work.hashes.length - (right?.length ?? 0);
  expect(wasted).toBeGreaterThanOrEqual(0);
  expect(wasted).toBeLessThanOrEqual(20);
  expect(right?.length).toBeGreaterThanOrEqual(50);
  expect(busy?.length).toBeGreaterThan(0);
  for (const { headers } of busy ?? []) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  // Polls do not wait in the queue for hashing.
  expect(hashed.at(-1)).toBeLessThan(right?.length ?? 0);
});
