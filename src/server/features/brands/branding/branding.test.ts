import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { setAsset } from '#server/features/brands/brands/brand-assets.ts';
import { makeFalseWeb } from '#test/false-web.ts';
import { makeBrand } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

const FIELDS = [
  'hid',
  'lang',
  'gid',
  'logo',
  'top_banner',
  'title',
  'protocol',
  'favicon',
  'onetrust_token',
  'ga_id',
  'use_new_ui',
  'egnyte',
  'ext',
];

describe('branding by host', () => {
  let test: TestApp;
  let web: Awaited<ReturnType<typeof makeFalseWeb>>;
  let acme: number;

  beforeAll(async () => {
    web = await makeFalseWeb();
    test = await startApp({ web: web.folder });
    acme = await makeBrand(test.database.db, { title: 'Acme & “Co” $&', domain: 'fax.acme.test' });
  });
  afterAll(async () => {
    await test.stop();
    await web.remove();
  });

  const set = async (values: object) =>
    await test.database.db.updateTable('brand').set(values).where('id', '=', acme).execute();
  const branding = async (host: string) =>
    await test.app.inject({ url: '/api/faxui/getBrandingPerDomain.json', query: { fax_domain: host } });
  const page = async (path = '/login', host = 'fax.acme.test') =>
    await test.app.inject({ url: path, headers: { host, accept: 'text/html' } });

  const newPanel = async () =>
    (
      await test.app.inject({
        url: '/ajax/ajaxisnewpanelenabled.php',
        headers: { host: 'fax.acme.test' },
      })
    ).json<object>();
  const withCookie = async (theme: string) =>
    (
      await test.app.inject({
        url: '/login',
        headers: { accept: 'text/html' },
        cookies: { 'f2e-theme': theme },
      })
    ).body;
  const get = async (url: string, more: Record<string, string> = {}) =>
    await test.app.inject({ url, headers: { host: 'fax.acme.test', ...more } });

  const getBranding = async (etag = '') =>
    await get('/api/faxui/getBrandingPerDomain.json?fax_domain=fax.acme.test', { 'if-none-match': etag });

  it('[BRAND-01] [BRAND-03] answers every field, for a known host and an unknown one', async () => {
    const known = await branding('fax.acme.test');
    const other = await branding('nobody.test');
    for (const answer of [known, other])
      expect(Object.keys(answer.json<object>()).toSorted()).toEqual(FIELDS.toSorted());
    expect(known.json()).toMatchObject({ hid: String(acme), title: 'Acme & “Co” $&', lang: 'en' });
    expect(known.json()).toMatchObject({ egnyte: { isEgnyte: false }, use_new_ui: '1' });
    expect(other.json()).toMatchObject({ title: 'Fax-to-Email' });
  });

  it('the browser’s copy of the branding is good until the brand changes', async () => {
    const first = await getBranding();
    const etag = String(first.headers['etag']);
    expect([first.headers['cache-control'], etag]).toEqual([
      'no-cache',
      expect.stringMatching(/^"[\w-]{22}"$/),
    ]);
    const same = await getBranding(`"other", W/${etag}`);
    expect([same.statusCode, same.body, same.headers['etag']]).toEqual([304, '', etag]);
    await set({ title: 'Acme again' });
    const changed = await getBranding(etag);
    expect([changed.statusCode, changed.headers['etag'] === etag]).toEqual([200, false]);
    await set({ title: 'Acme & “Co” $&' });
  });

  it('[BRAND-04] [BRAND-05] [I18N-03] a brand without a title is «Fax-to-Email»; the language is en unless it says otherwise', async () => {
    await set({ title: '', lang: '' });
    expect((await branding('fax.acme.test')).json()).toMatchObject({ title: 'Fax-to-Email', lang: 'en' });
    expect((await page()).body).toContain('<title>Fax-to-Email</title>');
    await set({ title: 'Acme & “Co” $&', lang: 'es' });
    expect((await page()).body).toContain('<html lang="es" dir="ltr">');
    await set({ lang: 'en' });
  });

  it('[LOGIN-03] forms take passwords of 32 characters, and longer ones where the brand allows them', async () => {
    for (const [password_min, password_max, passwordMax] of [
      [8, 20, 32],
      [40, 64, 64],
      [8, 500, 128],
      [8, 32, 32],
    ] as const) {
      await set({ password_min, password_max });
      expect((await branding('fax.acme.test')).json()).toMatchObject({ ext: { passwordMax } });
    }
  });

  it('[A-HOST-02] an odd host gets the default brand and nothing else happens', async () => {
    let reached = 0;
    const sink = createServer((socket) => {
      reached += 1;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(sink, 'listening');
    const { port } = sink.address() as AddressInfo;
    const usual = (await branding('')).json<object>();
    for (const host of [
      'evil.test',
      '../../etc/passwd',
      "' OR 1=1--",
      `localhost:${port}`,
      `127.0.0.1:${port}`,
      `http://127.0.0.1:${port}/`,
      'a'.repeat(253),
    ])
      expect((await branding(host)).json()).toEqual(usual);
    expect((await branding('a'.repeat(300))).statusCode).toBe(400);
    expect(reached).toBe(0);
    sink.close();
  });

  it('[BRAND-09] the new-panel flag is the brand’s; without it the root is a plain page and nothing loops', async () => {
    expect(await newPanel()).toEqual({ status: true });
    await set({ use_new_ui: false });
    expect(await newPanel()).toEqual({ status: false });
    expect((await page('/')).body).not.toContain('<script');
    expect((await page('/?newClientEnable')).body).toContain('<script');
    expect((await page('/login?newClientEnable=1')).body).toContain('<script');
    await set({ use_new_ui: true });
    expect((await page('/')).body).toContain('<script');
  });

  it('the page has the brand before its first paint: title, language, icon, colour, data; markup in them stays text', async () => {
    await set({ title: '<script>alert(1)</script>"\'$&', color: '#ffcc00' });
    const { body } = await page();
    expect(body).toContain('<title>&#60;script&#62;alert(1)&#60;/script&#62;&#34;&#39;$&#38;</title>');
    expect(body).toContain(`href="brand/${acme}/theme.css?c=ffcc00"`);
    expect(body).toContain('name="theme-color" content="#ffcc00"');
    const [, written = ''] = /name="f2e-brand" content="([^"]*)"/.exec(body) ?? [];
    const read = written.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    expect(JSON.parse(read)).toEqual((await branding('fax.acme.test')).json());
    expect((await test.app.inject(`/brand/${acme}/theme.css`)).body).toBe(':root{--brand:#ffcc00}\n');
    await set({ title: 'Acme', color: '' });
  });

  it('a chosen look is in the page; anything else in its cookie is not', async () => {
    expect(await withCookie('dark')).toContain('data-theme="dark"');
    expect(await withCookie('"><script>')).toMatch(/<html lang="en" dir="ltr">/);
  });

  it('[A-XSS-08] pictures are served as pictures only, kept for ever by their version', async () => {
    const evil = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="alert(1)"><script>alert(1)</script>
      <foreignObject><body/></foreignObject><a href="javascript:alert(1)"><rect width="9" height="9"/></a>
      <filter id="f"><feImage href="http://evil.test/x"/></filter><use href="http://evil.test/#x"/>
      <rect width="9" height="9" fill="url(http://evil.test/#p)" style="background:url(http://evil.test)"/></svg>`;
    const deps = { database: test.database, files: test.files };
    const change = await setAsset(deps, acme, 'logo', Buffer.from(evil));
    if (change.kind === 'refused') throw new Error(change.reason);
    expect(change.leftOut).toEqual(
      expect.arrayContaining([
        'onload',
        '<script>',
        '<foreignObject>',
        '<a>',
        '<filter>',
        'href',
        'fill',
        'style',
      ]),
    );
    const { logo } = (await branding('fax.acme.test')).json<{ logo: string }>();
    const served = await test.app.inject(logo);
    expect(served.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(served.headers['content-security-policy']).toMatch(/default-src 'none';.*sandbox/);
    expect(served.body).not.toMatch(/script|evil|on\w+=|foreign|http:\/\/(?!www\.w3\.org)/i);
    expect(served.body).toContain('<rect width="9" height="9"');
    const dots = await test.app.inject(logo.replace('.svg', '.png'));
    expect(dots.rawPayload.subarray(1, 4).toString()).toBe('PNG');
    expect((await test.app.inject(logo.replace(/\?.*/, ''))).headers['cache-control']).toContain(
      'max-age=300',
    );
    for (const odd of ['../x.png', 'logo.exe', 'nothing.png', '%2e%2e%2fkey.png'])
      expect((await test.app.inject(`/brand/${acme}/${odd}`)).statusCode).toBe(404);
  });

  it('the manifest, the worker and the page without a network are the host’s own', async () => {
    const manifest = await get('/manifest.webmanifest');
    expect(manifest.json()).toMatchObject({
      name: 'Acme',
      start_url: '/',
      scope: '/',
      display: 'standalone',
    });
    for (const { src } of manifest.json<{ icons: { src: string }[] }>().icons)
      expect((await get(src)).headers['content-type']).toBe('image/png');
    const worker = await get('/service-worker.js');
    expect(worker.headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-security-policy': "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    });
    expect((await get('/offline')).body).toContain('Acme needs an internet connection.');
    const arabic = await get('/offline', { 'accept-language': 'ar' });
    expect(arabic.body).toContain('<html lang="ar" dir="rtl">');
    const icon = await get('/favicon.ico');
    expect([icon.statusCode, (await get(String(icon.headers.location))).statusCode]).toEqual([302, 200]);
  });
});
