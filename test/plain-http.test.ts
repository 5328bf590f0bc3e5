import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/kit/call.ts';
import { pathFor } from '#contract/kit/call.ts';

import { HTML, login, start } from './front-door-rig.ts';
import { signInOperator } from './operator-console-rig.ts';

const calls = Object.entries<Call>(allCalls);
/** An address in TEST-NET-3 (RFC 5737), which stands for a remote client. */
const FAR = '203.0.113.9';

describe('plain http', () => {
  const PUBLIC = 'https://fax.example.com';
  let rig: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    rig = await start({ F2E_PUBLIC_ORIGIN: PUBLIC, F2E_PUBLIC_PATH: '/fax' });
  });
  afterAll(async () => await rig.stop());

  it('[A-HDR-03] on a public address: pages go on over https, calls are refused, no cookie is set', async () => {
    for (const host of ['fax.example.com', '203.0.113.9', '10.0.0.7:8080']) {
      for (const path of ['/fax/login?x=1', '/fax/sso/1/callback?state=1']) {
        const page = await rig.test.app.inject({ url: path, headers: { host, ...HTML } });
        expect([host, page.statusCode, page.headers.location]).toEqual([host, 308, `${PUBLIC}${path}`]);
        expect(page.headers['set-cookie']).toBeUndefined();
      }
    }
    for (const [, call] of calls) {
      if (call.path.startsWith('/api/lines/') || call.path.startsWith('/sso/')) continue;
      const { app } = rig.test;
      const url = `${call.path.startsWith('/ajax') ? '' : '/fax'}${pathFor(call)}`;
      const answer = await app.inject({ method: call.method, url, headers: { host: 'fax.example.com' } });
      expect([call.path, answer.statusCode, answer.cookies]).toEqual([call.path, 403, []]);
      expect(answer.json()).toMatchObject({
        error: 'HTTPS_REQUIRED',
        message: expect.stringMatching(/^Use https/),
      });
    }
    const form = { method: 'POST', url: '/fax/login', payload: 'username=1&password=2' } as const;
    const headers = { host: 'fax.example.com', 'content-type': 'application/x-www-form-urlencoded', ...HTML };
    const posted = await rig.test.app.inject({ ...form, headers });
    expect([posted.statusCode, posted.cookies]).toEqual([403, []]);
    // Loopback traffic never leaves the machine.
    const local = await rig.test.app.inject({
      url: '/fax/login',
      headers: { host: 'localhost:8080', ...HTML },
    });
    expect(local.statusCode).toBe(200);
  });

  it('[A-HDR-03] a login over loopback, or through a trusted proxy that speaks https, is one', async () => {
    const plain = await start({ F2E_PUBLIC_ORIGIN: PUBLIC, F2E_TRUST_PROXY: '127.0.0.1' });
    const input = { host: 'fax.example.com', headers: { 'x-forwarded-proto': 'https' } };
    const secure = await login(plain.test, plain.number, input);
    expect([secure.statusCode, secure.cookies[0]?.name, secure.cookies[0]?.secure]).toEqual([
      200,
      '__Host-f2e',
      true,
    ]);
    const open = { ...input, headers: { 'x-forwarded-proto': 'http' } };
    const refused = await login(plain.test, plain.number, open);
    expect([refused.statusCode, refused.cookies]).toEqual([403, []]);
    expect((await login(plain.test, plain.number)).cookies).toHaveLength(2);
    await plain.stop();
  });

  it('a proxy that is not trusted is named instead of a redirect that would never end', async () => {
    const headers = { host: 'fax.example.com', 'x-forwarded-proto': 'https', ...HTML };
    const page = await rig.test.app.inject({ url: '/fax/login', headers });
    expect([page.statusCode, page.headers.location]).toEqual([403, undefined]);
    expect(page.body).toContain('F2E_TRUST_PROXY');
  });

  it('[A-HDR-03] a trial on a private network works at once; from the internet it does not', async () => {
    for (const env of [undefined, { F2E_PUBLIC_ORIGIN: 'http://192.168.7.7:8080' }]) {
      const trial = await start(env);
      const from = async (address: string, host = '192.168.7.7:8080') =>
        await login(trial.test, trial.number, { host, address });
      for (const near of [
        '192.168.7.20',
        '10.1.2.3',
        '172.16.0.9',
        '::ffff:192.168.7.20',
        'fd00::7',
        'fe80::2',
      ])
        expect([near, (await from(near)).cookies.length]).toEqual([near, 2]);
      for (const [address, host] of [
        [FAR, undefined],
        ['2001:db8::9', undefined],
        ['192.168.7.20', '203.0.113.9'],
      ] as const) {
        const answer = await from(address, host);
        expect([address, answer.statusCode, answer.cookies]).toEqual([address, 403, []]);
      }
      const page = await trial.test.app.inject({
        url: '/login',
        headers: { host: '192.168.7.7:8080', ...HTML },
        remoteAddress: FAR,
      });
      expect([page.statusCode, page.body.includes('<script')]).toEqual([403, false]);
      await trial.stop();
    }
  });
});

describe('cookies that an answer takes back', () => {
  it('[A-CSRF-07] are those of the missing session alone, for every call of every kind', async () => {
    const { test, number, stop } = await start();
    const customer = await test.signIn(number);
    const operator = await signInOperator(test);
    const JARS = {
      operator: ['f2e_operator_session', 'operator-access-token'],
      customer: ['access-token', 'f2e_session'],
    };
    for (const [name, call] of calls.filter(([, { access }]) => access !== 'guest')) {
      const isConsole = call.access === 'operator';
      // The browser has the other kind of session; the call's own kind is missing.
      const cookies = isConsole ? customer.cookies : operator.cookies;
      const answer = await test.app.inject({ method: call.method, url: pathFor(call), cookies });
      expect([name, answer.statusCode, answer.cookies.map((cookie) => cookie.name).toSorted()]).toEqual([
        name,
        401,
        isConsole ? JARS.operator : JARS.customer,
      ]);
      expect(
        answer.cookies.every(({ value, path }) => value === '' && path === (isConsole ? '/operator' : '/')),
      ).toBe(true);
    }
    const still = [
      await test.app.inject({ url: pathFor(allCalls.checkAuthToken), ...customer }),
      await test.app.inject({ url: pathFor(allCalls.operatorSession), ...operator }),
    ];
    expect(still.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    await stop();
  });
});
