import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/kit/call.ts';
import { pathFor } from '#contract/kit/call.ts';

import { makeBrand } from './factories.ts';
import { HTML, login, start } from './front-door-rig.ts';

const calls = Object.entries<Call>(allCalls);

describe('unknown host names', () => {
  let rig: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    rig = await start();
    await makeBrand(rig.test.database.db, { domain: 'fax.acme.test' });
  });
  afterAll(async () => await rig.stop());

  const page = async (host: string, path = '/login') =>
    await rig.test.app.inject({ url: path, headers: { host, ...HTML } });

  it('[A-HOST-06] get a page that says what to do, no login and no cookie; calls get a sentence', async () => {
    for (const path of [
      '/',
      '/login',
      '/dashboard',
      '/operator',
      '/multifax/login',
      '/sso/1',
      '/favicon.ico',
    ]) {
      const { statusCode, body, headers, cookies } = await page('evil.example', path);
      expect([path, statusCode, cookies]).toEqual([path, 421, []]);
      expect(body).toContain('npx f2e brand domain add HID evil.example');
      expect(body).toContain('F2E_PUBLIC_ORIGIN=https://evil.example');
      expect(body).not.toMatch(/<script|<form|<input|f2e-brand/);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    }
    for (const [, call] of calls) {
      if (call.path.startsWith('/api/lines/') || call.path.startsWith('/sso/')) continue;
      const answer = await rig.test.app.inject({
        method: call.method,
        url: pathFor(call),
        headers: { host: 'evil.example', accept: 'application/json, text/plain, */*' },
      });
      expect([call.path, answer.statusCode, answer.cookies]).toEqual([call.path, 421, []]);
      expect(answer.json()).toMatchObject({ success: false, error: 'HOST_UNKNOWN' });
    }
    expect((await login(rig.test, rig.number, { host: 'evil.example' })).statusCode).toBe(421);
    // A form as another site's page would post it.
    const form = { method: 'POST', url: '/login', payload: 'username=1&password=2' } as const;
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const posted = await rig.test.app.inject({ ...form, headers: { ...type, host: 'evil.example' } });
    expect([posted.statusCode, posted.cookies]).toEqual([421, []]);
  });

  it('what is written in a host name stays text', async () => {
    const { body } = await page('"><img src=x onerror=alert(1)>');
    expect(body).not.toContain('<img');
    expect(body).toContain('fax.example.com');
  });

  it('[A-HOST-06] the public origin, brands, this machine and addresses are served', async () => {
    for (const host of [
      'fax.acme.test',
      'FAX.acme.test:8080',
      'localhost',
      'localhost:8080',
      'acme.localhost',
      '127.0.0.1:1',
      '192.168.7.7:8080',
      '[::1]:8080',
      '[fe80::1]',
    ])
      expect([host, (await page(host)).statusCode]).toEqual([host, 200]);
  });

  it('a new brand is at home on its name at once, below localhost too', async () => {
    for (const domain of ['fax.new.test', 'new.localhost']) {
      const before = await page('localhost');
      await makeBrand(rig.test.database.db, { domain, title: `New ${domain}` });
      expect(before.body).not.toContain('New ');
      expect((await page(domain)).body).toContain(`<title>New ${domain}`);
    }
  });

  it('[A-HOST-06] only a trusted proxy may name another host than the one that was asked', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'fax.acme.test', ...HTML };
    expect((await rig.test.app.inject({ url: '/login', headers })).statusCode).toBe(421);
    const behind = await start({ F2E_TRUST_PROXY: '10.9.9.9', F2E_PUBLIC_ORIGIN: 'https://fax.example.com' });
    const ask = async (remoteAddress: string) =>
      await behind.test.app.inject({
        url: '/login',
        headers: {
          host: 'evil.example',
          'x-forwarded-host': 'fax.example.com',
          'x-forwarded-proto': 'https',
          ...HTML,
        },
        remoteAddress,
      });
    expect([(await ask('10.9.9.9')).statusCode, (await ask('10.9.9.8')).statusCode]).toEqual([200, 421]);
    await behind.stop();
  });

  it('[A-HOST-06] probes of load balancers, metrics, carriers and files of the client come by any name', async () => {
    for (const url of ['/healthz', '/readyz', '/metrics', '/assets/index-abc.js'])
      expect([
        url,
        (await rig.test.app.inject({ url, headers: { host: '10-0-0-7.pool' } })).statusCode,
      ]).not.toEqual([url, 421]);
    const notice = await rig.test.app.inject({
      method: 'POST',
      url: '/api/lines/carrier/telnyx',
      headers: { host: 'tunnel.example' },
      payload: {},
    });
    expect(notice.json()).toMatchObject({ error: 'NOTICE_REFUSED' });
  });

  it('[A-HOST-06] a trial answers on every name until an address is set or another brand is made', async () => {
    const trial = await start();
    const ask = async () =>
      (await trial.test.app.inject({ url: '/login', headers: { host: 'faxserver.office', ...HTML } }))
        .statusCode;
    expect(await ask()).toBe(200);
    expect((await login(trial.test, trial.number, { host: 'faxserver.office:8080' })).statusCode).toBe(200);
    await makeBrand(trial.test.database.db, { domain: 'fax.second.test' });
    await expect.poll(ask).toBe(421);
    await trial.stop();
    const set = await start({ F2E_PUBLIC_ORIGIN: 'http://192.168.7.7:8080' });
    const page2 = await set.test.app.inject({
      url: '/login',
      headers: { host: 'faxserver.office', ...HTML },
    });
    expect(page2.statusCode).toBe(421);
    expect(
      (await login(set.test, set.number, { host: '192.168.7.7:8080', address: '192.168.7.20' })).statusCode,
    ).toBe(200);
    await set.stop();
  });
});
