import { ORDER, addNumber, attach, enter, expectAccessible } from './mailbox.ts';
import { ensureAccount, ensureSimulator } from './operator.ts';
import { expect, test } from './product.ts';
import { countSteps } from './steps.ts';

const WRITER = '2125550186';

test.beforeAll(async ({ product }) => {
  await ensureAccount(product, WRITER);
  await ensureSimulator(product);
});

test('a fax is scheduled for tomorrow morning, taken back, scheduled again, and sent now from the Outbox', async ({
  page,
  product,
  faults,
}) => {
  test.setTimeout(120_000);
  // The row of the canceled fax may still request its picture.
  faults.allow(/^404: GET \S+getFaxFile\?file=\S+thumb1\.gif/u);
  await enter(page, product, WRITER, 'inbox/compose');
  await addNumber(page, '3105550143');
  await attach(page, ORDER);
  await page.keyboard.press('Alt+Shift+KeyL');
  const panel = page.getByRole('dialog', { name: 'Send later' });
  await expect(panel.getByRole('radio', { name: /Tomorrow morning/u })).toBeChecked();
  await expect(panel.getByText('Los Angeles')).toBeVisible();
  await page.keyboard.press('Escape');
  // If one line does not hold the numbers of a zone, they wrap; nothing of the panel is cut off.
  for (const number of ['3105550144', '3105550145', '3105550146']) await addNumber(page, number);
  await page.keyboard.press('Alt+Shift+KeyL');
  await expect(panel.getByText('310-555-0146')).toBeVisible();
  const cut = await page.locator('.later-pop').evaluate((pop) => pop.scrollWidth - pop.clientWidth);
  expect(cut).toBe(0);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  for (const number of ['310-555-0144', '310-555-0145', '310-555-0146'])
    await page.getByRole('button', { name: `Remove ${number}` }).click();

  const steps = await countSteps(page);
  await page.getByRole('button', { name: 'Send later' }).click();
  await panel.getByRole('button', { name: /^Schedule for .*08:00$/u }).click();
  await expect(page).toHaveURL(/\/inbox\?folder=Outbox/u);
  // Tomorrow at 8 is preselected.
  expect(await steps()).toEqual({ clicks: 2, keys: 0 });
  await expect(page.getByText(/^Scheduled for .*08:00/u)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(/\/inbox\/compose$/u);
  await expect(page.getByText('310-555-0143').first()).toBeVisible();
  await expect(page.getByText('order.pdf')).toBeVisible();

  await page.getByRole('button', { name: 'Send later' }).click();
  await panel.getByRole('button', { name: /^Schedule for/u }).click();
  const scheduled = page.getByRole('row').filter({ hasText: '310-555-0143' });
  await expect(scheduled).toContainText(/Scheduled\d\d\/\d\d\/\d{4} 08:00/u);
  await expectAccessible(page);

  await scheduled.getByRole('button', { name: 'Edit the time of the fax to 310-555-0143' }).click();
  const question = page.getByRole('dialog', { name: 'Edit time' });
  await question.getByLabel('Time', { exact: true }).fill('09:30');
  await question.getByRole('button', { name: /^Schedule for .*09:30$/u }).click();
  await expect(scheduled).toContainText(/ 09:30/u);

  await scheduled.getByRole('button', { name: '310-555-0143', exact: true }).click();
  const opened = page.locator('.outbox-panel');
  await expect(opened).toContainText(/Scheduled.* 09:30/u);
  await opened.getByRole('button', { name: 'Send now' }).click();
  await expect(opened.getByRole('link', { name: 'View in Sent' })).toBeVisible({ timeout: 60_000 });
  await opened.getByRole('link', { name: 'View in Sent' }).click();
  await expect(page.locator('article.fax')).toContainText('310-555-0143');
});
