import { expect, test } from './product.ts';
import { f2e } from './operator.ts';

const PASSWORD = 'Right-horse-battery-7';

test('an operator signs in, works through a day, and the audit names every act', async ({
  page,
  product,
  faults,
}) => {
  await f2e(product, ['operator', 'add', 'walker', '--password-stdin'], `${PASSWORD}\n`);
  await page.goto('operator');
  await page.getByLabel('Name').fill('walker');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();

  const sections = page.getByRole('navigation', { name: 'Sections' });
  await sections.getByRole('link', { name: 'Queue' }).click();
  await page.getByLabel('State').selectOption('FAILED');
  await expect(page).toHaveURL(/state=FAILED/);
  await expect(page.getByRole('row').filter({ hasText: 'Not sent' }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('State')).toHaveValue('FAILED');
  await page.getByRole('row').filter({ hasText: 'Not sent' }).first().getByText('Not sent').click();
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('combobox', { name: 'Search a number' })).toBeFocused();
  await page.keyboard.type('onnet');
  await expect(page.getByRole('option', { name: 'onnet' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'onnet' })).toBeVisible();

  await sections.getByRole('link', { name: 'Lines' }).click();
  await page.getByRole('button', { name: 'Add line' }).click();
  await page.getByRole('radio', { name: 'Simulator' }).check();
  await page.getByLabel('Name', { exact: true }).fill('walk');
  await page.getByLabel('Numbers', { exact: true }).fill('+1999*');
  await page.getByRole('dialog').getByRole('button', { name: 'Add line' }).click();
  const line = page.getByRole('row').filter({ hasText: 'walk' });
  await line.getByRole('button', { name: 'Drain' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Drain' }).click();
  await expect(line.getByText('Drained')).toBeVisible();
  await line.getByRole('button', { name: 'Turn on' }).click();
  await expect(line.getByRole('button', { name: 'Drain' })).toBeVisible();

  await line.getByRole('link', { name: 'walk' }).click();
  await page.getByRole('button', { name: 'Test call' }).click();
  await page.getByLabel('Fax number to call').fill('999-555-0199');
  await page.getByRole('dialog').getByRole('button', { name: 'Test call' }).click();
  await expect(page.getByText('The number is busy.')).toBeVisible();
  await page.getByRole('link', { name: 'Call details' }).click();
  await expect(page.getByRole('heading', { name: 'Test call to 999-555-0199' })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Priority').fill('7');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('walk was changed.')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: /^7$/ })).toBeVisible();

  faults.allow(/^412: POST .*operator\/api\/numbers$/u);
  await sections.getByRole('link', { name: 'Numbers' }).click();
  await page.getByRole('button', { name: 'Add numbers' }).click();
  await page.getByRole('textbox', { name: 'Numbers' }).fill('(503) 555-0191\n12');
  await page.getByRole('dialog').getByRole('button', { name: 'Add numbers' }).click();
  await expect(page.getByText('is no number of ten digits')).toBeVisible();
  await page.getByRole('textbox', { name: 'Numbers' }).fill('(503) 555-0191');
  await page.getByRole('dialog').getByRole('button', { name: 'Add numbers' }).click();
  await expect(page.getByText('One number added')).toBeVisible();
  await sections.getByRole('link', { name: 'Accounts' }).click();
  await page.getByRole('button', { name: 'Add account' }).click();
  await page.getByLabel('Email', { exact: true }).fill('walker@example.com');
  await page.getByLabel('Area code').fill('503');
  await page.getByRole('dialog').getByRole('button', { name: 'Add account' }).click();
  await expect(page.getByRole('heading', { name: '503-555-0191' })).toBeVisible();

  await sections.getByRole('link', { name: 'Brands' }).click();
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByLabel('Title').fill('Walking Fax');
  await page.getByLabel('Color').fill('#b3005e');
  await expect(page.getByText('Welcome to Walking Fax').first()).toBeVisible();
  await expect
    .poll(
      async () =>
        await page
          .locator('.oc-look')
          .first()
          .evaluate((look) => getComputedStyle(look).getPropertyValue('--brand')),
    )
    .toBe('#b3005e');

  await sections.getByRole('link', { name: 'Brands' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Add brand' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Short');
  await page.getByLabel('Domain', { exact: true }).fill('fax.short.test');
  await page.getByRole('dialog').getByRole('button', { name: 'Add brand' }).click();
  await page.getByLabel('Minimum length').fill('12');
  await page.getByLabel('Default rules').uncheck();
  await page.getByLabel('Pattern').fill('/[0-9]/');
  await page.getByLabel('Description').fill('a digit');
  const passwords = page.getByRole('region', { name: 'Passwords' });
  await passwords.getByRole('button', { name: 'Save' }).click();
  await expect(passwords.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.getByRole('button', { name: 'Remove brand' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Short deleted.')).toBeVisible();

  await sections.getByRole('link', { name: 'Blocked' }).click();
  await page.getByRole('button', { name: 'Block domain' }).click();
  await page.getByLabel('Domain', { exact: true }).fill('walk.example');
  await page.getByRole('dialog').getByRole('button', { name: 'Block domain' }).click();
  await page
    .getByRole('row')
    .filter({ hasText: 'walk.example' })
    .getByRole('button', { name: 'Allow' })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByText('You haven’t blocked any domain')).toBeVisible();

  await sections.getByRole('link', { name: 'Audit' }).click();
  const rows = page.getByRole('row').filter({ hasText: 'Operator walker' });
  await expect(rows.filter({ hasText: 'Line drained' }).first()).toBeVisible();
  await expect(rows.filter({ hasText: 'Line turned on' }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('rows unchanged')).toBeVisible();

  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByLabel('Name')).toBeVisible();
  await f2e(product, ['line', 'remove', 'walk']);
  await f2e(product, ['operator', 'remove', 'walker']);
});
