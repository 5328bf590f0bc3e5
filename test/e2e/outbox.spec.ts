import { addNumber, attach, enter, expectAccessible, ORDER, sendButton } from './mailbox.ts';
import { ensureAccount, ensureSimulator } from './operator.ts';
import { expect, test } from './product.ts';
import { countSteps } from './steps.ts';

const SENDER = '2125550693';
/** A number that is busy five times in the simulator. */
const BUSY = '3105550199';

test.beforeAll(async ({ product }) => {
  await ensureAccount(product, SENDER);
  await ensureSimulator(product);
});

test.beforeEach(async ({ page, product }) => {
  await enter(page, product, SENDER, 'dashboard');
  await page.goto('inbox/compose');
  await attach(page, ORDER);
});

test('[COMP-38] a fax is sent and seen delivered without leaving the page; Back leads to what was before compose', async ({
  page,
}) => {
  await addNumber(page, '3105550181');
  await sendButton(page).click();
  await expect(page).toHaveURL(/\/inbox\?folder=Outbox&sent=/u);
  await expect(page.getByText('Your fax is on its way.')).toBeVisible();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Fax delivered', { timeout: 60_000 });
  await expect(heading).toBeFocused();
  await expect(page.locator('.sent-summary')).toHaveText('Delivered');
  await expect(page.getByText('All 2 pages were delivered')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(heading).toHaveText('Fax delivered');
  await page.getByRole('link', { name: 'View in Sent' }).click();
  await expect(page).toHaveURL(/folder=Sent/u);
  await expect(page.locator('article.fax')).toContainText('310-555-0181');
  await page.goBack();
  await expect(heading).toHaveText('Fax delivered');
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard$/u);
});

test('where a fax is and why stands in the Outbox; it opens with its pages and its calls, and stays until its end', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await addNumber(page, BUSY);
  await sendButton(page).click();
  await expect(page.getByRole('link', { name: 'Go to Outbox' })).toBeVisible();
  const steps = await countSteps(page);
  await page.getByRole('link', { name: 'Go to Outbox' }).click();
  const row = page.getByRole('row').filter({ hasText: '310-555-0199' });
  await expect(row).toContainText(/Retrying\s*Busy\. (?:Next try \d\d:\d\d|Waiting for a free line)/u);
  await row.getByRole('button', { name: '310-555-0199', exact: true }).press('Enter');
  const panel = page.locator('.outbox-panel');
  await expect(panel.getByRole('listitem').filter({ hasText: 'Busy' }).first()).toBeVisible();
  // One click to the fax's progress and its reason, Enter to its calls.
  expect(await steps()).toEqual({ clicks: 1, keys: 1 });
  await expect(panel.getByAltText('Page 1 of 2')).toBeVisible();
  await expect(panel).toContainText('Not sent', { timeout: 60_000 });
  await expect(panel.getByRole('listitem').filter({ hasText: 'Busy' })).toHaveCount(5);
  await expectAccessible(page);
  await panel.getByRole('link', { name: 'View in Sent' }).click();
  await expect(page.locator('article.fax')).toContainText('The line was busy.');
});
