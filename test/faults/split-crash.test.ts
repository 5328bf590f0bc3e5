import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { readMails } from '#test/mails.ts';
import { until } from '#test/sending-rig.ts';
import type { Product } from '#test/start-product.ts';

import { addAccount, killEverything, logIn, openBeside, startOver } from './send-product.ts';

const [SENDER, RECEIVER] = ['2125550330', '2125550331'];
let dataDir: string;
let product: Product;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'f2e-split-'));
});
afterEach(async () => {
  await killEverything(product);
  await rm(dataDir, { recursive: true, force: true });
});

/** Restarts the product over its folder; it recognizes arriving faxes and dies at these points. */
async function start(fault = ''): Promise<void> {
  product = await startOver(dataDir, { F2E_OCR: 'received', F2E_FAULT: fault });
}

/** Turns on splitting for the receiver's faxes, and returns the separator page. */
async function splitting(): Promise<Buffer> {
  const { headers } = await logIn(product, RECEIVER);
  const answer = await fetch(`${product.baseURL}/api/n1/db/f2e/GlobalSettings.json`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ splitFaxes: '1' }),
  });
  expect(await answer.json()).toMatchObject({ success: true, data: { splitFaxes: '1' } });
  const page = await fetch(`${product.baseURL}/api/faxui/separatorPage`, { headers });
  return Buffer.from(await page.arrayBuffer());
}

/** Faxes two letters in one call, with the separator page between them. */
async function fax(separator: Buffer): Promise<void> {
  const names = ['first.txt', 'separator.pdf', 'second.txt'];
  const contents = ['Invoice HMG-2026-118734', separator, 'Referral for Dana Whitfield'];
  const files = names.map((name) => join(dataDir, name));
  for (const [at, file] of files.entries()) await writeFile(file, contents[at] ?? '');
  const database = await openBeside(dataDir);
  const { id } = await database.db
    .selectFrom('account')
    .select('id')
    .where('fax_number', '=', SENDER)
    .executeTakeFirstOrThrow();
  await database.close();
  const sent = await product.f2e(['fax', 'send', '--from', String(id), '--to', RECEIVER, ...files]);
  expect(sent).toMatchObject({ status: 0 });
}

/**
 * Returns the received faxes, oldest first, and how many are held back, while the database is up. One statement: between
 * two, the split may be committed.
 */
async function received() {
  const database = await openBeside(dataDir);
  try {
    const { rows } = await database.pool.query<{ faxes: object[] | null; waiting: number }>(
      `select
         (select json_agg(json_build_object('pages', pages, 'archived', archived, 'part', part_of is not null) order by id)
           from fax where action = 'R') as faxes,
         (select count(*)::int from split_arrival) as waiting`,
    );
    return rows[0];
  } finally {
    await database.close();
  }
}

it('[F-recv-15] a fax is split once, and mailed by its parts, by a product that is killed before and at the end of it', async () => {
  await start();
  await addAccount(product, SENDER);
  await addAccount(product, RECEIVER);
  const separator = await splitting();
  await killEverything(product);
  await start('after_split_stored');
  await fax(separator);
  expect(await product.ended).toBe('SIGKILL');
  await killEverything(product);
  await start('before_split_commit');
  expect(await product.ended).toBe('SIGKILL');
  await killEverything(product);
  await start();
  const whole = { pages: 3, archived: true, part: false };
  const part = { pages: 1, archived: false, part: true };
  const settled = await until(received, (found) => found?.waiting === 0);
  expect(settled?.faxes).toEqual([whole, part, part]);
  const mails = async () =>
    (await readMails(dataDir)).filter(
      ({ template, to }) => template === 'new-fax' && to === `${RECEIVER}@example.com`,
    );
  expect(await until(mails, ({ length }) => length >= 2)).toHaveLength(2);
});
