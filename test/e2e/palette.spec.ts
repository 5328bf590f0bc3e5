import { openContacts } from './contacts-rig.ts';
import { ensureMailbox, openInbox, rowOf, rows } from './inbox-rig.ts';
import { confirmByEnter, expectAccessible } from './mailbox.ts';
import { expect, test } from './product.ts';

const OWNER = '2125550696';
const FAXES = { '3135550391': 1, '3135550392': 1, '3135550393': 1 };

test.beforeAll(async ({ product }) => {
  test.setTimeout(120_000);
  await ensureMailbox(product, OWNER, FAXES);
});

test('a fax is deleted and a contact faxed from the palette; single keys work once they are turned on', async ({
  page,
  product,
}) => {
  const keys = page.keyboard;
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  const typed = palette.getByRole('combobox');
  await openContacts(page, product, OWNER, ['Dana Whitfield,Northgate,3135550391']);
  await openInbox(page, product, OWNER);

  await rowOf(page, '313-555-0393').click();
  await expect(page.getByRole('article')).toBeVisible();
  await keys.press('Control+K');
  await expect(typed).toBeFocused();
  await expect(palette.getByRole('group', { name: 'This fax' })).toBeVisible();
  await typed.fill('delete');
  await expect(palette.getByRole('option', { name: 'Delete', selected: true })).toBeVisible();
  await expectAccessible(page);
  await keys.press('Enter');
  await expect(palette).toBeHidden();
  await confirmByEnter(page);
  await expect(rows(page)).toHaveCount(2);
  await expect(page.locator('[role=option]:focus')).toBeVisible();

  await keys.press('Control+K');
  await typed.fill('dana');
  await expect(palette.getByRole('option', { name: /^Send fax to Dana/u, selected: true })).toBeVisible();
  await keys.press('Escape');
  await expect(palette).toBeHidden();
  await expect(page.locator('[role=option]:focus')).toBeVisible();
  await keys.press('Control+K');
  await typed.fill('Dana');
  await keys.press('Control+Enter');
  await expect(page).toHaveURL(/q=Dana/u);
  await expect(rows(page)).toHaveCount(1);

  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.press('?');
  await expect(sheet).toBeHidden();
  await keys.press('Control+K');
  await typed.fill('keyboard');
  await keys.press('Enter');
  await sheet.getByRole('switch').click();
  await expect(sheet.getByRole('switch')).toBeChecked();
  await expectAccessible(page);
  await keys.press('Escape');
  await expect(sheet).toBeHidden();

  await page.goto('inbox');
  await expect(rows(page)).toHaveCount(2);
  await keys.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip to faxes' })).toBeFocused();
  await keys.press('Enter');
  await expect(rows(page).first()).toBeFocused();
  await keys.press('j');
  await expect(rows(page).last()).toBeFocused();
  await keys.press('x');
  await expect(rows(page).last()).toHaveAttribute('aria-selected', 'true');
  await keys.press('e');
  await expect(rows(page)).toHaveCount(1);
  await keys.press('/');
  await expect(page.getByRole('textbox', { name: 'Search all folders' })).toBeFocused();
  await keys.press('c');
  await expect(page.getByRole('textbox', { name: 'Search all folders' })).toHaveValue('c');
  await rows(page).first().click();
  await expect(page.getByRole('article')).toBeVisible();
  await keys.press('r');
  await expect(page).toHaveURL(/inbox\/compose/u);
  await expect(page.locator('.tags .tag')).toBeVisible();
});
