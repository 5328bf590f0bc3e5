import { afterAll, beforeAll, expect, it } from 'vitest';

import { PASSWORD, makeAccount } from '#test/factories.ts';
import { logIn } from '#test/log-in.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';
import { costOf } from '#test/statements.ts';

let test: TestApp;
let number: string;

beforeAll(async () => {
  test = await startApp();
  ({ number } = await makeAccount(test.database.db));
});
afterAll(async () => await test.stop());

const login = async (name: string, password: string, address: string) =>
  await logIn(test, name, password, { address });

it('[A-AUTH-02] [LOGIN-17] one password against many numbers stops after fifty, and shows nothing about which exist', async () => {
  const sprayed: number[] = [];
  for (let i = 0; i < 60; i += 1) {
    sprayed.push((await login(String(2_125_550_000 + i), 'Spray-1-spray', '10.1.1.1')).statusCode);
  }
  expect(sprayed).toEqual([...Array<number>(50).fill(412), ...Array<number>(10).fill(429)]);

  const bodies = new Set<string>();
  const costs = new Set<string>();
  for (let i = 0; i < 10; i += 1) {
    // Each guess comes from a new address, so that no limit refuses it.
    for (const [name, address] of [
      [number, `10.2.${i}.1`],
      ['2125559999', `10.3.${i}.1`],
    ] as const) {
      const cost = await costOf(async () => bodies.add((await login(name, 'Spray-1-spray', address)).body));
      expect(cost.hashes).toHaveLength(1);
      costs.add(JSON.stringify(cost));
    }
  }
  expect(bodies.size).toBe(1);
  expect(costs.size).toBe(1);
});

it('[A-AUTH-13] two hundred logins at once are queued or told to wait; memory and other calls stay well', async () => {
  const before = process.memoryUsage().rss;
  const logins = Array.from({ length: 200 }, async (_, i) => await login(number, PASSWORD, `10.4.${i}.1`));
  const polls = Array.from(
    { length: 20 },
    async () => await test.app.inject({ method: 'GET', url: '/api/faxui/getBrandingPerDomain.json' }),
  );
  expect((await Promise.all(polls)).every(({ statusCode }) => statusCode === 200)).toBe(true);
  const answers = await Promise.all(logins);
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0);
  for (const answer of answers) {
    expect([200, 429, 503]).toContain(answer.statusCode);
    const mustWait = answer.statusCode !== 200;
    expect(answer.headers['retry-after'] !== undefined).toBe(mustWait);
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
});
