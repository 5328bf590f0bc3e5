import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { makeTemporaryFolder, prepareTemporaryFolders } from './temporary-folder.ts';

/** A process ID that no process has: above the largest that Linux assigns. */
const NOBODY = 2 ** 22 + 1;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-temporary-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

it('[F-send-01] what a process that is gone has left is removed, what another process fills is not', async () => {
  const own = basename(await makeTemporaryFolder(folder, 'upload'));
  const living = own.replace(`-${process.pid}-`, `-${process.ppid}-`);
  const gone = own.replace(`-${process.pid}-`, `-${NOBODY}-`);
  for (const name of [living, gone, 'lost+found']) await mkdir(join(folder, name));
  await prepareTemporaryFolders(folder);
  expect((await readdir(folder)).toSorted()).toEqual(['lost+found', living].toSorted());
});

it('what a process of another container fills stays for hours, whatever its number', async () => {
  const [young, old, before] = [`mail-${NOBODY}-00000000-a`, `mail-${process.pid}-00000000-b`, `upload-1-c`];
  for (const name of [young, old, before]) await mkdir(join(folder, name));
  const yesterday = new Date(Date.now() - 86_400_000);
  await utimes(join(folder, old), yesterday, yesterday);
  await prepareTemporaryFolders(folder);
  expect((await readdir(folder)).toSorted()).toEqual([young, before]);
});
