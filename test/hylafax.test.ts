import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Database } from '#engine/database/port.ts';
import { testCall } from '#engine/fax-line/line.contract-test.ts';
import type { FaxLine } from '#engine/fax-line/port.ts';
import { openDiskStore } from '#engine/file-store/disk.ts';

import { addAccount, logIn, openBeside, startOver } from './faults/send-product.ts';
import { faxPages, pixelsOf } from './fax-rig/fax-pages.ts';
import { lineOver } from './fax-rig/line-over.ts';
import { startFaxRig } from './fax-rig/start-rig.ts';
import type { FaxRig } from './fax-rig/start-rig.ts';
import { until } from './sending-rig.ts';
import type { Product } from './start-product.ts';

const never = new AbortController().signal;
const NUMBER = '2125550300';
/** From the engine's commit to the inbox. */
const INBOX_MS = 5_000;
/** Rows at the top of a page that the header line may cover. */
const HEADER_ROWS = 120;

let rig: FaxRig;
let world: FaxLine;
let product: Product;
let database: Database;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp('/tmp/f2e-hylafax-');
  const env = { F2E_RETRY_MINUTES: '0.01,0.01,0.01,0.01' };
  rig = await startFaxRig({ modems: 5, worldModems: 7 });
  product = await startOver(dataDir, env);
  world = lineOver(rig.world.url());
  await addAccount(product, NUMBER);
  database = await openBeside(dataDir);
  const installed = await f2e(['line', 'hylafax', 'install-hooks', '--spool', rig.ours.spool]);
  await rig.ours.stop();
  await rig.ours.start();
  const url = rig.ours.url(`hooks=${installed['folder'] as string}`);
  await f2e(['line', 'add', '--kind', 'hylafax', '--name', 'fax1', '--url', url]);
}, 150_000);
afterAll(async () => {
  await database?.close();
  await product?.stop();
  await rig?.stop();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

async function f2e(args: string[]): Promise<Record<string, unknown>> {
  const { status, stdout, stderr } = await product.f2e([...args, '--json']);
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** The world calls one of our numbers. */
async function worldSends(to: string, tiff: Uint8Array, pages: number, onPage = (): void => undefined) {
  const call = testCall(to, { pages, tiff: async () => tiff, callRef: randomUUID(), onPage });
  return await world.send({ ...call, from: { number: '3105559900', stationId: 'SOMEBODY' } }, never);
}

async function inbox() {
  return await database.db
    .selectFrom('fax as f')
    .innerJoin('document as d', 'd.id', 'f.document_id')
    .innerJoin('inbound_call as c', 'c.fax_id', 'f.id')
    .selectAll('f')
    .select(['d.tiff_key', 'c.caller_number', 'c.called_number'])
    .where('f.action', '=', 'R')
    .orderBy('f.id')
    .execute();
}

async function stored(key: string | null): Promise<Uint8Array> {
  const files = await openDiskStore(join(dataDir, 'documents'));
  const bytes = await files.get(key ?? '');
  if (!bytes) throw new Error(`there is no file ${key}`);
  return bytes;
}

describe('one fax at a time', { timeout: 90_000 }, () => {
  it('sends three pages that arrive at the other machine dot by dot', async () => {
    const sender = await logIn(product, NUMBER);
    const text = Array.from({ length: 150 }, (_, line) => `Line ${line} of a letter.`).join('\n');
    const { status, jobs } = await sender.send('3105552222', text, randomUUID());
    expect(status).toBe(200);
    const job = await until(
      async () =>
        await database.db
          .selectFrom('send_job as j')
          .innerJoin('fax as f', 'f.id', 'j.fax_id')
          .innerJoin('document as d', 'd.id', 'f.document_id')
          .select(['j.state', 'j.last_error', 'j.dials', 'd.pages', 'd.tiff_key'])
          .where('j.id', '=', jobs[0] ?? 0)
          .executeTakeFirstOrThrow(),
      ({ state }) => ['DELIVERED', 'FAILED', 'UNCERTAIN'].includes(state),
      60_000,
    );
    expect(job).toMatchObject({ state: 'DELIVERED', dials: 1, pages: 3 });
    const listed = await until(
      async () => await world.arrivals?.list(),
      (seen) => seen?.kind === 'ok' && seen.value.some(({ called }) => called === '13105552222'),
    );
    const arrived =
      listed?.kind === 'ok' ? listed.value.find(({ called }) => called === '13105552222') : undefined;
    expect(arrived).toMatchObject({ pages: 3, fault: '', stationId: NUMBER });
    const got = await pixelsOf(
      await readFile(join(rig.world.spool, 'recvq', arrived?.name ?? '')),
      HEADER_ROWS,
    );
    expect(got).toEqual(await pixelsOf(await stored(job.tiff_key), HEADER_ROWS));
    expect(got).toHaveLength(3);
  });

  it('[MSG-13] has a received fax in the inbox of its number within seconds, dot by dot, with pages and caller', async () => {
    const tiff = faxPages(2);
    const outcome = await worldSends(NUMBER, tiff, 2);
    const ended = Date.now();
    expect(outcome).toMatchObject({ kind: 'delivered', pages: 2 });
    const [fax] = await until(inbox, (all) => all.some(({ status }) => status === 'OK'), INBOX_MS);
    expect(Date.now() - ended).toBeLessThan(INBOX_MS);
    expect(fax).toMatchObject({ pages: 2, station_id: 'SOMEBODY', called_number: NUMBER, status: 'OK' });
    // Whichever modem of the world placed the call.
    expect(fax?.caller_number).toMatch(/^310555990[0-6]$/);
    expect(fax?.other_number).toBe(fax?.caller_number);
    expect(await pixelsOf(await stored(fax?.tiff_key ?? ''))).toEqual(await pixelsOf(tiff));
    expect((await rig.world.calls()).some((call) => call[1] === 'SEND' && call[8]?.includes(NUMBER))).toBe(
      true,
    );
  });
});

describe.concurrent('a product with a HylaFAX line', { timeout: 150_000 }, () => {
  it('keeps the passwords of a line to itself', async () => {
    const list = JSON.stringify(await f2e(['line', 'list']));
    const { rows } = await database.pool.query<{ config: unknown }>('select config from line');
    const audit = await database.pool.query('select detail from audit');
    const everything = JSON.stringify([list, rows, audit.rows]);
    expect(everything).toContain('sealed');
    expect(everything).not.toMatch(/line-secret|admin-secret/);
    expect(await f2e(['line', 'test', 'fax1'])).toEqual({ ok: true, reason: '' });
  });

  it('[A-INBOUND-09] keeps a fax for a number that nobody has for the operator', async () => {
    const outcome = await worldSends('2125559999', faxPages(1), 1);
    expect(outcome).toMatchObject({ kind: 'delivered' });
    const { faxes } = await until(
      async () => (await f2e(['fax', 'unrouted'])) as { faxes: Record<string, string>[] },
      (seen) => seen.faxes.length > 0,
      20_000,
    );
    expect(faxes).toMatchObject([{ line: 'fax1', called: '2125559999', reason: 'NUMBER_UNKNOWN' }]);
    expect((await inbox()).filter((fax) => fax.called_number === '2125559999')).toEqual([]);
  });

  it('keeps the pages of a call that was cut off, and says so', async () => {
    const number = '2125550301';
    await addAccount(product, number);
    const outcome = await worldSends(number, faxPages(6, 'dots'), 6, () => rig.drop(`1${number}`));
    expect(outcome).toMatchObject({ kind: 'retry', reason: 'DROPPED' });
    const all = await until(inbox, (faxes) => faxes.some((fax) => fax.called_number === number), 30_000);
    expect(all.find((fax) => fax.called_number === number)).toMatchObject({ status: 'FAILED', action: 'R' });
  });

  it('refuses a blocked caller before the call is answered', async () => {
    const number = '2125550302';
    await addAccount(product, number);
    await database.pool.query(
      `insert into blocked_number (account_id, caller, digits)
       select id, caller, caller from account, unnest($2::text[]) caller where fax_number = $1`,
      // Whichever modem of the world places the call.
      [number, rig.world.modems.map((_, i) => `310555990${i}`)],
    );
    const answers = join(rig.ours.spool, 'f2e/answers');
    await until(
      async () => await readFile(answers, 'utf8'),
      (text) => text.includes(`${number}\t`) && text.includes('3105559900'),
    );
    const outcome = await worldSends(number, faxPages(1), 1);
    expect(outcome).toMatchObject({ kind: 'retry', reason: 'NO_ANSWER' });
    expect((await inbox()).filter((fax) => fax.called_number === number)).toEqual([]);
  });
});
