import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import type { Header } from 'tar-stream';
import { beforeAll, describe, expect, it } from 'vitest';

import { openKeys } from '#engine/secrets/keys.ts';
import { useBackupRig } from '#test/backup-rig.ts';

import { BackupRefusal } from './backup.service.ts';

type Headers = Partial<Header> & Pick<Header, 'name'>;

const rig = useBackupRig();

let good: string;

beforeAll(async () => {
  good = (await rig.back('good.tar')).path;
});

/** Rewrites the archive as an attacker would who wants us to accept it. */
async function rewritten(change: (header: Headers, body: Buffer) => [Headers, Buffer][]): Promise<string> {
  const path = join(rig.folder, `bad-${randomBytes(4).toString('hex')}.tar`);
  const tar = pack();
  const writing = pipeline(tar, createWriteStream(path));
  const reading = extract();
  createReadStream(good).pipe(reading);
  for await (const entry of reading) {
    const parts: Buffer[] = [];
    for await (const part of entry as AsyncIterable<Buffer>) parts.push(part);
    for (const [header, body] of change(entry.header, Buffer.concat(parts))) {
      if (header.type === undefined || header.type === 'file')
        tar.entry({ name: header.name, size: body.length }, body);
      else tar.entry(header);
    }
  }
  tar.finalize();
  await writing;
  return path;
}

/** Adds an entry before the end of the archive. */
async function beforeEnd(extra: Headers, body = Buffer.alloc(0)): Promise<string> {
  return await rewritten((header, own) =>
    header.name === 'manifest.json'
      ? [
          [extra, body],
          [header, own],
        ]
      : [[header, own]],
  );
}

/** Returns the reason for the refusal, provided the target stays as empty as it was. */
async function refusalOf(path: string, keys = rig.keys): Promise<string> {
  const store = await rig.emptyStore();
  const error: unknown = await rig.restore(path, keys, store).catch((reason: unknown) => reason);
  if (!(error instanceof BackupRefusal)) return 'it was taken';
  for await (const key of store.list('')) return `${key} was written`;
  return (await rig.targetIsEmpty()) ? error.message : 'the database was changed';
}

describe('[A-SUPPLY-02] a hostile or damaged backup is refused before anything is changed', () => {
  it.each<[string, Headers]>([
    ['a name that climbs out', { name: 'files/../../../../etc/cron.d/x' }],
    ['an absolute name', { name: '/etc/passwd' }],
    ['a name of nothing', { name: 'files/documents//x' }],
    ['a hidden climb', { name: 'files/documents/../x' }],
    ['a symbolic link', { name: 'files/documents/x', type: 'symlink', linkname: '/etc/shadow' }],
    ['a hard link', { name: 'files/documents/x', type: 'link', linkname: '/etc/shadow' }],
    ['a device', { name: 'files/documents/x', type: 'character-device', devmajor: 1, devminor: 3 }],
    ['a pipe', { name: 'files/documents/x', type: 'fifo' }],
    ['a folder', { name: 'files/documents/x', type: 'directory' }],
  ])('%s', async (_name, header) => {
    expect(await refusalOf(await beforeEnd(header))).toMatch(/never writes/);
  });

  it('a file that was not there when it was signed', async () => {
    const path = await beforeEnd({ name: 'files/documents/x' }, Buffer.from('x'));
    expect(await refusalOf(path)).toMatch(/does not match its signature/);
  });

  it('rows that would unpack to more than the memory', async () => {
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024));
    expect(await refusalOf(await beforeEnd({ name: 'tables/fax/00000001.gz' }, bomb))).toMatch(
      /damaged or cut short/,
    );
  });

  it('one bit that fell over, anywhere', async () => {
    const bytes = await readFile(good);
    const spots = createHash('sha256').update('spots').digest();
    for (const spot of spots.subarray(0, 8)) {
      const damaged = Buffer.from(bytes);
      // Never in the zeros between entries, which have no meaning.
      let at = Math.floor((spot / 256) * (bytes.length - 2048));
      while (damaged[at] === 0) at += 1;
      damaged[at]! ^= 4;
      const path = join(rig.folder, 'flipped.tar');
      await writeFile(path, damaged);
      expect(await refusalOf(path)).toMatch(/backup/i);
    }
  });

  it('an end that is missing', async () => {
    const bytes = await readFile(good);
    for (const share of [0, 0.3, 0.9]) {
      const path = join(rig.folder, 'short.tar');
      await writeFile(path, bytes.subarray(0, Math.floor(bytes.length * share)));
      expect(await refusalOf(path)).toMatch(/cut short|no backup/);
    }
  });

  it('another key', async () => {
    const other = await openKeys({ file: join(rig.folder, 'other.key'), known: null });
    expect(await refusalOf(good, other)).toMatch(/not signed with this master key/);
  });

  it('something that is no backup at all', async () => {
    const path = join(rig.folder, 'note.txt');
    await writeFile(path, randomBytes(5_000));
    expect(await refusalOf(path)).toMatch(/damaged|no backup/);
  });

  it('a database that is filled', async () => {
    await rig.restore(good);
    const attempt = rig.restore(good);
    await expect(attempt).rejects.toThrow('The database is not empty');
  });

  it('a newer version of the schema', async () => {
    await rig.source.pool.query(
      `insert into schema_migration (name, sha256) values ('9999-of-tomorrow.sql', '')`,
    );
    const { path } = await rig.back('newer.tar');
    await rig.source.pool.query(`delete from schema_migration where name like '9999%'`);
    await expect(rig.restore(path)).rejects.toThrow('made by a newer version of f2e');
    expect(await rig.targetIsEmpty()).toBe(true);
  });
});
