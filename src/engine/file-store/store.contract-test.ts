import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import { InvalidKey } from './keys.ts';
import type { FileStore } from './port.ts';

/** Tests the behavior required of every store; each adapter's test calls this with a function that opens a new one. */
export function describeFileStore(name: string, open: () => Promise<FileStore>): void {
  describe(`${name} as a file store`, () => {
    keepsAndForgets(open);
    listsAndRefuses(open);
    showsOnlyWholeFiles(open);
  });
}

function keepsAndForgets(open: () => Promise<FileStore>): void {
  it('gives back what was put, byte for byte, and null for what was not', async () => {
    const store = await open();
    const bytes = randomBytes(70_000);
    await store.put('documents/abc/fax.tiff', bytes);
    expect(Buffer.from((await store.get('documents/abc/fax.tiff')) ?? [])).toEqual(bytes);
    expect(await store.get('documents/abc/other.tiff')).toBeNull();
    expect(await store.get('documents/abc')).toBeNull();
    expect(await store.get('documents/abc/fax.tiff/deeper')).toBeNull();
  });

  it('replaces a file as a whole', async () => {
    const store = await open();
    await store.put('brands/1/logo.png', Buffer.from('first and longer'));
    await store.put('brands/1/logo.png', Buffer.from('second'));
    expect(Buffer.from((await store.get('brands/1/logo.png')) ?? []).toString()).toBe('second');
  });

  it('keeps an empty file', async () => {
    const store = await open();
    await store.put('documents/empty', new Uint8Array());
    expect(await store.get('documents/empty')).toHaveLength(0);
  });

  it('forgets a deleted file, leaves its neighbours, and takes a second deletion calmly', async () => {
    const store = await open();
    await store.put('documents/abc/one', Buffer.from('1'));
    await store.put('documents/abc/two', Buffer.from('2'));
    await store.delete('documents/abc/one');
    await store.delete('documents/abc/one');
    await store.delete('documents/abc');
    expect(await store.get('documents/abc/one')).toBeNull();
    expect(await store.get('documents/abc/two')).not.toBeNull();
    await store.delete('documents/abc/two');
    await store.put('documents/abc/two', Buffer.from('again'));
    expect(await store.get('documents/abc/two')).not.toBeNull();
  });
}

function listsAndRefuses(open: () => Promise<FileStore>): void {
  it('lists the keys that start with a prefix, also in the middle of a name', async () => {
    const store = await open();
    const keys = [
      'documents/a1/fax.tiff',
      'documents/a1/prev/1.gif',
      'documents/a2/fax.tiff',
      'brands/1/logo',
    ];
    for (const key of keys) await store.put(key, Buffer.from('x'));
    expect(await listed(store, '')).toEqual(keys.toSorted());
    expect(await listed(store, 'documents/')).toEqual(keys.slice(0, 3));
    expect(await listed(store, 'documents/a')).toEqual(keys.slice(0, 3));
    expect(await listed(store, 'documents/a1/')).toEqual(keys.slice(0, 2));
    expect(await listed(store, 'documents/a1/pr')).toEqual([keys[1]]);
    expect(await listed(store, 'documents/zz/')).toEqual([]);
  });

  it('goes on behind a key that it gave before', async () => {
    const store = await open();
    for (let folder = 0; folder < 40; folder += 1)
      for (const name of ['fax.tiff', 'manifest.json'])
        await store.put(`documents/d-${folder}/${name}`, Buffer.from('x'));
    const all: string[] = [];
    for await (const key of store.list('documents/')) all.push(key);
    expect(all).toHaveLength(80);
    for (const at of [0, 33, 79]) {
      const rest = await listed(store, 'documents/', all[at]);
      expect(rest).toEqual(expect.arrayContaining(all.slice(at + 1)));
    }
  });

  it('refuses keys that are none, above all those that climb out', async () => {
    const store = await open();
    const bad = [
        '', '/etc/passwd', '..', '../x', 'a/../b', 'a/..', 'a/./b', 'a//b', 'a/', 'A/b', 'a/b\0', 'a/b\n', 'a\\b',
        'documents/ü', `a/${'x'.repeat(300)}`,
      ]; // prettier-ignore
    for (const key of bad) {
      await expect(store.get(key)).rejects.toThrow(InvalidKey);
      await expect(store.put(key, Buffer.from('x'))).rejects.toThrow(InvalidKey);
      await expect(store.delete(key)).rejects.toThrow(InvalidKey);
    }
    await expect(listed(store, '../')).rejects.toThrow(InvalidKey);
  });

  it('is healthy', async () => {
    expect(await (await open()).check()).toEqual({ ok: true });
  });
}

function showsOnlyWholeFiles(open: () => Promise<FileStore>): void {
  it('shows either the old or the new file to readers of a key that is written again and again', async () => {
    const store = await open();
    const versions = [Buffer.alloc(300_000, 1), Buffer.alloc(200_000, 2)];
    await store.put('documents/busy', versions[0] ?? Buffer.of());
    const write = async (): Promise<void> => {
      for (let round = 0; round < 30; round += 1) {
        await store.put('documents/busy', versions[round % 2] ?? Buffer.of());
      }
    };
    const read = async (): Promise<void> => {
      for (let round = 0; round < 100; round += 1) {
        const seen = await store.get('documents/busy');
        expect([300_000, 200_000]).toContain(seen?.length);
        expect(new Set(seen).size).toBe(1);
      }
    };
    await Promise.all([write(), read(), read()]);
  });
}

/** A walk that goes on behind most files does not begin anew; a store in which few files wait may. */
export async function expectToGoOn(store: FileStore): Promise<void> {
  for (let folder = 0; folder < 40; folder += 1)
    await store.put(`documents/d-${folder}/fax.tiff`, Buffer.from('x'));
  const all: string[] = [];
  for await (const key of store.list('documents/')) all.push(key);
  expect((await listed(store, 'documents/', all[35])).length).toBeLessThan(20);
}

async function listed(store: FileStore, prefix: string, after?: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of store.list(prefix, after)) keys.push(key);
  return keys.toSorted();
}
