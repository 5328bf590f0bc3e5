import type { Page } from '@playwright/test';
import { ensureMailbox, openInbox, rowOf, rows } from './inbox-rig.ts';
import { expectAccessible, expectNoSideScroll } from './mailbox.ts';
import { expect, test } from './product.ts';

const PHONE = '2125550672';
const FAXES = 12;

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test.beforeAll(async ({ product }) => {
  test.setTimeout(120_000);
  const senders = Array.from({ length: FAXES }, (_, i) => [`31355502${10 + i}`, 1] as const);
  await ensureMailbox(product, PHONE, Object.fromEntries(senders));
});

test.beforeEach(async ({ page, product }) => {
  await openInbox(page, product, PHONE);
});

const bar = (page: Page) => page.locator('.topbar');

test('[MOB-04] [INBOX-31] ten faxes a page; a typed page number counts from 1 to the last', async ({
  page,
}) => {
  await expect(rows(page)).toHaveCount(10);
  const number = page.getByRole('textbox', { name: 'Page number' });
  await number.fill('2');
  await number.press('Enter');
  await expect(rows(page)).toHaveCount(2);
  for (const outside of ['0', '99', 'x']) {
    await number.fill(outside);
    await number.press('Enter');
    await expect(number).toHaveValue('2');
    await expect(rows(page)).toHaveCount(2);
  }
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(rows(page)).toHaveCount(10);
});

test('[MOB-09] the opened fax replaces the list; its arrows end with the page; Back returns to the list', async ({
  page,
}) => {
  await rows(page).first().click();
  await expect(bar(page)).toContainText('1 of 12');
  await expect(page.getByRole('article')).toBeVisible();
  await expect(bar(page).getByRole('button', { name: 'Previous fax' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  for (let step = 2; step <= 10; step += 1) {
    await bar(page).getByRole('button', { name: 'Next fax' }).click();
    await expect(bar(page)).toContainText(`${step} of 12`);
  }
  await expect(bar(page).getByRole('button', { name: 'Next fax' })).toHaveAttribute('aria-disabled', 'true');
  await bar(page).getByRole('button', { name: 'Back to list' }).click();
  await expect(page.getByRole('article')).toBeHidden();
  await expect(rows(page).nth(9)).toBeFocused();
});

test('[MOB-02] list, search, Outbox and opened fax have a phone layout of their own', async ({ page }) => {
  await bar(page).getByRole('button', { name: 'Search all folders' }).click();
  const box = page.getByRole('textbox', { name: 'Search all folders' });
  await box.fill('0215');
  await box.press('Enter');
  await expect(rows(page)).toHaveCount(1);
  await rowOf(page, '313-555-0215').click();
  await expect(bar(page).getByRole('button', { name: 'Next fax' })).toBeVisible();
  await bar(page).getByRole('button', { name: 'Back to list' }).click();
  await bar(page).getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Outbox' }).click();
  await expect(page.getByRole('heading', { name: 'No faxes waiting' })).toBeVisible();
});

test('faxes are checked by their picture and acted on from the bottom bar', async ({ page }) => {
  await rows(page).nth(0).locator('[data-check]').click();
  await rows(page).nth(1).click();
  await expect(bar(page)).toContainText('2 selected');
  await bar(page).getByRole('button', { name: 'Select all' }).click();
  await expect(bar(page)).toContainText('10 selected');
  await bar(page).getByRole('button', { name: 'Cancel selection' }).click();
  await expect(bar(page)).toContainText('Inbox');
  const number = (await rows(page).first().locator('.it-name').textContent()) ?? '';
  await rows(page).first().locator('[data-check]').click();
  await page.locator('.bottomnav').getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Fax archived')).toBeVisible();
  await page.goto('inbox?folder=Archive');
  await rowOf(page, number).locator('[data-check]').click();
  await page.locator('.bottomnav').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Fax restored')).toBeVisible();
});

test('no accessibility fault and no sideways scrolling at 390 and 360 px', async ({ page }) => {
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto('inbox');
      await expect(rows(page).first()).toBeVisible();
      await expectAccessible(page);
      await rows(page).first().locator('[data-check]').click();
      await expectAccessible(page);
      await bar(page).getByRole('button', { name: 'Cancel selection' }).click();
      await rows(page).first().click();
      await expect(page.locator('.page-area .page').first()).toHaveAttribute('data-state', 'ready');
      await expectAccessible(page);
      await expectNoSideScroll(page);
    }
  }
});
