import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { makeFalseWeb } from './false-web.ts';
import { makeAccount, makeBrand } from './factories.ts';
import { startApp } from './start-app.ts';
import type { SignedIn, TestApp } from './start-app.ts';

/** The headers of every response. */
const ALWAYS: Record<string, RegExp> = {
  'content-security-policy': /default-src 'none'.*frame-ancestors 'none'/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^(?:no-referrer|strict-origin)$/,
  'cross-origin-opener-policy': /^(?:same-origin|same-origin-allow-popups|unsafe-none)$/,
  'cross-origin-resource-policy': /^(?:same-origin|cross-origin)$/,
  'permissions-policy': /camera=\(\), microphone=\(\), geolocation=\(\)/,
  'x-frame-options': /^DENY$/,
  'cache-control': /./,
};

/** Paths that are not routes: refused, missing or malformed ones, and pages. */
const MORE = [
  ['GET', '/login'],
  ['GET', '/dashboard'],
  ['GET', '/reset-password?token=x'],
  ['GET', '/egnyte/connect'],
  ['GET', '/nope.php'],
  ['GET', '/api/nope'],
  ['GET', '/api/n9/db/f2e/MainInterface.json'],
  ['GET', '/assets/index-abc.js'],
  ['GET', '/assets/nope.js'],
  ['GET', '/locales/en.json'],
  ['GET', '/brand/default/favicon.svg'],
  ['GET', '/%E0%A4%A'],
  ['POST', '/login'],
  ['PUT', '/api/faxui/getNode.json'],
  ['OPTIONS', '/api/faxui/getNode.json'],
] as const;

describe('the headers of every answer', () => {
  let test: TestApp;
  let web: Awaited<ReturnType<typeof makeFalseWeb>>;
  let mine: SignedIn;
  let answers: { name: string; headers: Record<string, unknown>; statusCode: number }[];
  let routes: { method: string; url: string }[];

  beforeAll(async () => {
    web = await makeFalseWeb();
    test = await startApp({ web: web.folder, env: { F2E_TRUST_PROXY: '127.0.0.1' } });
    routes = routesOf(test.app.printRoutes({ commonPrefix: false }));
    mine = await test.signIn((await makeAccount(test.database.db)).number);
    answers = [];
    for (const [method, path] of [
      ...routes.map(({ method: verb, url }) => [verb, filled(url)] as const),
      ...MORE,
    ])
      for (const who of [{}, mine]) {
        const answer = await ask(method, path, who);
        answers.push({ name: `${method} ${path} ${answer.statusCode}`, ...answer });
      }
  });
  afterAll(async () => {
    await test.stop();
    await web.remove();
  });

  const ask = async (method: string, url: string, more: object = {}) => {
    const known = 'headers' in more ? (more.headers as object) : {};
    const { headers, statusCode } = await test.app.inject({
      method: method as 'GET',
      url,
      ...more,
      headers: { ...known, 'x-forwarded-proto': 'https' },
      // An event stream never ends; its headers come first.
      payloadAsStream: true,
    });
    return { headers, statusCode };
  };

  const referrer = async (path: string) => (await ask('GET', path)).headers['referrer-policy'];
  const opener = async (path: string) => (await ask('GET', path)).headers['cross-origin-opener-policy'];
  const login = async (proto: string) => {
    const account = await makeAccount(test.database.db);
    const { headers } = await test.app.inject({
      method: 'POST',
      url: '/api/auth/login/faxuser.cookie',
      headers: {
        'x-forwarded-proto': proto,
        authorization: `Basic ${Buffer.from(`${account.number}:Right-horse-7`).toString('base64')}`,
      },
    });
    return [headers['set-cookie']].flat().map(String);
  };

  it('[A-HDR-01] every route has them, whatever it answers; https is kept for a year', () => {
    expect(routes.length).toBeGreaterThan(60);
    const faults = answers.flatMap(({ name, headers }) =>
      Object.entries(ALWAYS)
        .filter(([header, wanted]) => !wanted.test(text(headers, header)))
        .map(([header]) => `${name}: ${header} is ${text(headers, header)}`),
    );
    expect(faults).toEqual([]);
    // A malformed address is answered before the front proxy's headers are read.
    const without = answers.filter(
      ({ name, headers }) => !headers['strict-transport-security'] && !name.includes('%E0%A4%A'),
    );
    expect(without.map(({ name }) => name)).toEqual([]);
    expect(new Set(answers.map(({ statusCode }) => Math.floor(statusCode / 100)))).toContain(4);
  });

  it('only pages run scripts, and only their own, by trusted addresses; answers of calls are kept nowhere', () => {
    const loose = /unsafe-eval|script-src[^;]*(?:unsafe-inline|\*|data:|http:)/;
    const policies = answers.map(
      ({ name, headers }) => [name, text(headers, 'content-security-policy')] as const,
    );
    expect(policies.filter(([, policy]) => loose.test(policy))).toEqual([]);
    const scripted = policies.filter(([, policy]) => policy.includes('script-src'));
    expect(scripted.length).toBeGreaterThan(0);
    const trusted = "require-trusted-types-for 'script'; trusted-types f2e";
    expect(scripted.filter(([, policy]) => !policy.includes(trusted))).toEqual([]);
    const kept = answers.filter(
      ({ name, headers }) =>
        / \/api\/.* 2\d\d$/.test(name) &&
        !/coverImage|getFaxFile/.test(name) &&
        !/no-store|no-cache/.test(text(headers, 'cache-control')),
    );
    expect(kept.map(({ name }) => name)).toEqual([]);
  });

  it('pages whose address carries a key name no referrer; only the windows of Egnyte keep their opener', async () => {
    expect(await referrer('/reset-password?token=x')).toBe('no-referrer');
    expect(await referrer('/verify?id=1&key=x')).toBe('no-referrer');
    expect(await referrer('/login')).toBe('strict-origin');
    expect(await opener('/egnyte/connect?connected=true')).toBe('unsafe-none');
    expect(await opener('/login')).toBe('same-origin-allow-popups');
    expect(await opener('/api/checkAuthToken')).toBe('same-origin');
  });

  it('[BRAND-07] [BRAND-08] other companies are allowed only where the brand names them, and never beside a key', async () => {
    const { db } = test.database;
    const policy = async (host: string, path = '/login') => {
      const { headers } = await test.app.inject({ url: path, headers: { host, accept: 'text/html' } });
      return String(headers['content-security-policy']);
    };
    await makeBrand(db, { domain: 'plain.test' });
    const busy = await makeBrand(db, { domain: 'busy.test' });
    await db.updateTable('brand').set({ ga_id: 'G-TEST1' }).where('id', '=', busy).execute();
    expect(await policy('plain.test')).not.toContain('https://');
    expect(await policy('busy.test')).toContain("script-src 'self' https://www.googletagmanager.com;");
    expect(await policy('busy.test')).not.toContain('cookielaw');
    await db.updateTable('brand').set({ onetrust_token: 'a-b' }).where('id', '=', busy).execute();
    expect(await policy('busy.test')).toContain('https://cdn.cookielaw.org');
    for (const path of ['/reset-password?token=x', '/verify?id=1', '/egnyte/connect'])
      expect(await policy('busy.test', path)).not.toContain('https://');
  });

  it('[A-HDR-02] cookies are bound to this host, hidden from scripts but for the one without authority', async () => {
    const [session = '', readable = ''] = await login('https');
    expect(session).toMatch(/^__Host-f2e=[\w-]{40,};/);
    for (const part of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) expect(session).toContain(part);
    expect(readable).toMatch(/^access-token=/);
    expect(readable).not.toContain('HttpOnly');
    for (const cookie of [session, readable]) expect(cookie).not.toContain('Domain');
    expect(readable).toContain('Secure');
    expect((await login('http'))[0]).toMatch(/^f2e_session=.*HttpOnly/);
  });

  it('[A-HDR-04] odd methods are refused and echo nothing', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'OPTIONS']) {
      const answer = await test.app.inject({
        method: method as 'GET',
        url: '/api/checkAuthToken',
        headers: { 'x-secret': 'echo-me' },
      });
      const expected = method === 'OPTIONS' ? [404, 'NOT_FOUND'] : [405, 'METHOD_NOT_ALLOWED'];
      expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual(expected);
      expect(answer.body).not.toContain('echo-me');
    }
  });

  it('[A-HOST-03] an address that the caller writes dodges no limit', async () => {
    const direct = await startApp();
    try {
      const { number } = await makeAccount(direct.database.db);
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 20; attempt += 1) {
        const { statusCode } = await direct.app.inject({
          method: 'POST',
          url: '/api/auth/login/faxuser.cookie',
          headers: {
            'x-forwarded-for': `198.51.100.${attempt}`,
            authorization: `Basic ${Buffer.from(`${number}:wrong`).toString('base64')}`,
          },
        });
        statuses.push(statusCode);
      }
      expect(statuses.at(-1)).toBe(429);
    } finally {
      await direct.stop();
    }
  });
});

/** Parses Fastify's list of mounted routes: «├── /api/x (GET, HEAD)». */
function routesOf(list: string): { method: string; url: string }[] {
  return [...list.matchAll(/── (\S+) \(([A-Z, ]+)\)/g)].flatMap(([, url = '', methods = '']) =>
    methods.split(', ').map((method) => ({ method, url })),
  );
}

/** Returns a header as text; empty if missing. */
function text(headers: Record<string, unknown>, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

/** Returns a route's address with its parameters filled in. */
function filled(url: string): string {
  return url.replaceAll(/:\w+/g, '1').replace('*', 'x');
}
