import { execFileSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { openDiskStore } from '#engine/file-store/disk.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { readConfig } from '#server/config/config.ts';
import { createMaintenance } from '#server/features/operations/maintenance/maintenance.service.ts';
import { chanceOf } from '#test/chance.ts';
import { faxPages } from '#test/fax-rig/fax-pages.ts';
import { leaveInSpool } from '#test/fax-rig/spooled-faxes.ts';
import { until } from '#test/sending-rig.ts';
import { PROJECT } from '#test/start-product.ts';

import { startLineRig } from './fax-line-rig.ts';
import type { LineRig } from './fax-line-rig.ts';

let rig: LineRig;
let worker: ChildProcess | undefined;
let number = 0;
/** The folder that the line's scripts share with the product. */
let hooks: string;

beforeAll(async () => {
  hooks = await mkdtemp(join(tmpdir(), 'f2e-hooks-'));
  rig = await startLineRig({ modems: 1, parameters: (account) => `did=${account}&hooks=${hooks}` });
});
afterEach(async () => {
  if (worker) await rig.kill(worker);
  worker = undefined;
});
afterAll(async () => {
  await rig.stop();
  await rm(hooks, { recursive: true, force: true });
});

const pages = [1, 2, 3].map((count) => faxPages(count));

/** Leaves another fax in the engine's queue; returns its name. */
async function receive(at = new Date()): Promise<string> {
  number += 1;
  const name = `fax${String(100_000_000 + number)}.tif`;
  const [modem = ''] = rig.fax.ours.modems;
  await leaveInSpool(rig.fax.ours, [{ name, tiff: pages[number % 3] ?? new Uint8Array(), modem, at }]);
  return name;
}

async function waiting(): Promise<number> {
  return (await readdir(join(rig.fax.ours.spool, 'recvq'))).filter((name) => name.endsWith('.tif')).length;
}

/** Returns every fax of the inbox with its name on the line. */
async function inbox(): Promise<{ name: string; at: Date }[]> {
  const { rows } = await rig.features.database.pool.query<{ call_ref: string; fax_at: Date }>(
    'select c.call_ref, f.fax_at from inbound_call c join fax f on f.id = c.fax_id order by f.id',
  );
  return rows.map(({ call_ref: ref, fax_at: at }) => ({ name: ref.split(' ', 1)[0] ?? '', at }));
}

async function allTaken(): Promise<void> {
  await until(waiting, (left) => left === 0);
}

async function died(child: ChildProcess): Promise<void> {
  await until(
    async () => child.signalCode,
    (signal) => signal === 'SIGKILL',
  );
}

describe('killed while faxes come in', () => {
  it('[F-recv-02] after the file was stored: it is taken in again, once, and the file that nobody has is collected later', async () => {
    const name = await receive();
    await died(await rig.work('after_store_before_commit'));
    expect(await inbox()).toEqual([]);
    expect(await waiting()).toBe(1);
    worker = await rig.work();
    await allTaken();
    expect((await inbox()).map((fax) => fax.name)).toEqual([name]);
    const store = await openDiskStore(rig.folder);
    expect(await documentsIn(store)).toHaveLength(2);
    const { database } = rig.features;
    const maintenance = createMaintenance({
      database,
      store,
      log: pino({ level: 'silent' }),
      keepDays: readConfig({}).keepDays,
    });
    const forever = new AbortController().signal;
    await maintenance.collectOrphanFiles(forever);
    await maintenance.collectOrphanFiles(forever);
    const { rows } = await database.pool.query<{ tiff_key: string }>('select tiff_key from document');
    expect(await documentsIn(store)).toEqual(rows.map(({ tiff_key: key }) => key));
  });

  it('[F-recv-03] after the commit, before the engine’s file is removed: one fax', async () => {
    const name = await receive();
    await died(await rig.work('after_arrival_before_remove'));
    expect(await waiting()).toBe(1);
    worker = await rig.work();
    await allTaken();
    expect((await inbox()).filter((fax) => fax.name === name)).toHaveLength(1);
  });

  it('[F-recv-01] 20 times at random moments: every fax of the engine arrives once', async () => {
    const chance = chanceOf('arrival-crash');
    const names: string[] = [];
    for (let round = 0; round < 20; round += 1) {
      worker = await rig.work();
      for (let i = 0; i < 3; i += 1) names.push(await receive());
      await pause(chance.int(1, 900));
      await rig.kill(worker);
    }
    worker = await rig.work();
    await allTaken();
    const got = (await inbox()).map((fax) => fax.name).filter((name) => names.includes(name));
    expect(got.toSorted()).toEqual(names.toSorted());
  });

  it('[F-recv-05] away while 50 faxes come in: all are taken in order, with the time at which they came', async () => {
    const began = Date.now() - 3 * 3_600_000;
    const sent = new Map<string, number>();
    for (let i = 0; i < 50; i += 1) {
      const at = new Date(began + i * 60_000);
      sent.set(await receive(at), at.getTime());
    }
    worker = await rig.work();
    await allTaken();
    const got = (await inbox()).filter(({ name }) => sent.has(name));
    expect(got.map(({ name }) => name)).toEqual([...sent.keys()]);
    const wrong = got.filter(({ name, at }) => Math.abs(at.getTime() - (sent.get(name) ?? 0)) > 2_000);
    expect(wrong).toEqual([]);
  });
});

describe('without room', () => {
  it('[F-recv-06] the disk is full: calls are refused long before, a fax stays with the engine until there is room', async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=600m', 'tmpfs', rig.folder]);
    try {
      worker = await rig.work();
      await until(answered, (answer) => answer.includes('LocalIdentifier'));
      resize('200m');
      await until(answered, (answer) => answer.trim() === 'RejectCall: true');
      // Not a single block is free anymore.
      await writeFile(join(rig.folder, 'filler'), 'x');
      resize('4k');
      const before = (await inbox()).length;
      const name = await receive();
      const kept = await until(
        async () => await alarms(),
        (lines) => lines.some((line) => line.includes('a received fax was not stored; it stays on its line')),
      );
      expect(kept.join('\n')).toContain('ENOSPC');
      expect([await waiting(), (await inbox()).length]).toEqual([1, before]);
      resize('600m');
      await allTaken();
      expect((await inbox()).slice(before).map((fax) => fax.name)).toEqual([name]);
      await until(answered, (answer) => answer.includes('LocalIdentifier'));
    } finally {
      if (worker) await rig.kill(worker);
      execFileSync('umount', ['--lazy', rig.folder]);
    }
  });
});

/** Resizes the worker's disk. */
function resize(size: string): void {
  execFileSync('mount', ['-o', `remount,size=${size}`, rig.folder]);
}

/** Returns the shipped script's answer to a call to our number. */
async function answered(): Promise<string> {
  const script = await readFile(join(PROJECT, 'src/engine/fax-line/hylafax/hooks/dynamic-config'), 'utf8');
  const here = script.replaceAll('@HOOKS@', hooks);
  return execFileSync('sh', ['-c', here, 'dynamic-config', 'ttyS0', '3105550111', rig.account.number], {
    encoding: 'utf8',
  });
}

/** Returns the lines of the worker's log. */
async function alarms(): Promise<string[]> {
  return (await readFile(rig.log, 'utf8')).split('\n');
}

async function documentsIn(store: FileStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.list('documents/')) if (!key.endsWith('/manifest.json')) keys.push(key);
  return keys;
}
