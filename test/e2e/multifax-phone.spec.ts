import type { Locator, Page } from '@playwright/test';
import { chooseFirst, signInAdministrator } from './administrator.ts';
import { allAnswered } from './calls-under-way.ts';
import { expectAccessible } from './mailbox.ts';
import { expect, test } from './product.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/**
 * Asserts that nothing is wider than the screen, and that no control of the page or of an overlay is cut off at a side.
 */
async function expectToFit(page: Page): Promise<void> {
  await allAnswered(page);
  const cutOff = await page.evaluate(() => {
    const every = document.querySelectorAll<HTMLElement>('a, button, input, select');
    // Controls only for screen readers are outside on purpose.
    const controls = [...every].filter(
      (control) => control.tabIndex >= 0 && control.checkVisibility() && !control.closest('.sr, .skip'),
    );
    const outside = controls.filter((control) => {
      const { left, right } = control.getBoundingClientRect();
      return left < 0 || right > innerWidth;
    });
    const wide = document.documentElement.scrollWidth > innerWidth ? ['the page'] : [];
    return [...wide, ...outside.map((control) => control.outerHTML)];
  });
  expect(cutOff).toEqual([]);
}

/** Taps a control, and asserts that the result is visible and fits the screen. */
async function tap(page: Page, control: Locator, shows: Locator): Promise<void> {
  await control.tap();
  await expect(shows).toBeVisible();
  await expectToFit(page);
}

test('an account is added, changed, shared and removed by touch', async ({ page, product }) => {
  await signInAdministrator(page, product);
  await expect(button(page, /^Manage/u).first()).toBeVisible();
  await expectToFit(page);
  await expectAccessible(page);
  const add = button(page, 'Add account');
  await tap(page, add, page.getByRole('radio', { name: /Local US/u }));
  await page.getByRole('radio', { name: /Local US/u }).tap();
  await chooseFirst(page, 'State');
  await chooseFirst(page, 'Area code');
  await page
    .getByLabel('Email', { exact: true })
    .fill('a.rather.long.name@a-rather-long-company.example.com');
  await tap(page, add, page.getByText('New account was created.'));
  await page.getByRole('textbox', { name: 'Search number or email' }).fill('rather');
  await page.keyboard.press('Enter');
  await expect(button(page, /^Manage/u)).toHaveCount(1);
  await expectToFit(page);
  await tap(page, button(page, /^Manage/u), page.getByLabel('Email', { exact: true }));
  await expectAccessible(page);

  await page.getByLabel('Email', { exact: true }).fill('deck@example.com');
  await tap(page, button(page, 'Update account'), page.getByText('User data were updated.'));
  const domain = page.getByLabel('Domain', { exact: true });
  await tap(page, button(page, 'Add domain'), domain);
  await domain.fill('rather-long-name-of-a-company.com');
  await tap(page, button(page, 'OK'), page.getByText('Whitelisted Domain was added'));
  await page.getByRole('switch', { name: /rather-long-name/u }).tap();
  await expect(page.getByRole('switch', { name: /rather-long-name/u })).not.toBeChecked();
  const address = page.getByRole('dialog').getByLabel('Email address');
  await tap(page, button(page, 'Add email'), address);
  await address.fill('a.rather.long.secondary.address@example.com');
  await tap(
    page,
    page.getByRole('dialog').getByRole('button', { name: /Add|OK/u }),
    page.getByText('Address added.'),
  );
  const sure = page.getByRole('alertdialog').getByRole('button', { name: 'Delete service' });
  await tap(page, button(page, 'Delete service'), sure);
  await tap(page, sure, page.getByText('Service was removed.'));
  await expect(add).toBeVisible();
});

test('usage, external storage, activity and the menu by touch', async ({ page, product }) => {
  await signInAdministrator(page, product);
  const place = (name: string) => page.getByRole('navigation').last().getByRole('link', { name });
  await tap(page, place('Usage'), button(page, 'Export'));
  await tap(page, button(page, /^From/u), button(page, 'Previous'));
  await button(page, 'Previous').tap();
  await page.locator('td').getByRole('button').filter({ hasText: /^15$/u }).tap();
  await expect(page.getByRole('table', { name: 'Pages per day' })).toBeAttached();
  await page.getByRole('columnheader', { name: 'Email' }).getByRole('button').tap();
  await expect(page.getByRole('columnheader', { name: 'Email' })).toHaveAttribute('aria-sort', 'ascending');
  const file = page.waitForEvent('download');
  await button(page, 'Export').tap();
  await file;
  await expectAccessible(page);

  await tap(page, place('Storage'), button(page, 'Add connection'));
  await tap(page, button(page, 'Add connection'), page.getByLabel('Fax account', { exact: true }));
  await page
    .getByLabel('Fax account', { exact: true })
    .selectOption({ label: '212-555-0162 (records@example.com)' });
  await tap(page, button(page, 'Add connection'), page.getByLabel('sFTP Server'));
  await expectAccessible(page);
  const again = button(page, 'Connect 212-555-0162 sFTP');
  await tap(page, button(page, 'Disconnect'), again);
  await tap(page, again, page.getByText('The connection is active.'));
  await page.getByRole('checkbox', { name: 'Select 212-555-0162' }).tap();
  await expect(button(page, 'Disconnect 1')).toBeVisible();
  await expectToFit(page);
  await expectAccessible(page);

  const menu = page.getByRole('dialog');
  await tap(page, button(page, 'Menu'), menu);
  await tap(
    page,
    menu.getByRole('link', { name: 'Activity' }),
    page.getByText('Storage connection saved').first(),
  );
  await expectAccessible(page);
  await tap(page, button(page, 'Menu'), menu);
  await menu.getByRole('button', { name: 'Light' }).tap();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await tap(page, menu.getByRole('button', { name: 'Log out' }), page.getByLabel('Username'));
});
