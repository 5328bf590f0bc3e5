import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { testCall } from '../../src/engine/fax-line/line.contract-test.ts';
import { faxPages, pixelsOf } from '../fax-rig/fax-pages.ts';
import { lineOver } from '../fax-rig/line-over.ts';
import { startFaxRig } from '../fax-rig/start-rig.ts';
import type { FaxRig } from '../fax-rig/start-rig.ts';
import { chooseMore, downloaded, folder, rowOf } from './inbox-rig.ts';
import { addNumber, attach, enter, sendButton } from './mailbox.ts';
import { ensureAccount, f2e } from './operator.ts';
import { expect, test } from './product.ts';
import { samplePdf } from './sample-pdf.ts';

const NUMBER = '2125550178';
/** A fax machine of the world; only faxes of this file use the line. */
const MACHINE = '3105557222';
/** A worker that takes over after a failure has another rig, and its own line. */
const LINE = `modems-${process.pid}`;
/** Number of rows at the top of a page that the header line may cover. */
const HEADER_ROWS = 120;
/** Time for two short calls on a busy machine, in milliseconds. */
const CALLS_MS = 90_000;

let rig: FaxRig;

test.beforeAll(async ({ product }) => {
  test.setTimeout(CALLS_MS);
  rig = await startFaxRig({ modems: 2 });
  await ensureAccount(product, NUMBER);
  const reach = ['--pattern', `+1${MACHINE}`, '--priority', '1', '--channels', '1'];
  await f2e(product, ['line', 'add', '--kind', 'hylafax', '--name', LINE, '--url', rig.ours.url(), ...reach]);
});

test.afterAll(async ({ product }) => {
  await f2e(product, ['line', 'drain', LINE]);
  await rig.stop();
});

test('[MSG-13] a fax from the browser arrives at a fax machine dot by dot, and one from a machine is in the inbox within seconds', async ({
  page,
  product,
}) => {
  test.setTimeout(CALLS_MS);
  const world = lineOver(rig.world.url());
  const theirs = faxPages(2);
  const call = testCall(NUMBER, { pages: 2, tiff: async () => theirs });
  const from = { number: MACHINE, stationId: 'SOMEBODY' };

  await enter(page, product, NUMBER, 'inbox/compose');
  await addNumber(page, MACHINE);
  const letter = samplePdf('First page', 'Second page', 'Third page');
  await attach(page, { name: 'letter.pdf', mimeType: 'application/pdf', buffer: letter });
  await sendButton(page).click();
  await expect(page).toHaveURL(/folder=Outbox/u);
  await expect(page.getByText('310-555-7222').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Fax delivered' })).toBeVisible({ timeout: CALLS_MS });
  // Only now: with calls in both directions at the same moment, the other end is sometimes busy.
  const calling = world.send({ ...call, from }, new AbortController().signal);
  await folder(page, 'Sent').click();
  await rowOf(page, '310-555-7222').click();
  const sent = await downloaded(page, async () => await chooseMore(page, 'Download as TIFF'));
  const [arrived, ...more] = await rig.world.received();
  expect(more).toEqual([]);
  const got = await pixelsOf(await readFile(join(rig.world.spool, 'recvq', arrived ?? '')), HEADER_ROWS);
  expect(got).toHaveLength(3);
  expect(got).toEqual(await pixelsOf(sent.bytes, HEADER_ROWS));

  await page.goto('inbox');
  expect(await calling).toMatchObject({ kind: 'delivered', pages: 2 });
  await expect
    .poll(async () => (await rig.ours.calls()).map(([, direction]) => direction), {
      timeout: CALLS_MS,
      intervals: [50],
    })
    .toContain('RECV');
  const row = rowOf(page, '310-555-990');
  await expect(row).toContainText('2 pages');
  await row.click();
  const received = await downloaded(page, async () => await chooseMore(page, 'Download as TIFF'));
  expect(await pixelsOf(received.bytes)).toEqual(await pixelsOf(theirs));
});
