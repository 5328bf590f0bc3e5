import type { Page } from '@playwright/test';
import { openContacts } from './contacts-rig.ts';
import {
  barButton,
  chooseMore,
  ensureMailbox,
  folder,
  openInbox,
  receive,
  rowOf,
  rows,
} from './inbox-rig.ts';
import { addNumber, destination, enter, expectAccessible, sendButton } from './mailbox.ts';
import { ensureAccount } from './operator.ts';
import { expect, test } from './product.ts';
import { countSteps } from './steps.ts';

/** Receives a fax, and forwards it. */
const CLERK = '2125550691';
/** Receives what is forwarded; a fax account, so that delivery is immediate. */
const OFFICE = '2125550692';
const SENDER = '3135550171';

const chip = (page: Page) => page.locator('.tags .tag');
const file = (page: Page) => page.locator('.att');
const subject = (page: Page) => page.getByLabel('Subject');

test.beforeAll(async ({ product }) => {
  test.setTimeout(120_000);
  await ensureMailbox(product, CLERK, { [SENDER]: 3 });
  await ensureAccount(product, OFFICE);
});

test('pages of a fax are forwarded to a contact by name, and sent again from Sent', async ({
  page,
  product,
}) => {
  test.setTimeout(90_000);
  await openContacts(page, product, CLERK, [`Dana Whitfield,Northgate,${OFFICE}`]);
  await page.goto('inbox');
  await expect(rowOf(page, '313-555-0171').first()).toBeVisible();
  const steps = await countSteps(page);
  await rowOf(page, '313-555-0171').first().click();
  await barButton(page, 'Forward').click();
  await page.getByRole('menuitem', { name: 'Fax numbers' }).click();
  await expect(destination(page)).toBeFocused();
  await expect(page.getByRole('img', { name: /page 1, as it will be sent/u })).toBeVisible();
  await destination(page).pressSequentially('dana');
  await page.getByRole('option', { name: /Dana Whitfield/u }).click();
  await expect(chip(page)).toContainText('Dana Whitfield');
  await page.getByRole('button', { name: 'Page 1', exact: true }).click();
  await expect(file(page).getByRole('textbox')).toHaveValue('2–3');
  // The fax, Forward, fax numbers, the suggestion, and the omitted page; Send is one more.
  expect(await steps()).toEqual({ clicks: 5, keys: 4 });
  await page.reload();
  await expect(chip(page)).toContainText('Dana Whitfield');
  await expect(file(page).getByRole('textbox')).toHaveValue('2–3');
  await expectAccessible(page);
  await sendButton(page).click();
  await expect(page).toHaveURL(/folder=Outbox/u);
  await folder(page, 'Sent').click();
  await rowOf(page, 'Dana Whitfield').first().click({ timeout: 30_000 });

  await barButton(page, 'Send again').click();
  await expect(chip(page)).toContainText('Dana Whitfield');
  await expect(file(page)).toContainText('2 pages');
  await expect(page.getByRole('switch', { name: 'Cover page' })).not.toBeChecked();
  await sendButton(page).click();
  await expect(page).toHaveURL(/folder=Outbox/u);
  await enter(page, product, OFFICE, 'inbox');
  await expect(rows(page)).toHaveCount(2, { timeout: 30_000 });
});

test('a reply begins a draft of its own; the fax before stays in Drafts; Back returns to the fax', async ({
  page,
  product,
}) => {
  await enter(page, product, CLERK, 'inbox/compose');
  await addNumber(page, '3105550145');
  await page.goto('inbox');
  await rowOf(page, '313-555-0171').first().click();
  await expect(page).toHaveURL(/fax=/u);
  const opened = page.url();
  await barButton(page, 'Reply').click();
  await expect(chip(page)).toHaveText(/313-555-0171/u);
  await expect(subject(page)).toHaveValue(/^Re: fax from \d\d\/\d\d\/\d{4}$/u);
  await expect(file(page)).toHaveCount(0);
  await page.reload();
  await expect(subject(page)).toHaveValue(/^Re: fax from/u);
  await page.goBack();
  await expect(page).toHaveURL(opened);
  await page.getByRole('navigation', { name: 'Folders' }).getByRole('link', { name: 'Drafts' }).click();
  await page.getByRole('button', { name: 'Continue 310-555-0145' }).click();
  await expect(chip(page)).toHaveText(/310-555-0145/u);
});

test('a sender is blocked from its fax, and its faxes are found', async ({ page, product }) => {
  await receive(product, CLERK, '3135550172');
  await openInbox(page, product, CLERK);
  await rowOf(page, '313-555-0172').first().click();
  await chooseMore(page, 'Block this number');
  await expect(page.locator('.growl')).toContainText('313-555-0172 is blocked');
  await chooseMore(page, 'All faxes with 313-555-0172');
  await expect(page).toHaveURL(/q=with:3135550172/u);
  await expect(rows(page)).toHaveCount(1);
  await page.goto('preferences/blocked-numbers');
  await expect(page.getByRole('main')).toContainText('313-555-0172');
});
