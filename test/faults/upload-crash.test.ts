import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { namesBelow } from '#test/live-folder.ts';
import { HANG_MS } from '#test/patience.ts';
import { until } from '#test/sending-rig.ts';
import type { Product } from '#test/start-product.ts';

import { seeTour } from '../e2e/tour-seen.ts';
import { heldWire } from './held-wire.ts';
import type { HeldWire } from './held-wire.ts';
import { PASSWORD, addAccount, killEverything, openBeside, startOver } from './send-product.ts';

const [A, B] = ['2125550310', '2125550311'];
const FILE_BYTES = 10 * 1024 * 1024;

let dataDir: string;
let product: Product;
let browser: Browser;
let wire: HeldWire;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'f2e-upload-'));
  product = await startOver(dataDir);
  await addAccount(product, A);
  await addAccount(product, B);
  wire = await heldWire(Number(new URL(product.baseURL).port));
  await seeTour({ baseURL: product.baseURL, password: PASSWORD }, A);
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
});
afterEach(async () => {
  await browser.close();
  wire.close();
  await killEverything(product);
  await rm(dataDir, { recursive: true, force: true });
});

/** Logs in and fills in a fax with a large file, which no connection lets through completely. */
async function writeFax(): Promise<Page> {
  wire.holdAfter(FILE_BYTES * 0.75);
  const page = await browser.newPage({ baseURL: `http://localhost:${wire.port}/` });
  page.setDefaultTimeout(HANG_MS);
  await page.goto('login');
  await page.getByLabel('Fax number').fill(A);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(/dashboard/);
  await page.goto('inbox/compose');
  await page.getByRole('combobox', { name: 'To' }).fill(B);
  await page.keyboard.press('Enter');
  const letter = join(dataDir, 'long.txt');
  await writeFile(letter, Buffer.alloc(FILE_BYTES, 'A line of a long letter.\n'));
  await page.setInputFiles('input[type=file]', letter);
  return page;
}

/** Returns the uploads on the server's disk, with their current sizes. */
async function uploads(): Promise<Map<string, number>> {
  const folder = join(dataDir, 'uploads');
  const names = await namesBelow(folder);
  return new Map(
    await Promise.all(names.map(async (name) => [name, await fileSize(join(folder, name))] as const)),
  );
}

/** Returns the size of a file; 0 for a folder, or a file that has just been moved. */
async function fileSize(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? found.size : 0;
}

it('[F-send-01] a crash in the middle of an upload leaves nothing queued and no file; the sender is told and keeps the fax', async () => {
  const page = await writeFax();
  // The file is uploaded when chosen, and again with a fax that is sent before that upload has ended.
  const chosen = await until(uploads, (files) => Math.max(...files.values()) > FILE_BYTES / 2);
  await page.getByRole('button', { name: 'Send fax' }).last().click();
  await until(uploads, (files) =>
    [...files].some(([name, bytes]) => bytes > FILE_BYTES / 2 && !chosen.has(name)),
  );
  await killEverything(product);

  await page
    .getByText(/The connection was lost before sending was confirmed/)
    .first()
    .waitFor();
  expect(await page.getByText('212-555-0311').count()).toBeGreaterThan(0);
  expect(await page.getByText('long.txt').count()).toBeGreaterThan(0);
  expect(new URL(page.url()).pathname).toBe('/inbox/compose');

  product = await startOver(dataDir);
  await until(uploads, (files) => files.size === 0);
  const database = await openBeside(dataDir);
  const jobs = await database.db.selectFrom('send_job').select('id').execute();
  const faxes = await database.db.selectFrom('fax').select('id').execute();
  await database.close();
  expect([jobs, faxes]).toEqual([[], []]);
});
