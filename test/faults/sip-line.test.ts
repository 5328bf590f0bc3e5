import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openDiskStore } from '#engine/file-store/disk.ts';
import { chanceOf } from '#test/chance.ts';
import { makeAccount } from '#test/factories.ts';
import { faxPages, pixelsOf } from '#test/fax-rig/fax-pages.ts';
import { startSending, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';
import { SPEED, sipSettings, startFarEnd } from '#test/sip-rig/far-end.ts';
import type { FarEnd } from '#test/sip-rig/far-end.ts';
import { sipLine } from '#engine/fax-line/sip/sip.ts';

import { killWorker, queueFax, readJob, spawnWorker, working } from './line-jobs.ts';
import type { JobNow } from './line-jobs.ts';

const ROUNDS = 3;
const FAXES = 3;
const PAGES = 2;
/** Longer than a call with this many dense pages, in milliseconds. */
const CALL_MS = 12_000;

let folder: string;
let far: FarEnd;
let rig: SendingRig;
const workers: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-sip-crash-'));
  far = await startFarEnd();
  rig = await startSending({
    chooseLine: ({ pattern, config }) => ({
      kind: 'ok',
      line: sipLine(pattern, { settings: sipSettings(config as object), folder, speed: SPEED }),
    }),
  });
  await rig.sending.lineAdmin.addLine({
    kind: 'sip',
    name: 'trunk',
    config: { trunk: far.trunk },
    channels: FAXES,
  });
});
afterAll(async () => {
  for (const worker of workers) await killWorker(worker);
  await far.stop();
  await rig.stop();
  await rm(folder, { recursive: true });
});

async function work(): Promise<ChildProcess> {
  const worker = spawnWorker([rig.database.url, folder, '', join(folder, 'log'), '1000']);
  workers.push(worker);
  await working(worker);
  return worker;
}

/** Asserts that every page of a delivered fax arrived, its last one once; that of an uncertain one at most once. */
async function judge(to: string, { state, story }: JobNow, document: readonly string[]): Promise<void> {
  // The far end hangs up by itself after the caller is gone, which takes a while.
  const came = await until(
    async () => await Promise.all((await far.received(to)).map(async (tiff) => await pixelsOf(tiff))),
    (faxes) => state !== 'DELIVERED' || new Set(faxes.flat()).size === PAGES,
  );
  const seen = came.flat();
  const last = seen.filter((page) => page === document.at(-1)).length;
  const allowed = state === 'DELIVERED' ? [1] : [0, 1];
  expect([story, seen.every((page) => document.includes(page)), allowed.includes(last)]).toEqual([
    story,
    true,
    true,
  ]);
}

it('[F-send-06] kill -9 at random moments of calls over a SIP trunk: no page is lost, and the last one comes once', async () => {
  const chance = chanceOf('sip-line/random-moments');
  const files = await openDiskStore(folder);
  const account = await makeAccount(rig.database.db);
  const document = await pixelsOf(faxPages(PAGES, 'dots'));
  const { pool } = rig.database;
  const states: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const numbers = Array.from({ length: FAXES }, (_, nth) => String(3_105_553_000 + round * FAXES + nth));
    const jobs: number[] = [];
    for (const to of numbers)
      jobs.push(await queueFax(pool, files, { account: account.id, to, pages: PAGES, filling: 'dots' }));
    const worker = await work();
    await pause(chance.int(0, CALL_MS));
    await killWorker(worker);
    const next = await work();
    for (const [nth, to] of numbers.entries()) {
      const ended = await until(
        async () => await readJob(pool, jobs[nth] ?? 0),
        ({ state }) => ['DELIVERED', 'UNCERTAIN', 'FAILED'].includes(state),
      );
      states.push(ended.state);
      await judge(to, ended, document);
    }
    await killWorker(next);
  }
  // A call that was cut off between the last page and its confirmation is for a person to decide.
  expect(states.filter((state) => state === 'DELIVERED').length).toBeGreaterThanOrEqual(ROUNDS * FAXES - 3);
  expect(states).not.toContain('FAILED');
});
