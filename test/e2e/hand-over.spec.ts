import type { Page } from '@playwright/test';

import { ensureAccount, f2e } from './operator.ts';
import { expect, test } from './product.ts';
import type { RunningProduct } from './product.ts';
import { HARBOR, MEADOW, ensureBrand, homeOf } from './two-brands.ts';

test.beforeAll(async ({ product }) => {
  test.setTimeout(120_000);
  for (const brand of [HARBOR, MEADOW]) await ensureBrand(product, brand);
});

const HARBOR_SHOWN = '212-555-0341';
/** Another account of the same brand, in which an attacker wants a person to work. */
const OTHER = '2125550397';
const OTHER_SHOWN = '212-555-0397';

async function ensureOther(product: RunningProduct): Promise<string> {
  const { brands } = await f2e(product, ['brand', 'list']);
  const hid = (brands as { hid: string; title: string }[]).find(({ title }) => title === HARBOR.title)?.hid;
  return await ensureAccount(product, OTHER, ['--brand', String(hid)], HARBOR.domain);
}

async function logIn(page: Page, product: RunningProduct) {
  await page.goto(`${homeOf(product, HARBOR)}/login`);
  await page.getByLabel('Fax number').fill(HARBOR.number);
  await page.getByLabel('Password', { exact: true }).fill(product.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('button', { name: HARBOR_SHOWN })).toBeVisible();
}

async function sender(page: Page, product: RunningProduct) {
  await page.goto(`${homeOf(product, HARBOR)}/inbox/compose`);
  return page.getByText(/^From /);
}

/** Acts as another brand's page that hands a login over: a form posted from there to here. */
async function postForm(page: Page, product: RunningProduct) {
  await page.goto(`${homeOf(product, MEADOW)}/login`);
  await page.evaluate(
    ([action, username, password]) => {
      const form = document.createElement('form');
      form.method = 'post';
      form.action = action ?? '';
      for (const [name, value] of Object.entries({ username, password })) {
        const field = document.createElement('input');
        field.name = name;
        field.value = value ?? '';
        form.append(field);
      }
      document.body.append(form);
      form.submit();
    },
    [`${homeOf(product, HARBOR)}/login`, OTHER, product.password],
  );
}

test('[A-XDOM-03] a login that is forged from another page asks first; the session survives, and compose says who sends', async ({
  page,
  product,
}) => {
  await ensureOther(product);
  await logIn(page, product);
  await expect(await sender(page, product)).toContainText(HARBOR_SHOWN);
  await postForm(page, product);
  await expect(
    page.getByText(`You’re logged in as ${HARBOR_SHOWN}. Continue as ${OTHER_SHOWN}?`),
  ).toBeVisible();
  await page.getByRole('button', { name: `Stay as ${HARBOR_SHOWN}` }).click();
  await expect(page).toHaveURL(/\/dashboard$/u);
  await expect(await sender(page, product)).toContainText(HARBOR_SHOWN);

  await postForm(page, product);
  await page.getByRole('button', { name: `Continue as ${OTHER_SHOWN}` }).click();
  await expect(page).toHaveURL(/\/dashboard$/u);
  await expect(await sender(page, product)).toContainText(OTHER_SHOWN);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText(/^From /)).toContainText(OTHER_SHOWN);
});

test('[A-XDOM-08] a ticket acts only where a person opens it, and asks where somebody is logged in', async ({
  page,
  product,
  faults,
}) => {
  faults.allow(/api\/auth\/sso/u);
  const uid = await ensureOther(product);
  const ticket = async () => String((await f2e(product, ['sso-ticket', '--account', uid]))['ticket']);
  const address = async () => `${homeOf(product, HARBOR)}/api/auth/sso?ticket=${await ticket()}`;
  await logIn(page, product);
  const cookies = async () =>
    (await page.context().cookies(homeOf(product, HARBOR))).find(({ name }) => name === 'f2e_session')?.value;
  const before = await cookies();

  // An image and a frame on our own page, so that the browser would accept their cookies.
  const planted = await address();
  const statuses = page.waitForResponse((answer) => answer.url().includes('/api/auth/sso'));
  await page.evaluate((url) => {
    new Image().src = url;
  }, planted);
  expect((await statuses).status()).toBe(403);
  expect(await cookies()).toBe(before);
  await expect(await sender(page, product)).toContainText(HARBOR_SHOWN);

  // The same ticket, opened by a person.
  await page.goto(planted);
  await expect(
    page.getByText(`You’re logged in as ${HARBOR_SHOWN}. Continue as ${OTHER_SHOWN}?`),
  ).toBeVisible();
  expect(await cookies()).toBe(before);
  await page.getByRole('button', { name: `Stay as ${HARBOR_SHOWN}` }).click();
  await expect(page).toHaveURL(/\/dashboard$/u);
  await expect(await sender(page, product)).toContainText(HARBOR_SHOWN);

  await page.goto(await address());
  await page.getByRole('button', { name: `Continue as ${OTHER_SHOWN}` }).click();
  await expect(page).toHaveURL(/\/dashboard$/u);
  await expect(await sender(page, product)).toContainText(OTHER_SHOWN);
  expect(await cookies()).not.toBe(before);
  // The ticket is used up: Back and reload lead nowhere.
  await page.goto(planted);
  await expect(page).toHaveURL(/\/login/u);
});
