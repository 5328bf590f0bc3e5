import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chooseMore, ensureMailbox, openInbox, rowOf } from './inbox-rig.ts';
import { expectAccessible } from './mailbox.ts';
import { expect, test } from './product.ts';

const BOX = '2125550671';
const VERIFY = join(import.meta.dirname, '../../docs/verify-activity.mjs');

test('a fax that was opened, downloaded and printed says so, and the exported activity is proved', async ({
  page,
  product,
}) => {
  await ensureMailbox(product, BOX, { '3135550151': 1 });
  await openInbox(page, product, BOX);
  await rowOf(page, '313-555-0151').click();
  await expect(page.getByRole('article').locator('.page')).toHaveAttribute('data-state', 'ready');
  const pdf = page.waitForEvent('download');
  await chooseMore(page, 'Download as PDF');
  await pdf;
  // The event that the browser fires when its own command, or ours, prints.
  const noted = page.waitForResponse('**/faxPrinted');
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await noted;
  await chooseMore(page, 'Activity');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem')).toContainText([
    'printed a fax',
    'downloaded a fax as PDF',
    'opened a fax',
  ]);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.goto('preferences/activity');
  await page.getByLabel('Type').selectOption('print');
  await expect(page.getByRole('listitem').filter({ hasText: 'opened a fax' })).toHaveCount(0);
  await expect(page.getByRole('listitem').filter({ hasText: 'Fax with 313-555-0151' })).toHaveCount(1);
  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const { stdout } = await promisify(execFile)(process.execPath, [VERIFY, await (await csv).path()]);
  expect(stdout).toMatch(/^1 entries, unchanged/u);
});
