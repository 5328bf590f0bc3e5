import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { nameBackup } from './kept-backups.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-kept-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

it('what a killed backup has left goes when the next of its kind begins, and nothing else', async () => {
  const dead = 'nightly-20261101T011700000Z.tar.part';
  const kept = [
    'nightly-20261101T011700000Z.tar',
    'before-upgrade-20261101T011700000Z.tar.part',
    'nightly-mine.tar.part',
  ];
  const growing = 'nightly-20261130T011700000Z.tar.part';
  for (const name of [dead, ...kept, growing]) await writeFile(join(folder, name), 'x');
  const longAgo = new Date(Date.now() - 2 * 86_400_000);
  for (const name of [dead, ...kept]) await utimes(join(folder, name), longAgo, longAgo);
  const path = await nameBackup(folder, 'nightly');
  expect(basename(path)).toMatch(/^nightly-\d{8}T\d{9}Z\.tar$/);
  expect((await readdir(folder)).toSorted()).toEqual([...kept, growing].toSorted());
});
