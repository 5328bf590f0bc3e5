import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from './product.ts';
import { enter } from './mailbox.ts';

test('[A-CSRF-03] a foreign page can neither show a page of a fax nor read an answer', async ({
  page,
  product,
  faults,
}) => {
  faults.allow(/thumb1/u);
  await enter(page, product, '2125550100', 'inbox');
  const thumbnail = page.locator('img[src*="thumb1.gif"]').first();
  await expect(thumbnail).toBeVisible();
  const image = new URL((await thumbnail.getAttribute('src')) ?? '', page.url()).href;

  // Another site on the same machine: to a browser, 127.0.0.1 and localhost are different sites.
  const evil = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<img id="stolen" src="${image}">`);
  });
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
  try {
    await page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`);
    const width = await page.locator('#stolen').evaluate(
      async (element) =>
        await new Promise<number>((resolve) => {
          const picture = element as HTMLImageElement;
          if (picture.complete) resolve(picture.naturalWidth);
          else picture.addEventListener('error', () => resolve(picture.naturalWidth));
          picture.addEventListener('load', () => resolve(picture.naturalWidth));
        }),
    );
    expect(width).toBe(0);
    const fetched = await page.evaluate(
      async (url) =>
        await fetch(url, { credentials: 'include' }).then(
          () => 'read',
          () => 'blocked',
        ),
      image,
    );
    expect(fetched).toBe('blocked');
  } finally {
    evil.close();
  }
  const direct = await page.request.get(image, { headers: { 'sec-fetch-site': 'cross-site' } });
  expect(direct.status()).toBe(403);
});

test('[A-QUERY-09] no file but a locale is ever answered under /locales', async ({ request }) => {
  for (const name of [
    '..%2f..%2fpackage',
    'en%00',
    'EN/../../.env',
    '..%5c..%5cpackage',
    'en.json%2f..%2f..%2fpackage',
  ]) {
    const response = await request.get(`locales/${name}.json`);
    // nginx in front itself refuses what no path can contain.
    expect([400, 404]).toContain(response.status());
    expect(await response.text()).not.toMatch(/dependencies|F2E_/);
  }
  expect((await request.get('locales/en.json')).status()).toBe(200);
});

test('[A-AUTH-28] no usual default opens a fresh installation', async ({ playwright, baseURL, product }) => {
  const usual = [
    'admin',
    'password',
    '123456',
    'fax',
    'demo',
    'changeme',
    '2125550100',
    'letmein',
    'fax-to-email',
    '',
  ];
  const more = [
    'root',
    'toor',
    'guest',
    'test',
    'qwerty',
    '12345678',
    'Password1!',
    'Admin123!',
    'welcome',
    '2125550162',
  ];
  // The throttle counts by number and address, so ten attempts per number are free.
  const context = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL });
  for (const [number, guesses] of [
    ['2125550161', usual],
    ['2125550162', more],
  ] as const) {
    for (const guess of guesses) {
      const response = await context.post('api/auth/login/faxuser.cookie', {
        headers: { authorization: `Basic ${Buffer.from(`${number}:${guess}`).toString('base64')}` },
      });
      expect(response.status()).toBe(412);
    }
  }
  for (const guess of ['admin', 'password', '123456', 'changeme', '']) {
    const administrator = { username: 'admin', password: guess, domain: 'localhost' };
    const parent = await context.post('api/faxui/getMultifaxNode.json', { data: administrator });
    expect([guess, parent.status()]).toEqual([guess, 412]);
    const operator = await context.post('operator/api/login', { data: { name: 'admin', password: guess } });
    expect([guess, operator.status()]).toEqual([guess, 412]);
  }
  await context.dispose();
  const kept = await readFile(join(product.dataDir, 'demo-credentials.txt'), 'utf8');
  expect(kept).toContain(`2125550100 ${product.password}`);
});
