import type { Page } from '@playwright/test';
import { openContacts } from './contacts-rig.ts';
import { ORDER, addNumber, attach, destination, expectAccessible, sendButton } from './mailbox.ts';
import { ensureAccount, ensureSimulator } from './operator.ts';
import { expect, test } from './product.ts';
import { countSteps } from './steps.ts';

const WRITER = '2125550606';
const BOOK = [
  'Name,Company,Fax number',
  'Dana Whitfield,Harbor Point Supply,7325550119',
  'Daniel Osei,Osei & Partners,7325550120',
  'Élodie Brun,Atelier Brun,3105550160',
];

const options = (page: Page) =>
  page.getByRole('listbox', { name: 'Suggested recipients' }).getByRole('option');
const chips = (page: Page) => page.locator('.tag-edit');
const cover = (page: Page) => page.getByRole('switch', { name: 'Cover page' });

test.beforeAll(async ({ product }) => {
  await ensureAccount(product, WRITER);
  await ensureSimulator(product);
});

test.beforeEach(async ({ page, product }) => {
  await openContacts(page, product, WRITER, BOOK);
  await page.goto('inbox/compose');
  await expect(destination(page)).toBeFocused();
});

test('a fax to a person by name with the keyboard alone', async ({ page }) => {
  // The page after a login.
  await page.goto('dashboard');
  await expect(page.getByRole('link', { name: 'Send fax' }).first()).toBeVisible();
  const steps = await countSteps(page);
  const press = async (key: string) => await page.keyboard.press(key);
  await press('Alt+Shift+KeyN');
  await expect(destination(page)).toBeFocused();
  for (const letter of 'whit') await press(letter);
  await expect(options(page)).toHaveText([/Dana Whitfield.*Harbor Point Supply.*732-555-0119/u]);
  await press('Enter');
  await expect(chips(page)).toHaveText(['Dana Whitfield · 732-555-0119']);
  while (!(await cover(page).evaluate((one) => one === document.activeElement))) await press('Tab');
  await press('Space');
  await expect(page.getByLabel('Recipient name')).toHaveValue('Dana Whitfield');
  await expect(page.getByLabel('Company', { exact: true })).toHaveValue('Harbor Point Supply');
  await expect(page.locator('.send-bar')).toContainText('To Dana Whitfield');
  const answer = page.waitForResponse('**/sendFax');
  // The shortcut that opens compose, four letters, Enter, Tabs to the switch, Space, and the shortcut that sends.
  const { clicks, keys } = await steps();
  expect(clicks).toBe(0);
  expect(keys + 1).toBeLessThanOrEqual(15);
  await press('Alt+Shift+Enter');
  const { data } = (await (await answer).json()) as { data: { jobs: { to_faxnumber: string }[] } };
  expect(data.jobs.map((job) => job.to_faxnumber)).toEqual(['7325550119']);
  await expect(page).toHaveURL(/\/inbox\?folder=Outbox/u);
});

test('a name that the writer has written stays; two recipients are counted', async ({ page }) => {
  await addNumber(page, '(310) 555-0160');
  await expect(chips(page)).toHaveText(['Élodie Brun · 310-555-0160']);
  await cover(page).check();
  await page.getByLabel('Recipient name').fill('Front desk');
  await expect(page.locator('.send-bar')).toContainText('1 number');
  await destination(page).fill('dani');
  await expect(options(page)).toHaveCount(1);
  await destination(page).press('Tab');
  await expect(chips(page)).toHaveText(['Élodie Brun · 310-555-0160', 'Daniel Osei · 732-555-0120']);
  await expect(page.getByLabel('Recipient name')).toHaveValue('Front desk');
  await expect(page.getByLabel('Company', { exact: true })).toHaveValue('');
  await expect(page.locator('.send-bar')).toContainText('2 numbers');
});

test('a number that was faxed before is suggested, without a contact too', async ({ page }) => {
  await addNumber(page, '3105550177');
  await attach(page, ORDER);
  await sendButton(page).click();
  await expect(page).toHaveURL(/folder=Outbox/u);
  await page.getByRole('link', { name: 'Send fax' }).first().click();
  await destination(page).fill('310555017');
  await expect(options(page)).toHaveText([/310-555-0177/u]);
  await options(page).click();
  await expect(chips(page)).toHaveText(['310-555-0177']);
  await expect(destination(page)).toBeFocused();
});

test('text that is no number stays, is marked and keeps the fax back', async ({ page }) => {
  await addNumber(page, '3105550177');
  await attach(page, ORDER);
  await destination(page).fill('Zachary');
  await destination(page).press('Enter');
  await expect(page.getByText('Zachary isn’t a complete fax number')).toBeVisible();
  await expect(page.getByText('Finish it or delete it.')).toBeVisible({ timeout: 10_000 });
  await expect(destination(page)).toHaveValue('Zachary');
  await sendButton(page).click();
  await expect(page.getByText('Finish it or delete it.')).toBeVisible();
  await expect(page).toHaveURL(/\/inbox\/compose$/u);
  await destination(page).fill('');
  await expect(page.getByText('Finish it or delete it.')).toBeHidden();
});

test('the focus is in To whenever compose opens; a text that was being written has it instead', async ({
  page,
}) => {
  const open = page.getByRole('link', { name: 'Send fax' }).first();
  await page.getByRole('button', { name: 'Discard' }).focus();
  await open.click();
  await expect(destination(page)).toBeFocused();
  await page
    .getByRole('link', { name: /^Fax messages/u })
    .first()
    .click();
  await expect(page).toHaveURL(/\/inbox(?!\/compose)/u);
  await open.click();
  await expect(destination(page)).toBeFocused();
  await addNumber(page, '3105550177');
  await cover(page).check();
  await page.getByLabel('Comments').fill('Half a sen');
  await page.reload();
  await expect(page.getByLabel('Comments')).toBeFocused();
});

test('offline there is no list, and typing goes on', async ({ page, context, faults }) => {
  faults.allow(/ERR_INTERNET_DISCONNECTED/u, /call failed: 0/u, /ERR_FAILED: GET .*assets/u);
  await context.setOffline(true);
  await destination(page).fill('dana');
  await expect(options(page)).toHaveCount(0);
  await addNumber(page, '3105550177');
  await expect(chips(page)).toHaveText(['310-555-0177']);
});

for (const look of [
  { name: 'light', width: 1440, height: 900, scheme: 'light' },
  { name: 'dark', width: 1440, height: 900, scheme: 'dark' },
  { name: '390 px', width: 390, height: 844, scheme: 'light' },
] as const)
  test(`suggestions are accessible: ${look.name}`, async ({ page }) => {
    await page.setViewportSize(look);
    await page.emulateMedia({ colorScheme: look.scheme });
    await addNumber(page, '7325550120');
    await expect(chips(page)).toHaveText(['Daniel Osei · 732-555-0120']);
    await destination(page).fill('d');
    await expect(options(page)).toHaveCount(1);
    await expectAccessible(page);
  });
