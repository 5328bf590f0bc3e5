import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

import { ownEnvironment, runCommand } from '#test/start-product.ts';
import type { Product } from '#test/start-product.ts';

import { until } from '#test/sending-rig.ts';

import { addAccount, killEverything, logIn, openBeside, startOver } from './send-product.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const [A, B] = ['2125550300', '2125550301'];
/** A number that is busy in the simulator; the next call follows hours later. */
const BUSY = '3105550199';

/** Number of faxes, all of which are opened after the restore. */
const FAXES = 20;

interface FaxRow {
  fax_path: string;
  action: string;
}

let folder: string;
let product: Product;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-drill-'));
  product = await startOver(join(folder, 'data'), { F2E_RETRY_MINUTES: '600,600,600,600' });
  await addAccount(product, A);
  await addAccount(product, B);
  const line = await product.f2e(['line', 'add', '--kind', 'simulator', '--json']);
  if (line.status !== 0) throw new Error(`the line was not added: ${line.stderr}`);
});

afterAll(async () => {
  await killEverything(product);
  await rm(folder, { recursive: true, force: true });
});

/** Polls until the result is `expected`; queries once if that is undefined. */
async function count(dataDir: string, query: string, expected?: number): Promise<number> {
  const database = await openBeside(dataDir);
  const ask = async (): Promise<number> => (await database.pool.query<{ n: number }>(query)).rows[0]?.n ?? 0;
  try {
    return await until(ask, (n) => expected === undefined || n === expected);
  } finally {
    await database.close();
  }
}

async function faxesOf(running: Product, number: string): Promise<FaxRow[]> {
  const { headers } = await logIn(running, number);
  const answer = await fetch(
    `${running.baseURL}/api/n1/db/f2e/SSPFaxArchive.json?draw=1&start=0&length=100`,
    { headers },
  );
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { data: FaxRow[] }).data;
}

it('[F-ops-02] a backup of a running product comes back whole in an empty folder, and calls nobody again', async () => {
  const sender = await logIn(product, A);
  const sent = [];
  for (let fax = 0; fax < FAXES; fax += 1)
    sent.push(await sender.send(B, `page ${fax}`, `restore-drill-${fax}`));
  sent.push(await sender.send(BUSY, 'waits', 'drill-busy'));
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
  const data = join(folder, 'data');
  await count(data, `select count(*)::int as n from send_job where state = 'DELIVERED'`, FAXES);
  await count(data, `select count(*)::int as n from send_job where state = 'WAITING'`, 1);
  const calls = await count(data, 'select count(*)::int as n from send_attempt');
  const before = await faxesOf(product, B);
  expect(before).toHaveLength(FAXES);

  // Sent and received faxes, and the waiting one.
  const all = 2 * FAXES + 1;
  const file = join(folder, 'backup.tar');
  const made = await product.f2e(['backup', file, '--json']);
  expect({ status: made.status, stderr: made.stderr }).toEqual({ status: 0, stderr: '' });
  expect(JSON.parse(made.stdout)).toMatchObject({ file, faxes: all, bytes: expect.any(Number) });
  await killEverything(product);

  const restored = join(folder, 'restored');
  const env = { ...ownEnvironment(), F2E_DATA: restored };
  for (const args of [
    ['restore', file, '--verify'],
    ['restore', file],
  ]) {
    const answer = await runCommand([...args, '--json'], '', env);
    expect({ status: answer.status, stderr: answer.stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(answer.stdout)).toEqual({ ok: true, faxes: all, heldJobs: 1 });
  }
  product = await startOver(restored);
  expect(await faxesOf(product, B)).toEqual(before);
  const receiver = await logIn(product, B);
  for (const { fax_path } of before) {
    const pages = await fetch(`${product.baseURL}/api/faxui/getFaxFile?file=${fax_path}/fax.pdf`, {
      headers: receiver.headers,
    });
    expect(pages.status).toBe(200);
    expect(
      Buffer.from(await pages.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  }
  expect((await receiver.send(A, 'after the restore', 'drill-after')).status).toBe(200);
  await until(
    async () => await faxesOf(product, A),
    (faxes) => faxes.some(({ action }) => action === 'R'),
  );
  expect(
    await count(
      restored,
      `select count(*)::int as n from send_attempt a join send_job j on j.id = a.job_id
    where j.to_number like '%310%'`,
    ),
  ).toBe(1);
  expect(await count(restored, 'select count(*)::int as n from send_attempt')).toBe(calls + 1);
  const audit = await product.f2e(['audit', 'verify', '--json']);
  expect(JSON.parse(audit.stdout)).toMatchObject({ ok: true });

  const again = await runCommand(['restore', file, '--json'], '', env);
  expect({ status: again.status, stderr: again.stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining('is not empty'),
  });
});

it('a backup without its key says where to put it', async () => {
  const alone = join(folder, 'alone.tar');
  await copyFile(join(folder, 'backup.tar'), alone);
  const env = { ...ownEnvironment(), F2E_DATA: join(folder, 'nowhere') };
  const { status, stderr } = await runCommand(['restore', alone], '', env);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `The master key of this backup is missing: put it at ${alone}.key, or name it in F2E_MASTER_KEY_FILE.\n`,
  });
});
