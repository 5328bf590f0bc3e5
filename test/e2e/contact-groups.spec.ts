import type { Page } from '@playwright/test';
import { openContacts } from './contacts-rig.ts';
import { destination, expectAccessible } from './mailbox.ts';
import { ensureAccount } from './operator.ts';
import { expect, test } from './product.ts';

const OWNER = '2125550271';
const BOOK = [
  'Name,Company,Fax number,Home phone,Email',
  'Jo Castellano,Harbor 1A,7325550391,,',
  'Omar Okafor,Harbor 1B,7325550392,,',
  'Mia Torres,Harbor 2A,,,mia@example.com',
  'Thomas Renner,Renner & Pine LLP,7325550393,,',
];

const chips = (page: Page) => page.getByRole('button', { name: /^Edit / });
const options = (page: Page) =>
  page.getByRole('listbox', { name: 'Suggested recipients' }).getByRole('option');

test.beforeAll(async ({ product }) => {
  await ensureAccount(product, OWNER);
});

test('a group is made of checked contacts, chosen in To by its name, and deleted with Undo', async ({
  page,
  product,
}) => {
  await openContacts(page, product, OWNER, BOOK);
  for (const name of ['Jo Castellano', 'Omar Okafor', 'Mia Torres'])
    await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  await page.getByRole('button', { name: 'Add to group' }).click();
  await page.getByRole('menuitem', { name: 'New group…' }).click();
  await expect(page.getByLabel('Group name')).toBeFocused();
  await page.keyboard.type('Harbor Street tenants');
  await page.keyboard.press('Enter');
  const group = page.getByRole('link', { name: /^Harbor Street tenants/ });
  await expect(group).toContainText('3');
  await group.click();
  await expect(page.getByRole('heading', { name: 'Harbor Street tenants' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Select Thomas Renner' })).toBeHidden();
  await expectAccessible(page);

  await page.goto('inbox/compose');
  await expect(destination(page)).toBeFocused();
  await page.keyboard.type('7325550391');
  await page.keyboard.press('Enter');
  await expect(chips(page)).toHaveText(['Jo Castellano · 732-555-0391']);
  await page.keyboard.type('stre');
  await expect(options(page)).toHaveText([
    /Harbor Street tenants.*2 recipients: Jo Castellano, Omar Okafor/u,
  ]);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(chips(page)).toHaveText(['Jo Castellano · 732-555-0391', 'Omar Okafor · 732-555-0392']);
  await expect(destination(page)).toHaveAccessibleDescription(/no usable fax number: Mia Torres\./u);

  await page.goto('contacts');
  await page.getByRole('link', { name: /^Harbor Street tenants/ }).click();
  await page.getByRole('button', { name: 'Group actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete group' }).click();
  await page.getByRole('button', { name: 'Delete group' }).click();
  await expect(group).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(group).toContainText('3');
  await expect(page.getByText('Undone')).toBeVisible();
});
