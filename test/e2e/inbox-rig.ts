import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { ensureAccount, f2e } from './operator.ts';
import { enter } from './mailbox.ts';
import { expect } from './product.ts';
import type { RunningProduct } from './product.ts';
import { samplePdf } from './sample-pdf.ts';

/** Receives a fax with `pages` pages for the account, as if from a line. */
export async function receive(product: RunningProduct, to: string, from: string, pages = 1): Promise<void> {
  const words = Array.from({ length: pages }, (_, i) => `${from} page ${i + 1}`);
  await receiveFile(product, to, from, samplePdf(...words));
}

/** Receives a fax with the pages of this PDF, as if from a line. */
export async function receiveFile(
  product: RunningProduct,
  to: string,
  from: string,
  pdf: Buffer,
): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'f2e-arrival-'));
  const file = join(place, 'fax.pdf');
  await writeFile(file, pdf);
  await f2e(product, ['fax', 'receive-test', '--to', to, '--from', from, file]);
  await rm(place, { recursive: true });
}

/**
 * Creates a mailbox with faxes from these numbers, the last one newest; fills it only once, even if the set-up runs
 * again.
 */
export async function ensureMailbox(
  product: RunningProduct,
  number: string,
  faxes: Readonly<Record<string, number>>,
): Promise<void> {
  const { accounts } = await f2e(product, ['account', 'list']);
  if ((accounts as { faxnumber: string | null }[]).some(({ faxnumber }) => faxnumber === number)) return;
  await ensureAccount(product, number);
  for (const [from, pages] of Object.entries(faxes)) await receive(product, number, from, pages);
}

/** Signs in and opens the inbox. */
export async function openInbox(page: Page, product: RunningProduct, number: string): Promise<void> {
  await enter(page, product, number, 'inbox');
  await expect(rows(page).first()).toBeVisible();
}

/** Returns the rows of the list. */
export function rows(page: Page): Locator {
  return page.getByRole('listbox').getByRole('option');
}

/** Returns the row of a number. */
export function rowOf(page: Page, number: string): Locator {
  return rows(page).filter({ hasText: number });
}

/** Checks faxes with the box over their picture. */
export async function check(page: Page, ...numbers: string[]): Promise<void> {
  for (const number of numbers) {
    await rowOf(page, number).locator('[data-check]').click();
    await expect(rowOf(page, number)).toHaveAttribute('aria-selected', 'true');
  }
}

/** Returns a button of the bar over the reader. */
export function barButton(page: Page, name: string): Locator {
  return page.getByRole('toolbar').getByRole('button', { name, exact: true });
}

/** Chooses an entry of «More». */
export async function chooseMore(page: Page, entry: string): Promise<void> {
  await barButton(page, 'More').click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** Returns the folder in the rail. */
export function folder(page: Page, name: string): Locator {
  return page
    .getByRole('navigation', { name: 'Folders' })
    .getByRole('link', { name: new RegExp(`^${name}`, 'u') });
}

/** Runs `start`, which begins a download, and returns the file's name and bytes. */
export async function downloaded(
  page: Page,
  start: () => Promise<void>,
): Promise<{ name: string; bytes: Buffer }> {
  const waiting = page.waitForEvent('download');
  await start();
  const download = await waiting;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}
