import { signInAdministrator } from './administrator.ts';
import { expectAccessible, expectNoSideScroll } from './mailbox.ts';
import { PERSON_PASSWORD, linkTo } from './people-rig.ts';
import { expect, test } from './product.ts';

const PHONE = { width: 390, height: 844 };
const OMAR = 'omar@billing.test';

test('an administrator invites somebody for billing, who sees usage and no fax, and makes them an auditor', async ({
  page,
  browser,
  product,
  faults,
}) => {
  await signInAdministrator(page, product);
  await page.getByRole('button', { name: /Administrator/u }).click();
  await page.getByRole('menuitem', { name: 'People' }).click();
  await expect(page.getByText('You’re the only one so far')).toBeVisible();
  await page.getByRole('button', { name: 'Invite people' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite people' });
  await dialog.getByLabel('Email addresses').fill(`${OMAR},`);
  await dialog.getByRole('radio', { name: /^Billing/u }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Send invitations' }).click();
  await expect(page.getByRole('row', { name: new RegExp(OMAR, 'u') })).toContainText('Invited');

  const others = await browser.newContext({ baseURL: product.baseURL });
  const omar = await others.newPage();
  await omar.goto(await linkTo(product, OMAR));
  await expect(omar.getByText('Sees usage. Can’t open faxes or change anything.')).toBeVisible();
  await omar.getByLabel('Your name').fill('Omar Haddad');
  await omar.getByLabel('Password', { exact: true }).fill(PERSON_PASSWORD);
  await omar.getByRole('button', { name: 'Join' }).click();
  await expect(omar.getByRole('heading', { name: 'Usage', level: 1 })).toBeVisible();
  const places = omar.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(places).toHaveText(['Usage']);
  await omar.goto('multifax/configure-fax-accounts');
  await expect(omar).toHaveURL(/\/multifax\/usage$/u);

  await page.reload();
  await expect(page.getByRole('row', { name: /Omar Haddad/u })).toContainText('Password');
  await expectAccessible(page);
  await page.getByRole('combobox', { name: 'Role of Omar Haddad' }).selectOption('Auditor');
  await expect(page.getByText('Role of Omar Haddad: Auditor')).toBeVisible();
  // Requests that the previous page still makes are refused; after a reload it is the auditor's page.
  faults.allow(/^403: /u);
  await omar.reload();
  await expect(omar).toHaveURL(/\/multifax\/activity$/u);
  await expect(omar.getByRole('row', { name: /Omar Haddad.*Logged in/u })).toBeVisible();
  await omar.getByRole('combobox', { name: 'Activity of' }).selectOption({ index: 1 });
  await expect(omar.getByRole('button', { name: 'Export' })).toBeVisible();
  await expectAccessible(omar);
  await omar.setViewportSize(PHONE);
  await expectNoSideScroll(omar);
  // An auditor has none of the items at the bottom of a phone's screen.
  await expect(omar.locator('.bottomnav')).toBeHidden();
  await page.setViewportSize(PHONE);
  await expectNoSideScroll(page);
  await expect(page.locator('.bottomnav')).toBeVisible();

  await page.getByRole('button', { name: 'More for Omar Haddad' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Omar Haddad was removed.')).toBeVisible();
  faults.allow(/^401: /u);
  await omar.reload();
  await expect(omar).toHaveURL(/\/login/u);
  await others.close();
});
