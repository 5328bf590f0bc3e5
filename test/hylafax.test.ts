import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Database } from '#engine/database/port.ts';
import { testCall } from '#engine/fax-line/line.contract-test.ts';
import type { FaxLine } from '#engine/fax-line/port.ts';

import { addAccount, logIn, openBeside, startOver } from './faults/send-product.ts';
import { jobWithFax, receivedFaxes } from './fax-rig/fax-rows.ts';
import { faxPages } from './fax-rig/fax-pages.ts';
import { lineOver } from './fax-rig/line-over.ts';
import { startFaxRig } from './fax-rig/start-rig.ts';
import type { FaxRig } from './fax-rig/start-rig.ts';
import { until } from './sending-rig.ts';
import type { Product } from './start-product.ts';

const never = new AbortController().signal;

let rig: FaxRig;
let world: FaxLine;
let product: Product;
let database: Database;
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'f2e-hylafax-'));
  const env = { F2E_RETRY_MINUTES: '0.01,0.01,0.01,0.01' };
  const modems = { modems: 11, worldModems: 13, dialers: { ours: 6, world: 4 } };
  // If one fails to start, the other must still be stopped.
  await Promise.allSettled([
    startFaxRig(modems).then((started) => (rig = started)),
    startOver(dataDir, env).then((started) => (product = started)),
  ]).then((starts) => {
    for (const start of starts) if (start.status === 'rejected') throw start.reason;
  });
  world = lineOver(rig.world.url());
  database = await openBeside(dataDir);
  const installed = await f2e(['line', 'hylafax', 'install-hooks', '--spool', rig.ours.spool]);
  await rig.ours.stop();
  await rig.ours.start();
  const url = rig.ours.url(`hooks=${installed['folder'] as string}`);
  await f2e(['line', 'add', '--kind', 'hylafax', '--name', 'fax1', '--url', url]);
});
afterAll(async () => {
  await database?.close();
  await product?.stop();
  await rig?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function f2e(args: string[]): Promise<Record<string, unknown>> {
  const { status, stdout, stderr } = await product.f2e([...args, '--json']);
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}${stdout}`);
  return JSON.parse(stdout) as Record<string, unknown>;
}

let pairs = 0;

/** Creates an account, and returns its number and a number of the world that no test or earlier attempt has used. */
async function newNumbers(): Promise<{ number: string; to: string }> {
  pairs += 1;
  const number = `21255505${String(pairs).padStart(2, '0')}`;
  await addAccount(product, number);
  return { number, to: `31055522${String(pairs).padStart(2, '0')}` };
}

/** Calls one of our numbers from the world. */
async function worldSends(
  to: string,
  tiff: Uint8Array,
  pages: number,
  onPage: (confirmed: number) => void = () => undefined,
  by = world,
) {
  const call = testCall(to, { pages, tiff: async () => tiff, callRef: randomUUID(), onPage });
  return await by.send({ ...call, from: { number: '3105559900', stationId: 'SOMEBODY' } }, never);
}

/** Returns an empty text for a file that does not exist yet. */
function emptyWhereMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}

const inbox = async () => await receivedFaxes(database);
const jobNow = async (id = 0) => await jobWithFax(database, id);

async function worldGot(number: string): Promise<string[][]> {
  return (await rig.world.calls()).filter((call) => call[1] === 'RECV' && call[14] === `"${number}"`);
}

/** Seven pages of text. */
const LETTER = Array.from({ length: 400 }, (_, line) => `Line ${line} of a letter.`).join('\n');

describe.concurrent('a product with a HylaFAX line', () => {
  it('keeps the passwords of a line to itself', async () => {
    const list = JSON.stringify(await f2e(['line', 'list']));
    const { rows } = await database.pool.query<{ config: unknown }>('select config from line');
    const audit = await database.pool.query('select detail from audit');
    const everything = JSON.stringify([list, rows, audit.rows]);
    expect(everything).toContain('sealed');
    expect(everything).not.toMatch(/line-secret|admin-secret/);
    expect(await f2e(['line', 'test', 'fax1'])).toEqual({ ok: true, reason: '', ms: expect.any(Number) });
  });

  it('[A-INBOUND-09] keeps a fax for a number that nobody has for the operator', async () => {
    const outcome = await worldSends('2125559999', faxPages(1), 1);
    expect(outcome).toMatchObject({ kind: 'delivered' });
    const { faxes } = await until(
      async () => (await f2e(['fax', 'unrouted'])) as { faxes: Record<string, string>[] },
      (seen) => seen.faxes.length > 0,
    );
    const unrouted = { line: 'fax1', called: '2125559999', reason: 'NUMBER_UNKNOWN' };
    expect(faxes).toContainEqual(expect.objectContaining(unrouted));
    expect((await inbox()).filter((fax) => fax.called_number === '2125559999')).toEqual([]);
  });

  it('keeps the pages of a call that was cut off, and says so', async () => {
    const { number } = await newNumbers();
    const outcome = await worldSends(number, faxPages(6, 'dots'), 6, () => rig.drop(`1${number}`));
    expect(outcome.kind).not.toBe('delivered');
    const all = await until(inbox, (faxes) => faxes.some((fax) => fax.called_number === number));
    expect(all.find((fax) => fax.called_number === number)).toMatchObject({ status: 'FAILED', action: 'R' });
  });

  it('refuses a blocked caller before the call is answered', async () => {
    const { number } = await newNumbers();
    await database.pool.query(
      `insert into blocked_number (account_id, caller, digits)
       select id, caller, caller from account, unnest($2::text[]) caller where fax_number = $1`,
      // Any modem of the world may place the call.
      [number, rig.world.modems.map((_, i) => String(3_105_559_900 + i))],
    );
    const answers = join(rig.ours.spool, 'f2e/answers');
    await until(
      // The file does not exist until the product has registered the line.
      async () => await readFile(answers, 'utf8').catch(emptyWhereMissing),
      (text) => text.includes(`${number}\t`) && text.includes('3105559900'),
    );
    const outcome = await worldSends(number, faxPages(1), 1);
    expect(outcome).toMatchObject({ kind: 'retry', reason: 'NO_ANSWER' });
    expect((await inbox()).filter((fax) => fax.called_number === number)).toEqual([]);
  });

  it('hangs up when somebody cancels a fax that is being sent, and says how many pages had arrived', async () => {
    const { number, to } = await newNumbers();
    const sender = await logIn(product, number);
    // Forty pages: calls keep their pace even if a busy machine is slow to cancel.
    const long = Array.from({ length: 2_400 }, (_, line) => `Line ${line} of a letter.`).join('\n');
    const { jobs } = await sender.send(to, long, randomUUID());
    const [jobid] = jobs;
    // There may have been an earlier call whose modems could not agree.
    const { dials } = await until(
      async () => await jobNow(jobid),
      ({ state, confirmed_pages: confirmed }) => state === 'SENDING' && confirmed >= 1,
    );
    const answer = await fetch(`${product.baseURL}/api/faxui/cancelJob`, {
      method: 'POST',
      headers: { ...sender.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ jobid: String(jobid) }),
    });
    expect(await answer.json()).toEqual({ success: true, underWay: true });
    const job = await until(
      async () => await jobNow(jobid),
      ({ state }) => state !== 'SENDING',
    );
    expect(job).toMatchObject({ state: 'CANCELLED', dials, outbox: false, reason: 'CANCELLED' });
    expect(job.confirmed_pages).toBeGreaterThanOrEqual(1);
    expect(job.pages).toBe(job.confirmed_pages);
    const arrived = await until(
      async () => await worldGot(`1${to}`),
      (calls) => calls.length > 0,
    );
    expect(arrived.filter((call) => call[13] === '""')).toEqual([]);
  });

  it('[F-send-18] busy, no answer, no fax machine and a line that drops: five calls each, then not sent; what had arrived is not sent again', async () => {
    const { number, to: cut } = await newNumbers();
    const sender = await logIn(product, number);
    const endings = { '3105550001': 'BUSY', '3105550002': 'NO_ANSWER', '3105550008': 'NO_FAX_MACHINE' };
    const jobs = new Map<string, number>();
    for (const to of [cut, ...Object.keys(endings)]) {
      const sent = await sender.send(to, to === cut ? LETTER : 'hello', randomUUID());
      jobs.set(to, sent.jobs[0] ?? 0);
    }
    const partly = jobs.get(cut) ?? 0;
    // There may be an earlier or later call whose modems could not agree.
    const { dials } = await until(
      async () => await jobNow(partly),
      ({ state, confirmed_pages: confirmed }) => state === 'SENDING' && confirmed >= 1,
    );
    rig.drop(`1${cut}`);
    await until(
      async () => await Promise.all([...jobs.values()].map(async (id) => await jobNow(id))),
      (all) => all.every(({ state }) => ['DELIVERED', 'FAILED'].includes(state)),
    );
    for (const [to, reason] of Object.entries(endings)) {
      const ended = { state: 'FAILED', dials: 5, attempts: 5, reason, outbox: false };
      const job = await jobNow(jobs.get(to));
      expect(job).toMatchObject({ ...ended, detail: expect.any(String) });
    }
    const more = expect.toSatisfy((made: number) => made > dials);
    expect(await jobNow(partly)).toMatchObject({ state: 'DELIVERED', dials: more, pages: 7 });
    const got = await worldGot(`1${cut}`);
    // A part, and then the rest. A fax machine may record a call that was cut off between two pages twice.
    const [rest, ...parts] = got.toReversed();
    expect(rest?.[13]).toBe('""');
    expect(Number(rest?.[10])).toBeLessThan(7);
    expect(new Set(parts.map((call) => call[13] === '""'))).toEqual(new Set([false]));
  });
});

// Last, because every call of our server dies with it.
describe('our fax server is killed', () => {
  it('[F-recv-04] at page 2 of 6 of a call that comes in: what was confirmed is there as cut off, the fax sent again as whole, and each names the other', async () => {
    await rig.ours.start(); // A failed attempt may have left it dead.
    const { number } = await newNumbers();
    const kill = (confirmed: number): void => {
      if (confirmed === 2) rig.ours.kill();
    };
    const tiff = faxPages(6, 'dots');
    // Each modem of the world has its own number.
    const sender = lineOver(rig.world.url(`modem=${rig.world.modems[0]}`));
    // The sender's machine reports a failure.
    expect(await worldSends(number, tiff, 6, kill, sender)).toMatchObject({
      kind: 'retry',
      reason: 'DROPPED',
    });
    await rig.ours.start();
    expect(await worldSends(number, tiff, 6, undefined, sender)).toMatchObject({
      kind: 'delivered',
      pages: 6,
    });
    const faxes = await until(
      async () => (await inbox()).filter((fax) => fax.called_number === number),
      ({ length }) => length >= 2,
    );
    const [part, whole] = faxes.toSorted((a, b) => a.fax_at.getTime() - b.fax_at.getTime());
    expect(faxes).toHaveLength(2);
    expect(whole).toMatchObject({ status: 'OK', pages: 6, whole_fax_id: null });
    expect(part).toMatchObject({ status: 'FAILED', pages: 2, whole_fax_id: whole?.id });
    await until(
      async () => await rig.ours.received(),
      ({ length }) => length === 0,
    );
  });
});
