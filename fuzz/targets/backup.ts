import { rmSync, writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';

import { BackupRefusal } from '../../src/server/features/operations/backup/archive-format.ts';
import { readArchive } from '../../src/server/features/operations/backup/archive-reader.ts';
import type { FuzzTarget } from '../target.ts';
import { holds, seed } from '../target.ts';

const KEY = Buffer.alloc(32, 7);
const FILE = `/dev/shm/f2e-fuzz-${process.pid}.tar`;

async function tar(entries: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const archive = pack();
  for (const [name, text] of Object.entries(entries)) archive.entry({ name, mtime: new Date(0) }, text);
  archive.finalize();
  return await buffer(archive);
}

const head = {
  format: 1,
  createdAt: '2026-11-23T10:00:00.000Z',
  keyFingerprint: 'x',
  migrations: ['0001-accounts.sql'],
  tables: [{ name: 'account', columns: ['id'] }],
  sequences: [{ name: 'account_id_seq', value: '1', called: true }],
};
const manifest = { entries: 1, digest: '0'.repeat(64), rows: {}, files: 0, bytes: 0, mac: '0'.repeat(64) };

/** Archives of backups, as `f2e restore` reads them; without the key, none may be accepted. */
export const target: FuzzTarget = {
  covers: ['/src/server/features/operations/backup/archive-', '/node_modules/tar-stream/'],
  maxBytes: 256 * 1024,
  seeds: async () => [
    await tar({
      'head.json': JSON.stringify(head),
      'files/documents/a.tif': 'x',
      'manifest.json': JSON.stringify(manifest),
    }),
    await tar({ 'head.json': JSON.stringify(head), 'tables/account/00000001.gz': 'x' }),
    seed('head.json'),
  ],
  run: async (input) => {
    writeFileSync(FILE, input);
    try {
      for await (const item of readArchive(FILE, KEY)) {
        holds(item.kind !== 'manifest', 'no archive is signed without the key');
        if (item.kind === 'file') holds(!/(?:^|\/)\.\.(?:\/|$)|^\//.test(item.key), 'no name leads out');
      }
    } catch (error) {
      if (!(error instanceof BackupRefusal)) throw error;
    } finally {
      rmSync(FILE, { force: true });
    }
  },
};
