import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { eventually } from '#test/patience.ts';
import { faultNotes } from '../fault-notes.ts';
import { Spool } from './spool.ts';

const NOTE = { called: '2125550100', caller: '3105550111', receivedAt: new Date(Date.now() - 3_600_000) };
const PAGE = JSON.stringify({ ev: 'page', pages: 1 });
const END = JSON.stringify({
  ev: 'end',
  code: 0,
  text: 'OK',
  media: 't38',
  pages: 0,
  rate: 14_400,
  ecm: true,
  stationId: '',
});

let folder: string;
let said: string[];
let spool: Spool;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-spool-'));
  said = [];
  spool = new Spool(
    folder,
    faultNotes((reason) => said.push(reason)),
  );
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

async function came(id: string, { journal, pages }: { journal: string; pages?: number }): Promise<void> {
  const files = await spool.begin(id, NOTE);
  await writeFile(files.journal, journal);
  if (pages !== undefined) await writeFile(files.pages, Buffer.alloc(pages));
}

async function listed(): Promise<string[]> {
  const answer = await spool.arrivals.list();
  if (answer.kind === 'failed') throw new Error(answer.reason);
  return answer.value.map(({ name, fault }) => `${name} ${fault}`);
}

it('pages that cannot be read now stay, and so does a note that cannot; neither holds up another fax', async () => {
  await came('whole', { journal: PAGE, pages: 500 });
  await came('away', { journal: PAGE });
  // Simulates an unavailable disk: reading the size fails with an error other than a missing file.
  await symlink('away.tif', join(folder, 'in', 'away.tif'));
  await writeFile(join(folder, 'in', 'broken.json'), '{"called":');
  expect(await listed()).toEqual(['whole the call was cut off']);
  await listed();
  expect(new Set(said.map((reason) => reason.split(':')[0]))).toEqual(new Set(['away', 'broken']));
  expect(said).toHaveLength(2);
  const kept = await readdir(join(folder, 'in'));
  expect(kept).toEqual(expect.arrayContaining(['away.json', 'away.log', 'away.tif', 'broken.json']));
});

it('pages of which the journal tells nothing are handed on', async () => {
  await came('untold', { journal: '{"ev":"page","pages":"one"}\n', pages: 500 });
  expect(await listed()).toEqual(['untold the call was cut off']);
});

it.each([
  ['no file', { journal: PAGE }],
  ['a header only', { journal: '', pages: 8 }],
  ['an end without pages', { journal: END, pages: 500 }],
])('a call that brought nothing is forgotten: %s', async (_, brought) => {
  await came('nothing', brought);
  expect(await listed()).toEqual([]);
  expect(await readdir(join(folder, 'in'))).toEqual([]);
});

it('old journals of calls go once an hour, and no call waits for that', async () => {
  const out = join(folder, 'out');
  await mkdir(out);
  const old = async (name: string): Promise<void> => {
    await writeFile(join(out, name), END);
    await utimes(join(out, name), 0, 0);
  };
  await old('first.log');
  await writeFile(join(out, 'new.log'), END);
  expect(await spool.journalOfCall('one')).toBe(join(out, 'one.log'));
  await eventually(async () => expect(await readdir(out)).toEqual(['new.log']));
  await old('second.log');
  await spool.journalOfCall('two');
  const names = await readdir(out);
  expect(names.toSorted()).toEqual(['new.log', 'second.log']);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_700_000 });
  await spool.journalOfCall('three');
  vi.useRealTimers();
  await eventually(async () => expect(await readdir(out)).toEqual(['new.log']));
});
