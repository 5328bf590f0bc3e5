import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { operatorBrandAdd, operatorBrandDomain, operatorBrandSet } from '#contract/brands/brands.admin.ts';
import { readConfig } from '#server/config/config.ts';
import { changeDomain } from '#server/features/brands/brands/brand-domains.ts';
import { createBrands } from '#server/features/brands/brands/brands.service.ts';
import { hostName, webAddress, webOrigin } from '#server/kit/value-types.ts';

import { PASSWORD, makeAccount, makeBrand } from './factories.ts';
import { makeFalseWeb } from './false-web.ts';
import { signInOperator } from './operator-console-rig.ts';
import { startApp } from './start-app.ts';
import type { SignedIn, TestApp } from './start-app.ts';

/** Typical typing mistakes, and values that break programs that read them. */
const BAD_ORIGINS = [
  'http://x.test:99999',
  'http://x.test:80:80',
  'https://x.test/path',
  'https://user@x.test',
  'https://x.test?',
  'https://x..test',
  'https://1.2.3',
  'https://',
  'ftp://x.test',
  'x.test',
  'javascript:alert(1)',
  'https:x.test',
];
const BAD_DOMAINS = [
  'fax.test/path',
  'fax.test:8080',
  'http://fax.test',
  'fax..test',
  '1.2.3',
  'fax test',
  '',
];
const BAD_ADDRESSES = [
  'https:help.test',
  'http://x.test:99999',
  'javascript:alert(1)',
  'help.test',
  'https://a b',
  '//x',
];

/** Anything that a text column may hold. */
const anything = fc
  .oneof(
    fc.constantFrom(...BAD_ORIGINS, ...BAD_DOMAINS, ...BAD_ADDRESSES),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc
      .tuple(fc.constantFrom('http', 'https', 'HTTPS', 'ftp'), fc.domain(), fc.nat(99_999))
      .map(([scheme, host, port]) => `${scheme}://${host}:${port}`),
    fc.webUrl(),
    fc.domain(),
  )
  .map((value) => value.replaceAll('\0', ''));

describe('values that operators type', () => {
  let test: TestApp;
  let web: Awaited<ReturnType<typeof makeFalseWeb>>;
  let brandId: number;
  let number: string;
  let operator: SignedIn;

  beforeAll(async () => {
    web = await makeFalseWeb();
    test = await startApp({ web: web.folder });
    await makeAccount(test.database.db);
    brandId = await makeBrand(test.database.db, { domain: 'fax.typed.test' });
    ({ number } = await makeAccount(test.database.db, { brandId }));
    operator = await signInOperator(test);
  });
  beforeEach(async () => {
    await test.database.db.deleteFrom('login_failure').execute();
  });
  afterAll(async () => {
    await test.stop();
    await web.remove();
  });

  const change = async (call: { method: 'POST' | 'PUT'; path: string }, payload: object) =>
    await test.app.inject({ method: call.method, url: call.path, ...operator, payload });
  const store = async (origin: string | null, domain: string, helpUrl: string) => {
    await test.database.pool.query('update brand set origin = $2, help_url = $3 where id = $1', [
      brandId,
      origin,
      helpUrl,
    ]);
    await test.database.pool.query('update brand_domain set domain = $2 where brand_id = $1', [
      brandId,
      domain,
    ]);
  };
  /** Makes every call of signing in that reads stored data of a brand, at its own host and at the default one's. */
  const statuses = async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:80' };
    const payload = new URLSearchParams({ username: number, password: PASSWORD }).toString();
    const answers = [
      await test.app.inject({
        method: 'POST',
        url: '/api/faxui/getNode.json',
        payload: { username: number, password: PASSWORD, domain: 'localhost' },
      }),
      await test.app.inject({ method: 'POST', url: '/login', headers: form, payload }),
      await test.app.inject({ url: '/login', headers: { accept: 'text/html' } }),
      await test.app.inject({ url: '/login', headers: { host: 'fax.typed.test', accept: 'text/html' } }),
      await test.app.inject({ url: '/api/faxui/getBrandingPerDomain.json?fax_domain=fax.typed.test' }),
    ];
    return answers.map(({ statusCode }) => statusCode);
  };

  it('[A-QUERY-13] a typing error is refused with a sentence at every entry: command line, console, settings', async () => {
    const brands = createBrands({ database: test.database });
    const cases = [
      ...BAD_ORIGINS.map((value) => ['origin', value] as const),
      ...BAD_ADDRESSES.map((value) => ['help_url', value] as const),
      ...BAD_DOMAINS.filter(Boolean).map((value) => ['send_domain', value] as const),
    ];
    for (const [key, value] of cases) {
      const refused = await brands.setBrand(brandId, { [key]: value });
      expect([key, value, refused]).toMatchObject([
        key,
        value,
        { kind: 'refused', reason: expect.stringMatching(/^\w+ (?:is|must) .+\.$/) as string },
      ]);
      const answer = await change(operatorBrandSet, { hid: String(brandId), values: { [key]: value } });
      expect([key, value, answer.statusCode]).toEqual([key, value, 412]);
    }
    for (const domain of BAD_DOMAINS) {
      expect(await changeDomain(test.database, 'add', brandId, domain)).toMatchObject({
        kind: 'refused',
        reason: `“${domain}” is no domain name.`,
      });
      expect(await brands.addBrand({ name: 'New', domain })).toMatchObject({ kind: 'refused' });
      const input = { hid: String(brandId), verb: 'add', domain };
      expect([400, 412]).toContain((await change(operatorBrandDomain, input)).statusCode);
      expect([400, 412]).toContain((await change(operatorBrandAdd, { name: 'New', domain })).statusCode);
    }
    for (const value of BAD_ORIGINS)
      expect(() => readConfig({ F2E_PUBLIC_ORIGIN: value })).toThrow(
        /^F2E_PUBLIC_ORIGIN must be like https:\/\/fax\.example\.com, without a path/,
      );
    expect(await statuses()).toEqual([200, 303, 200, 200, 200]);
  });

  it('good values are taken as browsers write them', () => {
    const origins = [
      'https://fax.example.com',
      'HTTPS://Fax.Example.com:8443',
      'https://x.test:443',
      'http://[::1]:80',
    ];
    expect(origins.map((value) => webOrigin.parse(value))).toEqual([
      'https://fax.example.com',
      'https://fax.example.com:8443',
      'https://x.test',
      'http://[::1]',
    ]);
    for (const value of ['fax.example.com', 'localhost', 'xn--bcher-kva.example', '127.0.0.1'])
      expect(hostName.parse(value)).toBe(value);
    for (const value of ['', 'https://help.example.com/a?b=c#d', 'http://localhost:8080'])
      expect(webAddress.parse(value)).toBe(value);
  });

  it('[A-QUERY-13] what is accepted can be opened', () => {
    const broken: string[] = [];
    fc.assert(
      fc.property(anything, (value) => {
        for (const [type, address] of [
          [webOrigin, (accepted: string) => accepted],
          [webAddress, (accepted: string) => accepted || 'http://x'],
          [hostName, (accepted: string) => `https://${accepted}:8080`],
        ] as const) {
          const read = type.safeParse(value);
          if (read.success && !URL.canParse(address(read.data))) broken.push(value);
        }
      }),
      { numRuns: 500 },
    );
    expect(broken).toEqual([]);
  });

  it('[A-QUERY-13] no login answers 500, whatever values are already stored', async () => {
    await fc.assert(
      fc.asyncProperty(fc.option(anything), anything, anything, async (origin, domain, helpUrl) => {
        await store(origin, domain.toLowerCase(), helpUrl);
        await test.database.db.deleteFrom('login_failure').execute();
        for (const status of await statuses()) expect(status).toBeLessThan(500);
      }),
      { numRuns: 25 },
    );
    await store(null, 'fax.typed.test', '');
  });
});
