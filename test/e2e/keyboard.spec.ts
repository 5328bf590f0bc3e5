import type { Locator, Page } from '@playwright/test';
import { ensureMailbox, folder, rowOf, rows } from './inbox-rig.ts';
import { confirmByEnter } from './mailbox.ts';
import { ensureSimulator } from './operator.ts';
import { expect, test } from './product.ts';

const OWNER = '2125550604';
const FAXES = { '3135550271': 1, '3135550272': 1, '3135550273': 1 };

test.beforeAll(async ({ product }) => {
  test.setTimeout(120_000);
  await ensureMailbox(product, OWNER, FAXES);
  await ensureSimulator(product);
});

/** Presses Tab until the element has the focus, for at most 80 steps. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  const focused = wanted.and(page.locator(':focus'));
  for (let step = 0; step < 80; step += 1) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reaches ${wanted.toString()}`);
}

/** Asserts that the list gives the focus to a row after the row or the reader that had it is gone. */
async function focusIsInList(page: Page): Promise<void> {
  await expect(page.locator('[role=option]:focus')).toBeVisible();
}

test('[WID-01] without a mouse: signed in, a fax sent, one archived by key, one by the bar, one deleted, signed out', async ({
  page,
  product,
}) => {
  const keys = page.keyboard;
  await page.goto('login');
  await tabTo(page, page.getByLabel('Fax number'));
  await keys.type(OWNER);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await keys.type(product.password);
  await keys.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/u);
  await page.getByRole('table').first().waitFor();

  await keys.press('Alt+Shift+KeyN');
  await expect(page.getByRole('combobox', { name: 'To', exact: true })).toBeVisible();
  await tabTo(page, page.getByRole('combobox', { name: 'To', exact: true }));
  await keys.type('3135550279');
  await keys.press('Enter');
  await tabTo(page, page.getByRole('switch'));
  await keys.press('Space');
  await keys.press('Tab');
  await expect(page.getByLabel('Recipient name')).toBeFocused();
  await keys.type('Robert Delacourt');
  await keys.press('Alt+Shift+Enter');
  await expect(page).toHaveURL(/folder=Outbox/u);

  await keys.press('Alt+Shift+Digit2');
  await expect(rows(page), 'rows of the inbox').toHaveCount(3);
  await tabTo(page, page.getByRole('option'));
  await keys.press('e');
  await expect(rows(page), 'rows after archiving by key').toHaveCount(2);
  await focusIsInList(page);
  await keys.press('Enter');
  await expect(page.getByRole('article')).toBeVisible();
  await tabTo(page, page.getByRole('toolbar').getByRole('button', { name: 'Archive' }));
  await keys.press('Enter');
  await expect(rows(page), 'rows after archiving by the bar').toHaveCount(1);

  await focusIsInList(page);
  await keys.press('Delete');
  await confirmByEnter(page);
  await expect(rows(page), 'rows after the deletion').toHaveCount(0);
  await keys.press('Control+Z');
  await expect(rows(page), 'rows after Ctrl+Z').toHaveCount(1);
  await tabTo(page, page.getByRole('option'));
  await keys.press('Delete');
  await confirmByEnter(page);
  await expect(rows(page), 'rows after the second deletion').toHaveCount(0);

  // The dialog focuses the button that confirms: Enter confirms, Escape cancels.
  await folder(page, 'Recently deleted').focus();
  await keys.press('Enter');
  await expect(rows(page), 'rows of Recently deleted').toHaveCount(1);
  for (const answer of ['Escape', 'Enter']) {
    await tabTo(page, page.getByRole('option'));
    await keys.press('Delete');
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Erase now' })).toBeFocused();
    await keys.press(answer);
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await expect(rows(page)).toHaveCount(answer === 'Escape' ? 1 : 0);
  }
  await folder(page, 'Archive').focus();
  await keys.press('Enter');
  await expect(rows(page)).toHaveCount(2);
  await expect(rowOf(page, '313-555-0273')).toBeVisible();

  await page.locator('.skip').focus();
  await tabTo(page, page.locator('.acct'));
  await keys.press('ArrowDown');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await keys.type('Log');
  await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeFocused();
  await keys.press('Enter');
  await expect(page).toHaveURL(/\/login$/u);
});
