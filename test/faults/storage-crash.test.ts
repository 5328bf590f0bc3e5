import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { until } from '#test/sending-rig.ts';
import { startStorageRig } from '#test/storage-rig.ts';
import type { StoragePerson, StorageRig } from '#test/storage-rig.ts';

import { heldWire } from './held-wire.ts';
import type { HeldWire } from './held-wire.ts';

const FILE_BYTES = 3_000_000;
/** SSH sends a little more than the file, and the server writes only whole messages of up to 256 KiB. */
const WIRE_BYTES = 272_000;
const DIGEST_BYTES = 32;

describe('a worker that is killed while it copies', () => {
  let rig: StorageRig;
  const workers: ChildProcess[] = [];
  beforeAll(async () => {
    rig = await startStorageRig();
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map(kill));
  });
  afterAll(async () => await rig.stop());

  const work = async (fault = '', size = FILE_BYTES): Promise<ChildProcess> => {
    const { test } = rig;
    const secret = test.copies.secretKey.toString('hex');
    const args = [test.database.url, test.folder, secret, String(size), fault];
    const child = spawn(process.execPath, [join(import.meta.dirname, 'storage-worker.ts'), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    workers.push(child);
    if (fault === '') await new Promise((resolve) => createInterface(child.stdout).once('line', resolve));
    return child;
  };
  /** Starts a worker that has sent `bytes` of a file and sends no more. */
  const workUntil = async (wire: HeldWire, folder: string, bytes: number): Promise<ChildProcess> => {
    wire.holdAfter(bytes + WIRE_BYTES);
    const worker = await work();
    await until(
      async () => await partBytes(folder),
      (there) => there >= bytes,
    );
    wire.holdAfter(Infinity);
    return worker;
  };
  /** Expires the lease of the dead worker, which otherwise takes ten minutes. */
  const forget = async (): Promise<void> => {
    await rig.test.database.db.updateTable('storage_link').set({ lease_until: null }).execute();
  };
  const drained = async ({ id }: StoragePerson): Promise<void> => {
    await until(
      async () => await rig.states(id),
      (states) => states.every(({ state }) => state === 'done'),
    );
  };

  it('[F-sftp-02] at 10 % to 90 % of an upload: no half file ever has a name, and each is there once in the end', async () => {
    const wire = await heldWire(rig.server.port);
    const who = await rig.person();
    expect((await rig.save(who, { dir: '/in/cut', port: String(wire.port) })).json()).toMatchObject({
      data: { lastError: '' },
    });
    const fids: number[] = [];
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      fids.push(await rig.receive(who.number));
      await kill(await workUntil(wire, 'in/cut', share * FILE_BYTES));
      for (const bytes of (await named('in/cut')).values()) expect(isWhole(bytes)).toBe(true);
      await forget();
    }
    await work();
    await drained(who);
    const files = await rig.server.files('in/cut');
    expect(
      [...files.keys()].map((name) => Number(/_(\d+)\.pdf$/.exec(name)?.[1])).toSorted((a, b) => a - b),
    ).toEqual(fids);
    expect([...files.values()].every(isWhole)).toBe(true);
    wire.close();
  });

  it('[F-sftp-03] after the rename, before the commit: the file is there once', async () => {
    const who = await rig.person();
    await rig.save(who, { dir: '/in/twice' });
    await rig.receive(who.number);
    const { signal } = await ended(await work('after_drop_before_commit'));
    expect(signal).toBe('SIGKILL');
    const [first] = await rig.server.files('in/twice');
    expect(await rig.states(who.id)).toMatchObject([{ state: 'queued', tries: 1 }]);
    await forget();
    await work();
    await drained(who);
    const files = [...(await rig.server.files('in/twice'))];
    expect(files).toEqual([first]);
    expect(await rig.states(who.id)).toMatchObject([{ state: 'done', tries: 2 }]);
  });

  it('one that stands still until another has taken over writes into nothing, overwrites nothing and leaves nothing', async () => {
    const wire = await heldWire(rig.server.port);
    const who = await rig.person();
    await rig.save(who, { dir: '/in/frozen', port: String(wire.port) });
    await rig.receive(who.number);
    const frozen = await workUntil(wire, 'in/frozen', 0.1 * FILE_BYTES);
    frozen.kill('SIGSTOP');
    await forget();
    // The same fax converted to different bytes, as by another version of the program.
    const next = await work('', FILE_BYTES / 2);
    await drained(who);
    const [made, ...others] = [...(await rig.server.files('in/frozen'))];
    expect([made?.[1].length, others]).toEqual([FILE_BYTES / 2 + DIGEST_BYTES, []]);
    await kill(next);
    // It may be killed before it has released the storage.
    await forget();
    frozen.kill('SIGCONT');
    wire.release();
    await rig.receive(who.number);
    await drained(who);
    // By then it has finished the first one, too.
    await until(
      async () => await Promise.resolve(wire.connections()),
      (open) => open === 0,
    );
    const after = await rig.server.files('in/frozen');
    expect(after.get(made?.[0] ?? '')).toEqual(made?.[1]);
    expect([after.size, [...after.keys()].filter((name) => name.endsWith('.part'))]).toEqual([2, []]);
    expect((await rig.states(who.id)).map(({ state }) => state)).toEqual(['done', 'done']);
    wire.close();
  });

  /** Returns the size of the file being uploaded. */
  async function partBytes(folder: string): Promise<number> {
    const files = [...(await rig.server.files(folder).catch(() => new Map<string, Buffer>()))];
    return files.find(([name]) => name.endsWith('.part'))?.[1].length ?? 0;
  }

  /** Returns the files that a person looking into the folder would take for faxes. */
  async function named(folder: string): Promise<Map<string, Buffer>> {
    return new Map([...(await rig.server.files(folder))].filter(([name]) => !name.endsWith('.part')));
  }
});

function isWhole(bytes: Buffer): boolean {
  const digest = createHash('sha256').update(bytes.subarray(0, FILE_BYTES)).digest();
  return bytes.length === FILE_BYTES + DIGEST_BYTES && bytes.subarray(FILE_BYTES).equals(digest);
}

async function ended(child: ChildProcess): Promise<{ signal: NodeJS.Signals | null }> {
  if (child.exitCode === null && child.signalCode === null)
    await new Promise((resolve) => child.once('exit', resolve));
  return { signal: child.signalCode };
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await ended(child);
}
