import { createHash } from 'node:crypto';
import { cp, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import type { FileStore, SpoolReport } from './port.ts';
import { FileStoreAway } from './refusal.ts';
import type { S3Store } from './s3.ts';
import { SpoolFolder } from './spool-folder.ts';
import { takeLock } from './spool-lock.ts';
import { withSpool } from './spool.ts';
import type { SpoolOptions } from './spool.ts';
import { describeFileStore } from './store.contract-test.ts';
import { eventually } from '#test/patience.ts';

const MIB = 1024 * 1024;
let root: string;
let folders = 0;
const opened: FileStore[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'f2e-spool-'));
});

afterAll(async () => {
  for (const store of opened) await store.close?.();
  await rm(root, { recursive: true, force: true });
});

/** An in-memory bucket that can be unavailable or corrupt what it stores. */
function fakeBucket() {
  const files = new Map<string, Uint8Array>();
  const puts: string[] = [];
  const bucket = { files, puts, away: false, refuses: '', spoils: false, asked: 0 };
  const ask = async (): Promise<void> => {
    bucket.asked += 1;
    await Promise.resolve();
    if (bucket.away) throw new FileStoreAway('nobody there');
  };
  const store: S3Store = {
    put: async (key, bytes) => {
      await ask();
      if (bucket.refuses === key) throw new Error('403');
      puts.push(`${key} ${Buffer.from(bytes).toString()}`);
      files.set(key, bucket.spoils ? Buffer.from('other') : Uint8Array.from(bytes));
    },
    get: async (key) => {
      await ask();
      return files.get(key) ?? null;
    },
    delete: async (key) => {
      await ask();
      files.delete(key);
    },
    list: async function* list(prefix) {
      await ask();
      for (const key of files.keys()) if (key.startsWith(prefix)) yield key;
    },
    check: async () =>
      await Promise.resolve(bucket.away ? { ok: false, away: true, reason: 'Away.' } : { ok: true }),
    close: async () => await Promise.resolve(),
  };
  return Object.assign(bucket, { store });
}

async function open(bucket: ReturnType<typeof fakeBucket>, more: Partial<SpoolOptions> = {}) {
  const folder = more.folder ?? join(root, String(folders++));
  const reports: SpoolReport[] = [];
  const store = await withSpool(bucket.store, {
    folder,
    limitBytes: MIB,
    hasRoom: async () => await Promise.resolve(true),
    report: async (report) => {
      reports.push(report);
      await Promise.resolve();
    },
    drains: true,
    ...more,
  });
  opened.push(store);
  return { store, folder, reports };
}

const noDatabase = async (): Promise<void> => await Promise.reject(new Error('no database'));
const text = async (store: FileStore, key: string): Promise<string | null> => {
  const bytes = await store.get(key);
  return bytes && Buffer.from(bytes).toString();
};
const waiting = async (folder: string): Promise<string[]> =>
  (await readdir(join(folder, 'files'), { recursive: true })).filter((name) => name.includes('/'));
const put = async (store: FileStore, key: string, content: string): Promise<void> =>
  await store.put(key, Buffer.from(content));
const whenEmpty = async (folder: string): Promise<void> =>
  await eventually(async () => expect(await waiting(folder)).toEqual([]));

describeFileStore('S3 behind a spool', async () => (await open(fakeBucket())).store);
describeFileStore('a spool that is never emptied', async () => {
  const bucket = fakeBucket();
  const { store } = await open(bucket, { drains: false, limitBytes: 64 * MIB });
  // Reads find no such file in the bucket; writes are rejected.
  bucket.store.put = async () => await Promise.reject(new FileStoreAway('away'));
  bucket.store.check = async () => await Promise.resolve({ ok: true });
  return store;
});

describe('while the bucket is away', () => {
  it('keeps files here, gives them back and lists them, and does not ask the bucket each time', async () => {
    const bucket = fakeBucket();
    await bucket.store.put('documents/a/old', Buffer.from('old'));
    const { store, folder, reports } = await open(bucket, { drains: false });
    bucket.away = true;
    bucket.asked = 0;
    for (const name of ['1', '2', '3']) await put(store, `documents/a/${name}`, name);
    expect(bucket.asked).toBe(1);
    expect(await text(store, 'documents/a/2')).toBe('2');
    await expect(store.get('documents/a/old')).rejects.toThrow(FileStoreAway);
    await expect(store.delete('documents/a/old')).rejects.toThrow(FileStoreAway);
    expect(reports.at(-1)).toMatchObject({ files: 3, bytes: 3 });
    bucket.away = false;
    const keys: string[] = [];
    for await (const key of store.list('documents/a/')) keys.push(key);
    expect(keys.toSorted()).toEqual(['1', '2', '3', 'old'].map((name) => `documents/a/${name}`));
    expect(await waiting(folder)).toHaveLength(3);
  });

  it('uploads everything when it is back, the changes of one key in their order, and then leaves nothing here', async () => {
    const bucket = fakeBucket();
    bucket.away = true;
    const { store, folder, reports } = await open(bucket);
    await put(store, 'documents/a/page', 'first');
    await put(store, 'documents/a/page', 'second');
    await put(store, 'documents/b/page', 'other');
    await put(store, 'documents/c/page', 'deleted');
    await store.delete('documents/c/page');
    expect(await text(store, 'documents/a/page')).toBe('second');
    expect(await store.get('documents/c/page')).toBeNull();
    bucket.away = false;
    await whenEmpty(folder);
    expect([...bucket.files.keys()].toSorted()).toEqual(['documents/a/page', 'documents/b/page']);
    expect(bucket.puts.filter((line) => line.startsWith('documents/a'))).toEqual([
      'documents/a/page first',
      'documents/a/page second',
    ]);
    await eventually(() => expect(reports.at(-1)).toMatchObject({ files: 0, bytes: 0, since: null }));
    await put(store, 'documents/d', 'straight');
    expect(await waiting(folder)).toEqual([]);
  });

  it('takes no more than the limit and the disk allow, and says so', async () => {
    const bucket = fakeBucket();
    bucket.away = true;
    let room = true;
    const hasRoom = async (): Promise<boolean> => await Promise.resolve(room);
    const { store } = await open(bucket, { drains: false, limitBytes: 10, hasRoom });
    await put(store, 'documents/a', '12345678');
    await expect(put(store, 'documents/b', '123')).rejects.toThrow(FileStoreAway);
    expect(await store.check()).toEqual({ ok: true, warning: 'Away.' });
    room = false;
    await expect(put(store, 'documents/b', '1')).rejects.toThrow(FileStoreAway);
    expect(await store.check()).toMatchObject({ ok: false, reason: expect.stringContaining('no room') });
    const off = await open(bucket, { limitBytes: 0 });
    await expect(put(off.store, 'documents/b', '1')).rejects.toThrow(FileStoreAway);
    expect(await off.store.check()).toMatchObject({ ok: false });
  });

  it('acknowledges nothing that other machines could not be told of', async () => {
    const bucket = fakeBucket();
    bucket.away = true;
    const { store } = await open(bucket, { report: noDatabase });
    await expect(put(store, 'documents/a', '1')).rejects.toThrow('no database');
  });
});

describe('what can go wrong with what waits', () => {
  it('a file that the bucket refuses or changes stays here, and holds up no other', async () => {
    const bucket = fakeBucket();
    bucket.away = true;
    const { store, folder } = await open(bucket, { drains: false });
    for (const name of ['refused', 'b', 'c']) await put(store, `documents/${name}`, name);
    bucket.away = false;
    bucket.refuses = 'documents/refused';
    await open(bucket, { folder });
    await eventually(async () => expect(await waiting(folder)).toHaveLength(1));
    expect((await waiting(folder))[0]).toContain('documents+refused');

    const liar = fakeBucket();
    liar.away = true;
    const other = await open(liar, { drains: false });
    await put(other.store, 'documents/page', 'page');
    liar.away = false;
    liar.spoils = true;
    await open(liar, { folder: other.folder });
    await eventually(() => expect(liar.puts).toHaveLength(1));
    expect(await waiting(other.folder)).toHaveLength(1);
  });

  it('bit rot in the spool is neither shown nor uploaded', async () => {
    const bucket = fakeBucket();
    bucket.away = true;
    const { store, folder } = await open(bucket, { drains: false });
    await put(store, 'documents/page', 'page');
    await writeFile(join(folder, 'files', (await waiting(folder))[0] ?? ''), 'pagE');
    await expect(store.get('documents/page')).rejects.toThrow('checksum');
  });

  it('what a crash leaves is uploaded by the next process; half a file was never there', async () => {
    const bucket = fakeBucket();
    bucket.away = true;
    const { store, folder } = await open(bucket, { drains: false });
    await put(store, 'documents/a/page', 'page');
    const draft = join(folder, 'drafts', 'half');
    await writeFile(draft, 'pa');
    await utimes(draft, 0, 0);
    // The disk as it is after a power failure: no process, no memory.
    const after = join(root, 'after');
    await cp(folder, after, { recursive: true, preserveTimestamps: true });
    bucket.away = false;
    const { reports } = await open(bucket, { folder: after });
    await whenEmpty(after);
    expect(await readdir(join(after, 'drafts'))).toEqual([]);
    expect(bucket.puts).toEqual(['documents/a/page page']);
    expect(reports[0]).toMatchObject({ files: 1, bytes: 4 });
  });

  it('a clock that was set back puts nothing before what it follows', async () => {
    const spool = await SpoolFolder.open(join(root, 'clock'));
    await spool.add('documents/a', Buffer.from('1'));
    const now = vi.spyOn(Date, 'now').mockReturnValue(1_000);
    await spool.add('documents/a', Buffer.from('2'));
    now.mockRestore();
    const hashes = (await spool.entriesOf('documents/a')).map(({ sha256 }) => sha256);
    expect(hashes).toEqual(['1', '2'].map((one) => createHash('sha256').update(one).digest('hex')));
  });

  it('one process uploads; another takes over when the first one is dead, at most one at a time', async () => {
    const folder = await mkdtemp(join(root, 'locks-'));
    const first = await takeLock(folder);
    expect(await takeLock(folder)).toBeNull();
    const [number = ''] = await readdir(folder);
    await utimes(join(folder, number), 0, 0);
    const taken = await Promise.all([takeLock(folder), takeLock(folder), takeLock(folder)]);
    const held = taken.filter((lock) => lock !== null);
    expect(held).toHaveLength(1);
    expect([await first?.isHeld(), await held[0]?.isHeld()]).toEqual([false, true]);
    await first?.release();
    await held[0]?.release();
    expect(await takeLock(folder).then(async (lock) => await lock?.isHeld())).toBe(true);
  });
});
