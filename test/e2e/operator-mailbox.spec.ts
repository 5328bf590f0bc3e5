import { f2e } from './operator.ts';
import { expectAccessible, expectNoSideScroll, signIn } from './mailbox.ts';
import { expect, test } from './product.ts';

const PASSWORD = 'Right-horse-battery-7';
/** A demonstration account that has faxes. */
const NUMBER = '212-555-0100';
const REASON = 'Ticket 4711: pages look cut off';

test('an operator looks into a mailbox for a reason; its owner sees who looked, and why', async ({
  page,
  browser,
  product,
  faults,
}) => {
  // Without a reason the server refuses, and the page requests one.
  faults.allow(/^412: GET .*\/operator\/api\/mailbox\?/u);
  await f2e(product, ['operator', 'add', 'looker', '--password-stdin'], `${PASSWORD}\n`);
  await page.goto('operator');
  await page.getByLabel('Name').fill('looker');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  // Other tests have created accounts, and the list has several pages.
  await page.goto(`operator/accounts?search=${NUMBER.replaceAll('-', '')}`);
  await page.getByRole('link', { name: NUMBER }).click();
  await page.getByRole('link', { name: 'View mailbox' }).click();
  await expect(page.getByRole('button', { name: 'Open mailbox' })).toBeDisabled();
  await expectAccessible(page);
  await page.getByLabel('Reason').fill(REASON);
  await page.getByRole('button', { name: 'Open mailbox' }).dblclick();
  await page.getByRole('button', { name: 'View' }).first().click();
  await expect(page.getByRole('img', { name: /^Page 1 of/u })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('Folder').selectOption('Sent');
  await expect(page).toHaveURL(/folder=Sent/u);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSideScroll(page);

  const owner = await (await browser.newContext({ baseURL: product.baseURL })).newPage();
  await signIn(owner, product, NUMBER.replaceAll('-', ''));
  await owner.goto('preferences/account-security');
  await expect(owner.getByText(`Support (looker) opened 1 fax. Reason: ${REASON}`)).toHaveCount(1);
  await owner.context().close();
});
