import { readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { until } from '#test/sending-rig.ts';
import { PROJECT } from '#test/start-product.ts';
import type { Product } from '#test/start-product.ts';

import { convertersOf } from './converters.ts';
import { whenDrained, wrongOnes } from './queue-outcomes.ts';
import { clearAway, killNow, openBeside, startForTwo, startOver } from './send-product.ts';
import type { Sender } from './send-product.ts';

const [A, B] = ['2125550300', '2125550301'];
/** Enough letters to keep the converters of two cores busy for seconds. */
const LETTERS = 8;
const LONG = Array.from({ length: 4_000 }, (_, i) => `Line ${i} of a long letter.`).join('\n');

let dataDir: string;
let product: Product;
let sender: Sender;

beforeAll(async () => {
  ({ dataDir, product, sender } = await startForTwo([A, B]));
});
afterAll(async () => await clearAway(product));

async function converting(): Promise<number> {
  const beside = await openBeside(dataDir);
  const { rows } = await beside.pool.query<{ n: number }>(
    `select count(*)::int as n from send_job where state in ('QUEUED', 'CONVERTING')`,
  );
  await beside.close();
  return rows[0]?.n ?? 0;
}

/** Returns the times of twenty responses in milliseconds. */
async function poll(): Promise<number[]> {
  const times: number[] = [];
  for (let asked = 0; asked < 20; asked += 1) {
    const begun = performance.now();
    const answer = await fetch(`${product.baseURL}/api/n1/db/f2e/MainInterface.json`, {
      headers: sender.headers,
    });
    expect(answer.status).toBe(200);
    times.push(performance.now() - begun);
  }
  return times;
}

/** Returns the same while faxes wait for their conversion, ascending. */
async function pollWhileConverting(): Promise<number[]> {
  const times: number[] = [];
  while ((await converting()) > 0) times.push(...(await poll()));
  return times.toSorted((one, other) => one - other);
}

async function jobsSoFar(): Promise<number> {
  const beside = await openBeside(dataDir);
  const { rows } = await beside.pool.query<{ n: number }>('select count(*)::int as n from send_job');
  await beside.close();
  return rows[0]?.n ?? 0;
}

it('[F-host-06] while the converters have every core, polls are answered within a second, or at most four times as slowly as on the idle machine', async () => {
  const idle = Math.max(...(await poll()));
  for (let letter = 0; letter < LETTERS; letter += 1)
    expect((await sender.send(B, LONG, randomUUID())).status).toBe(200);
  const began = performance.now();
  const times = await pollWhileConverting();
  const all = performance.now() - began;
  expect(times.length).toBeGreaterThan(50);
  // On a slow machine everything takes longer; then no response may take a tenth of the time of all conversions.
  expect(times[Math.floor(times.length * 0.99)]).toBeLessThan(Math.max(1_000, 4 * idle, all / 10));
  const [pid] = await convertersOf(product);
  expect(pid).toBeGreaterThan(0);
  // The nice value is the 17th number after the state, which follows the name.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  expect(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16])).toBeGreaterThan(0);
});

it('[F-host-03] the converter is killed as by the OOM killer, then the server: only that work is repeated, a start brings everything back, no fax is lost', async () => {
  const before = await jobsSoFar();
  for (let letter = 0; letter < LETTERS; letter += 1)
    expect((await sender.send(B, letter === 0 ? LONG : `letter ${letter}`, randomUUID())).status).toBe(200);
  await until(converting, (jobs) => jobs > 0);
  for (const pid of await convertersOf(product)) killNow(pid);
  expect((await fetch(`${product.baseURL}/readyz`)).status).toBe(200);
  await product.kill();
  product = await startOver(dataDir);
  const beside = await openBeside(dataDir);
  const jobs = await whenDrained(beside);
  await beside.close();
  expect(jobs).toHaveLength(before + LETTERS);
  expect(wrongOnes(jobs, [])).toEqual([]);
  const unit = await readFile(join(PROJECT, 'deploy/systemd/f2e.service'), 'utf8');
  for (const line of ['Restart=always', 'OOMPolicy=continue', 'RestartSec=2'])
    expect(unit).toContain(`\n${line}\n`);
});
