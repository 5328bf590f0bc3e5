import { chromium } from '@playwright/test';
import type { Browser, Page } from '@playwright/test';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { until } from '#test/sending-rig.ts';
import type { Product } from '#test/start-product.ts';

import { seeTour } from '../e2e/tour-seen.ts';
import { slowWire } from './slow-wire.ts';
import { PASSWORD, addAccount, killEverything, openBeside, startOver } from './send-product.ts';

const [A, B] = ['2125550310', '2125550311'];
const FILE_BYTES = 10 * 1024 * 1024;
/** Bytes a second: the upload takes ten seconds, so that its middle can be met. */
const SLOW = 1024 * 1024;

let dataDir: string;
let product: Product;
let browser: Browser;
let wire: Awaited<ReturnType<typeof slowWire>>;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'f2e-upload-'));
  product = await startOver(dataDir);
  await addAccount(product, A);
  await addAccount(product, B);
  await seeTour({ baseURL: product.baseURL, password: PASSWORD }, A);
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
});
afterEach(async () => {
  await browser.close();
  wire.close();
  await killEverything(product);
  await rm(dataDir, { recursive: true, force: true });
});

/** Logs in and fills in a fax with a big file. */
async function writeFax(): Promise<Page> {
  wire = await slowWire(Number(new URL(product.baseURL).port), SLOW);
  const page = await browser.newPage({ baseURL: `http://localhost:${wire.port}/` });
  await page.goto('login');
  await page.getByLabel('Fax number').fill(A);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(/dashboard/);
  await page.goto('inbox/compose');
  await page.getByRole('textbox', { name: 'To' }).fill(B);
  await page.keyboard.press('Enter');
  const text = Buffer.alloc(FILE_BYTES, 'A line of a long letter.\n');
  await page.setInputFiles('input[type=file]', { name: 'long.txt', mimeType: 'text/plain', buffer: text });
  return page;
}

/** Bytes of the upload that have reached the server's disk. */
async function uploaded(): Promise<number> {
  const folder = join(dataDir, 'uploads');
  const names = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(names.map(async (name) => await fileSize(join(folder, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Bytes of a file; nothing for a folder, or for what has just been moved away. */
async function fileSize(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? found.size : 0;
}

it('[F-send-01] a crash in the middle of an upload leaves nothing queued and no file; the sender is told and keeps the fax', async () => {
  const page = await writeFax();
  await page.getByRole('button', { name: 'Send fax' }).last().click();
  await until(uploaded, (bytes) => bytes > FILE_BYTES / 2, 60_000);
  expect(await uploaded()).toBeLessThan(FILE_BYTES);
  await killEverything(product);

  await page
    .getByText(/Not confirmed/)
    .first()
    .waitFor();
  expect(await page.getByText('212-555-0311').count()).toBeGreaterThan(0);
  expect(await page.getByText('long.txt').count()).toBeGreaterThan(0);
  expect(new URL(page.url()).pathname).toBe('/inbox/compose');

  product = await startOver(dataDir);
  await until(uploaded, (bytes) => bytes === 0, 60_000);
  const database = await openBeside(dataDir);
  const jobs = await database.db.selectFrom('send_job').select('id').execute();
  const faxes = await database.db.selectFrom('fax').select('id').execute();
  await database.close();
  expect([jobs, faxes]).toEqual([[], []]);
});
