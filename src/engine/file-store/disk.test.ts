import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

import { FileStoreRefusal, openFileStore } from './choose.ts';
import { openDiskStore } from './disk.ts';
import { describeFileStore, expectToGoOn } from './store.contract-test.ts';

const folders: string[] = [];

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-files-'));
  folders.push(folder);
  return folder;
}

afterAll(async () => {
  await Promise.all(folders.map(async (folder) => await rm(folder, { recursive: true, force: true })));
});

describeFileStore('disk', async () => await openDiskStore(await freshFolder()));

it('goes on with a list where it was', async () => {
  await expectToGoOn(await openDiskStore(await freshFolder()));
});

it('closes its folders and files to other users of the machine', async () => {
  const root = join(await freshFolder(), 'store');
  const store = await openDiskStore(root);
  await store.put('documents/abc/fax.tiff', Buffer.from('x'));
  for (const name of await readdir(root, { recursive: true })) {
    const found = await stat(join(root, name));
    expect(found.mode & 0o777).toBe(found.isDirectory() ? 0o700 : 0o600);
  }
});

it('removes drafts that a crash left, and only those', async () => {
  const root = await freshFolder();
  const drafts = join(root, 'drafts');
  await mkdir(drafts);
  await writeFile(join(drafts, 'old'), 'half a fax');
  await utimes(join(drafts, 'old'), 0, 0);
  await writeFile(join(drafts, 'fresh'), 'being written by another process');
  await openDiskStore(root);
  expect(await readdir(drafts)).toEqual(['fresh']);
});

it('leaves no draft behind when the file cannot be put in place', async () => {
  const root = await freshFolder();
  const store = await openDiskStore(root);
  await store.put('documents/abc', Buffer.from('a file where a folder is needed'));
  await expect(store.put('documents/abc/fax.tiff', Buffer.from('x'))).rejects.toThrow('EEXIST');
  expect(await readdir(join(root, 'drafts'))).toEqual([]);
});

it('says why it is not healthy', async () => {
  const root = await freshFolder();
  const store = await openDiskStore(root);
  await rm(join(root, 'drafts'), { recursive: true });
  expect(await store.check()).toMatchObject({ ok: false, reason: expect.stringContaining('ENOENT') });
});

it('opens the folder under F2E_DATA by default, another one on request, and refuses what is not built', async () => {
  const dataDir = await freshFolder();
  const other = join(await freshFolder(), 'elsewhere');
  await (await openFileStore('file:', dataDir)).put('documents/a', Buffer.from('x'));
  expect(await readdir(dataDir)).toEqual(['documents']);
  await (await openFileStore(`file:${other}`, dataDir)).put('documents/a', Buffer.from('x'));
  expect(await readdir(other)).toContain('files');
  await expect(openFileStore('s3://no_bucket', dataDir)).rejects.toThrow(FileStoreRefusal);
  await expect(openFileStore('ftp://x', dataDir)).rejects.toThrow(FileStoreRefusal);
});
