import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { openContacts } from './contacts-rig.ts';
import { ensureMailbox, rowOf, rows } from './inbox-rig.ts';
import { enter } from './mailbox.ts';
import { expect, test } from './product.ts';

const OWNER = '2125550605';
/** Scripts that would run if a foreign text were ever treated as markup. */
const MARKUP = '<img src=x onerror="window.attacked=1"><b onmouseover="window.attacked=1">';

test.beforeAll(async ({ product }) => {
  test.setTimeout(120_000);
  await ensureMailbox(product, OWNER, { '3135550281': 1 });
});

const attacked = async (page: Page) =>
  await page.evaluate(() => [
    (globalThis as { attacked?: number }).attacked,
    document.querySelectorAll('[onerror], [onmouseover], img[src="x"]').length,
  ]);
/** Asserts that the text is shown literally, and that no part of it has run. */
async function expectText(page: Page, text = MARKUP): Promise<void> {
  await expect(page.getByText(text).first()).toBeVisible();
  expect(await attacked(page)).toEqual([undefined, 0]);
}

test('[A-XSS-02] what a fax machine calls itself is text in the inbox, on the dashboard and in the form of a new contact', async ({
  page,
  product,
}) => {
  await enter(page, product, OWNER);
  // The text of the line, as in a response.
  for (const call of ['**/SSPFaxArchive.json*', '**/Dashboard.json*'])
    await page.route(call, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replaceAll(
        /"(sender|from_company)":"[^"]*"/gu,
        (_, name: string) => `"${name}":${JSON.stringify(MARKUP)}`,
      );
      await route.fulfill({ response: answer, body });
    });
  await page.goto('inbox');
  await expectText(page);
  await rows(page).first().click();
  await expect(page.getByRole('article')).toContainText(MARKUP);
  await page.getByRole('article').getByText(MARKUP).first().hover();
  expect(await attacked(page)).toEqual([undefined, 0]);
  await page.getByRole('button', { name: 'Add to contacts' }).click();
  await expect(page.getByLabel('Fax number')).toHaveValue('3135550281');
  expect(await attacked(page)).toEqual([undefined, 0]);
  await page.goto('dashboard');
  await expectText(page);
});

test('[A-XSS-03] a message in an address is plain text in a frame that says where it comes from', async ({
  page,
}) => {
  const message = 'Your password expired, call 900-555-0100';
  const open = async (search: Record<string, string>) => {
    await page.goto(`egnyte/info?${new URLSearchParams(search).toString()}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  };
  for (const text of [MARKUP, message]) {
    await open({ message: text, message_type: '</div><script>window.attacked=1</script>' });
    await expectText(page, text);
    await expect(page.getByText('This message was part of the link')).toBeVisible();
    await expect(page.locator('script', { hasText: 'attacked' })).toHaveCount(0);
  }
  await open({});
  await expect(page.getByRole('alert')).not.toBeEmpty();
});

test('[A-XSS-04] the consent page leads nowhere that the server has not allowed', async ({
  page,
  faults,
}) => {
  faults.allow(/^40[04]: POST .*egnyte/u, /^412: /u);
  for (const address of [
    'javascript:window.attacked=1',
    'data:text/html,x',
    '//evil.test/x',
    'https://evil.test/x',
  ]) {
    const search = new URLSearchParams({
      token: 't',
      save_url: address,
      domain: 'a.egnyte.com',
      redirect_id: 'r',
    });
    await page.goto(`egnyte/connect?${search.toString()}`);
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByLabel('Fax number')).toHaveCount(0);
    expect([new URL(page.url()).pathname, await attacked(page)]).toEqual(['/egnyte/connect', [undefined, 0]]);
  }
});

test('[A-XSS-05] keys and tokens of an address never become part of the page', async ({ page, faults }) => {
  faults.allow(/^4\d\d: /u, /^console: call failed/u);
  const value = encodeURIComponent('"><script>window.attacked=1</script>');
  for (const address of [
    `verify?id=1&key=${value}`,
    `verify?id=${value}&key=x`,
    `reset-password?token=${value}`,
  ]) {
    const answer = await page.goto(address);
    expect(await answer?.text()).not.toContain('attacked');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('script', { hasText: 'attacked' })).toHaveCount(0);
    expect(await attacked(page)).toEqual([undefined, 0]);
  }
});

test('[A-XSS-07] words, names of zones and rules of passwords that a server sends are text', async ({
  page,
  product,
}) => {
  await page.route('**/passwordRules.json*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll(
      /"(Comment|Feature)":"[^"]*"/gu,
      (_, name: string) => `"${name}":${JSON.stringify(MARKUP)}`,
    );
    await route.fulfill({ response: answer, body });
  });
  await page.route('**/TimeZoneList.json*', async (route) => {
    const answer = await route.fetch();
    const zones = (await answer.json()) as { name: string }[];
    await route.fulfill({ response: answer, json: zones.map((zone) => ({ ...zone, name: MARKUP })) });
  });
  await page.route('**/locales/en.json*', async (route) => {
    const answer = await route.fetch();
    const words = (await answer.json()) as { general: Record<string, unknown> };
    words.general['lead'] = MARKUP;
    words.general['title'] = MARKUP;
    await route.fulfill({ response: answer, json: words });
  });
  await enter(page, product, OWNER, 'preferences/general');
  await expectText(page);
  await expect(page.locator('option', { hasText: 'window.attacked' }).first()).toBeAttached();
  const rules = page.waitForResponse(/passwordRules/u);
  await page.goto('preferences/account-security');
  await rules;
  await page.getByLabel('New password', { exact: true }).fill('a');
  await expectText(page);
});

test('[A-XSS-11] no page can be framed by another site', async ({ page, product, faults }) => {
  faults.allow(/frame/iu, /ERR_BLOCKED/u);
  const places = ['egnyte/connect', 'inbox/compose', 'cancellation', 'login'];
  const frames = places.map(
    (place) => `<iframe src="${product.baseURL.replace(/\/$/u, '')}/${place}"></iframe>`,
  );
  const evil = createServer((_, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(frames.join(''));
  });
  await new Promise<void>((resolve) => {
    evil.listen(0, '127.0.0.1', resolve);
  });
  try {
    const refusals: string[] = [];
    page.on('console', (message) => {
      if (/frame-ancestors|X-Frame-Options/iu.test(message.text())) refusals.push(message.text());
    });
    await page.goto(`http://localhost:${(evil.address() as AddressInfo).port}/`);
    await expect.poll(() => refusals.length).toBeGreaterThanOrEqual(places.length);
    for (const frame of page.frames().slice(1)) expect(await frame.locator('#app').count()).toBe(0);
  } finally {
    evil.close();
  }
  for (const place of places) {
    const { headers } = {
      headers: (await page.request.get(`${product.baseURL.replace(/\/$/u, '')}/${place}`)).headers(),
    };
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
  }
});

test('[A-XSS-01] what contacts say is text on every screen', async ({ page, product }) => {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/u.test(message.text())) violations.push(message.text());
  });
  const attack = [
    '<script>window.attacked=1</script>',
    '"""><img src=x onerror=window.attacked=1>"',
    '3135550281',
    '',
    '',
    'javascript:window.attacked=1',
    '<svg onload=window.attacked=1>',
  ].join(',');
  await openContacts(page, product, OWNER, [attack]);
  await page.getByRole('row').filter({ hasText: '<script>' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('<script>window.attacked=1</script>');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('heading', { name: 'Edit contact' })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('inbox');
  await rowOf(page, '<script>').click();
  await expect(page.locator('article').getByText('<script>window.attacked=1</script>')).toBeVisible();
  await page.goto('dashboard');
  await expect(page.getByText('<script>window.attacked=1</script>').first()).toBeVisible();
  await page.goto('inbox/compose');
  await page.getByRole('button', { name: 'Choose from contacts' }).click();
  await page.getByRole('complementary', { name: 'Contacts' }).getByText('<script>').click();
  await page.getByRole('button', { name: 'Add 1 number' }).click();
  await expect(page.locator('.tag')).toHaveCount(1);
  await page.getByRole('button', { name: 'Close contacts' }).click();
  await page.getByRole('switch', { name: 'Cover page' }).check();
  await page.getByLabel('Recipient name').fill('<script>window.attacked=1</script>');
  await page.getByLabel('Company', { exact: true }).fill('"><img src=x onerror=window.attacked=1>');
  await page.getByLabel('Subject').fill('javascript:window.attacked=1');
  await page.getByLabel('Comments').fill('<svg onload=window.attacked=1> #panic() $x$ *bold*');
  const sheet = page.getByRole('img', { name: 'Cover page as it will be sent' });
  await expect
    .poll(async () => await sheet.evaluate((one: HTMLImageElement) => one.naturalWidth))
    .toBeGreaterThan(0);
  // An invalid address is never stored.
  const token = (await page.context().cookies()).find(({ name }) => name === 'access-token')?.value ?? '';
  const refused = await page.request.post('api/db/f2e/UserContact.json', {
    data: { to_person: 'Eve', company: 'Acme', faxnum: '', email: 'x@y.z"onfocus=window.attacked=1' },
    headers: { 'x-access-token': token },
  });
  expect(await refused.json()).toMatchObject({
    success: false,
    fields: { email: expect.any(String) },
  });
  expect(await page.evaluate(() => (globalThis as { attacked?: number }).attacked)).toBeUndefined();
  expect(violations).toEqual([]);
});
