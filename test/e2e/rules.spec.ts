import { receive, rowOf } from './inbox-rig.ts';
import { enter, expectAccessible, expectNoSideScroll } from './mailbox.ts';
import { ensureAccount } from './operator.ts';
import { expect, test } from './product.ts';

const NUMBER = '2125550680';

test('an owner makes rules, tries them, puts them in order, and sees at a fax what they did', async ({
  page,
  product,
  faults,
}) => {
  faults.allow(/^412: .*\/rules$/u, /RULE_NUMBER/u);
  await ensureAccount(product, NUMBER);
  await receive(product, NUMBER, '3125550181');
  await enter(page, product, NUMBER, 'preferences/rules');
  const save = page.getByRole('button', { name: 'Save rule' });
  const conditions = page.getByRole('combobox', { name: 'Condition', exact: true });
  const action = page.getByRole('combobox', { name: 'Action', exact: true });

  // An example to start from; missing values are reported, and nothing is lost.
  await page.getByRole('button', { name: 'Archive single pages from hidden callers' }).click();
  await expect(page.getByText('0 of the last 1 fax matches')).toBeVisible();
  await conditions.first().selectOption({ label: 'Sender’s number is' });
  await save.click();
  await expect(page.getByText('Complete this line or remove it.')).toBeVisible();
  await page.getByLabel('Numbers').fill('312*,');
  await expect(page.getByText('1 of the last 1 fax matches')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('Suppliers');
  await expectAccessible(page);
  await save.click();
  await expect(page.getByText('“Suppliers” is saved.')).toBeVisible();

  // The text of a barcode, or its beginning.
  await page.getByRole('button', { name: 'New rule' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Invoices');
  await page.getByRole('button', { name: 'Add condition' }).click();
  await conditions.first().selectOption({ label: 'A barcode reads' });
  await page.getByLabel('Barcodes').fill('INV-*,');
  await page.getByRole('button', { name: 'Add action' }).click();
  await action.selectOption({ label: 'Mark as read' });
  await save.click();
  await expect(page.getByText('with barcode INV-*')).toBeVisible();
  await page.getByRole('button', { name: /^\d\. Invoices/u }).click();
  await page.getByRole('button', { name: 'Delete rule' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete rule' }).click();
  await expect(page.getByText('with barcode INV-*')).toBeHidden();

  // Opening something else loses no changes.
  await page.getByRole('button', { name: 'New rule' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Tell me');
  await page.getByRole('button', { name: /^\d\. Suppliers/u }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await save.click();
  await expect(page.getByText('Add at least one action.')).toBeVisible();
  await page.getByRole('button', { name: 'Add action' }).click();
  await action.selectOption({ label: 'Forward to' });
  await page.getByLabel('Fax number').fill('646-555-0188');
  await save.click();
  await expect(page.getByText('Send a fax to 646-555-0188 first.')).toBeVisible();
  await action.selectOption({ label: 'Email to' });
  await page.getByRole('combobox', { name: 'Add an address' }).selectOption({ index: 1 });
  await save.click();
  const rules = page.getByRole('list', { name: 'Rules in order' }).getByRole('listitem');
  await expect(rules).toHaveText([/^1\. Suppliers/u, /^2\. Tell me/u]);
  await page.getByRole('button', { name: 'Move “Tell me”' }).press('Space');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await expect(rules).toHaveText([/^1\. Tell me/u, /^2\. Suppliers/u]);
  await page.getByRole('switch', { name: '“Tell me” is on' }).click();
  await expect(page.getByText('“Tell me” is off.')).toBeVisible();
  await page.reload();
  await expect(rules).toHaveText([/^1\. Tell me/u, /^2\. Suppliers/u]);
  await expectAccessible(page);

  // A fax arrives, and is filed.
  await receive(product, NUMBER, '3125550182');
  await page.goto('inbox?folder=Archive');
  await rowOf(page, '312-555-0182').click();
  await page.getByRole('button', { name: 'Details' }).click();
  const did = page.getByRole('region', { name: 'Rules' });
  await expect(did).toContainText('Suppliers');
  await expect(did).toContainText('Move to Archive');
  await expectAccessible(page);

  await page.goto('preferences/rules');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: /^\d\. Suppliers/u }).click();
  await expect(page.getByRole('button', { name: 'All rules' })).toBeVisible();
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete rule' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete rule' }).click();
  await expect(rules).toHaveText([/^1\. Tell me/u]);
});
