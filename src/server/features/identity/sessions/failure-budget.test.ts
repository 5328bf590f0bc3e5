import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { PASSWORD, makeAccount } from '#test/factories.ts';
import { makeAdministrator } from '#test/multifax-rig.ts';
import { logIn } from '#test/log-in.ts';
import { startApp } from '#test/start-app.ts';
import type { SignedIn, TestApp } from '#test/start-app.ts';

import { networkOf } from '#server/kit/address.ts';
import { AppPasswordsService } from '#server/features/identity/passwords/app-passwords/app-passwords.service.ts';

let test: TestApp;
let account: { id: number; number: string };
let session: SignedIn;

beforeAll(async () => {
  test = await startApp();
  account = await makeAccount(test.database.db);
  session = await test.signIn(account.number);
});
afterAll(async () => await test.stop());
beforeEach(async () => {
  await test.database.db.deleteFrom('login_failure').execute();
});

const login = async (name: string, password: string, address: string) =>
  await logIn(test, name, password, { address });

async function post(url: string, payload: object, remoteAddress: string, cookies = {}) {
  return await test.app.inject({ method: 'POST', url, payload, remoteAddress, cookies });
}

/** Stores a counter as it is after that many attempts. */
async function counted(key: string, count: number): Promise<void> {
  await test.database.pool.query('insert into login_failure (key, count) values ($1, $2)', [key, count]);
}

async function countOf(key: string): Promise<number> {
  const { rows } = await test.database.pool.query<{ count: number }>(
    'select count from login_failure where key = $1',
    [key],
  );
  return rows[0]?.count ?? 0;
}

/** Runs `work` for each item, `width` at a time. */
async function sideBySide<T>(
  width: number,
  of: readonly T[],
  work: (one: T) => Promise<void>,
): Promise<void> {
  const rest = [...of];
  const lane = async () => {
    for (let next = rest.shift(); next !== undefined; next = rest.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: width }, lane));
}

describe('failed logins from many addresses', () => {
  it('[A-AUTH-03] a network that sprays has to wait; sessions, and right passwords from elsewhere, go on', async () => {
    const statuses: number[] = [];
    const waits: number[] = [];
    const polls: number[] = [];
    const over = new AbortController();
    const watch = async () => {
      while (!over.signal.aborted) {
        const { headers, cookies } = session;
        const poll = await test.app.inject({ method: 'GET', url: '/api/checkAuthToken', headers, cookies });
        polls.push(poll.statusCode);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    const watching = watch();
    const guesses = Array.from({ length: 1_000 }, (_, i) => i);
    await sideBySide(40, guesses, async (i) => {
      const answer = await login(String(3_125_550_000 + i), 'Spray-1-spray', `127.0.1.${1 + (i % 200)}`);
      statuses.push(answer.statusCode);
      if (answer.statusCode === 429) waits.push(Number(answer.headers['retry-after']));
    });
    const right = await login(account.number, PASSWORD, '127.0.2.1');
    over.abort();
    await watching;
    expect(right.statusCode).toBe(200);
    expect(statuses.filter((status) => status === 412)).toHaveLength(150);
    expect(statuses.filter((status) => status === 429)).toHaveLength(850);
    expect(waits.every((seconds) => seconds > 0 && seconds <= 900)).toBe(true);
    expect(new Set(polls)).toEqual(new Set([200]));
    // They do not wait in the queue for hashing: more than one is answered for each.
    expect(polls.length).toBeGreaterThan(150);
    // A login with the right password waits there too: it cannot be told from the guesser.
    expect((await login(account.number, PASSWORD, '127.0.1.250')).statusCode).toBe(429);
  });

  it('from everywhere: networks that err have to wait, clean ones do not', async () => {
    await counted('all:login', 1_000);
    const erring: number[] = [];
    for (let i = 0; i < 7; i += 1)
      erring.push((await login('3125559999', `Guess-${i}`, `10.5.5.${i}`)).statusCode);
    expect(erring).toEqual([412, 412, 412, 412, 412, 429, 429]);
    expect((await login(account.number, PASSWORD, '10.5.5.9')).statusCode).toBe(429);
    expect((await login(account.number, PASSWORD, '10.5.6.1')).statusCode).toBe(200);
    expect(await countOf('net:login:10.5.6.0/24')).toBe(0);
  });

  it('count together for every kind of login', async () => {
    const net = 'net:login:10.6.6.0/24';
    const parent = await makeAdministrator(test.database.db);
    await login(account.number, 'Wrong-1-wrong', '10.6.6.1');
    const name = { username: parent.username, password: 'Wrong-1-wrong', domain: '' };
    expect((await post('/api/faxui/getMultifaxNode.json', name, '10.6.6.2')).statusCode).toBe(412);
    const operator = { name: 'nobody', password: 'Wrong-1-wrong-1' };
    expect((await post('/operator/api/login', operator, '10.6.6.3')).statusCode).toBe(412);
    expect(await countOf(net)).toBe(3);
    await test.database.db.deleteFrom('login_failure').execute();
    await counted(net, 150);
    expect((await login(account.number, PASSWORD, '10.6.6.4')).statusCode).toBe(429);
    const right = { username: parent.username, password: PASSWORD, domain: '' };
    expect((await post('/api/faxui/getMultifaxNode.json', right, '10.6.6.4')).statusCode).toBe(429);
    expect((await post('/operator/api/login', operator, '10.6.6.4')).statusCode).toBe(429);
  });

  it('forgotten passwords and app passwords have counts of their own', async () => {
    const forgot = async (address: string) =>
      (await post('/api/faxui/forgotPassword.json', { faxnumber: account.number }, address)).statusCode;
    expect(await forgot('10.7.7.1')).toBe(200);
    await counted('net:forgot:10.7.8.0/24', 60);
    expect([await forgot('10.7.8.1'), await forgot('10.7.9.1')]).toEqual([429, 200]);
    const passwords = new AppPasswordsService({ database: test.database, tell: async () => undefined });
    expect(await passwords.logIn(account.number, 'wrong', '10.7.7.1')).toBeNull();
    expect(await countOf('net:mail:10.7.7.0/24')).toBe(1);
    await counted('net:mail:10.7.8.0/24', 150);
    await expect(passwords.logIn(account.number, 'wrong', '10.7.8.1')).resolves.toBe('wait');
    expect((await login(account.number, PASSWORD, '10.7.8.1')).statusCode).toBe(200);
  });
});

it('a network is a /24 of IPv4 and a /48 of IPv6, however it is written', () => {
  expect(networkOf('203.0.113.7')).toBe('203.0.113.0/24');
  expect(networkOf('::ffff:203.0.113.7')).toBe('203.0.113.0/24');
  expect(networkOf('2001:db8:1:2:3::4')).toBe('2001:db8:1::/48');
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0::/48');
  expect(networkOf('2001:0DB8:0000:1::')).toBe('2001:db8:0::/48');
});
