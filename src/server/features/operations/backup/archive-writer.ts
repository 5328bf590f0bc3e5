import { createWriteStream } from 'node:fs';
import { open, rename, unlink } from 'node:fs/promises';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import { pack as createPack } from 'tar-stream';

import { BackupRefusal, HEAD, MANIFEST, RunningDigest, macOf, pieceName } from './archive-format.ts';
import type { Head, Manifest } from './archive-format.ts';

const NEW_LINE = 0x0a;

/** Rows compress 5 to 10 times even at the quickest level; documents are compressed already. */
const GZIP_LEVEL = 1;

/** Writes one archive. */
export interface ArchiveWriter {
  head(head: Head): Promise<void>;
  piece(table: string, piece: Buffer): Promise<void>;
  file(key: string, bytes: Uint8Array): Promise<void>;
  /** Signs it and puts it in its place. */
  finish(key: Buffer): Promise<Manifest>;
  /** Gives up and leaves nothing behind. */
  abandon(): Promise<void>;
}

/**
 * A tar file that is written beside its place, mode 0600, and moved there when it is whole and on the disk. Its last
 * entry is a signed manifest, so that an archive cut short, mixed or changed is never taken for a backup. Throws
 * BackupRefusal, as every call of the writer does, when the file cannot be written.
 */
export async function openArchiveWriter(path: string): Promise<ArchiveWriter> {
  const draft = `${path}.part`;
  const tar = await openTar(draft, path);
  const digest = new RunningDigest();
  const rows: Record<string, number> = {};
  let pieces = 0;
  let files = 0;
  let bytes = 0;
  const add = async (name: string, content: Uint8Array): Promise<void> => {
    digest.add(name, content);
    await tar.put(name, content);
  };
  return {
    head: async (head) => await add(HEAD, Buffer.from(JSON.stringify(head))),
    piece: async (table, piece) => {
      rows[table] = (rows[table] ?? 0) + countLines(piece);
      pieces += 1;
      await add(pieceName(table, pieces), gzipSync(piece, { level: GZIP_LEVEL }));
    },
    file: async (key, content) => {
      files += 1;
      bytes += content.byteLength;
      await add(`files/${key}`, content);
    },
    finish: async (key) => {
      const unsigned = { ...digest.end(), rows, files, bytes };
      const manifest = { ...unsigned, mac: macOf(key, unsigned) };
      await tar.put(MANIFEST, Buffer.from(JSON.stringify(manifest)));
      await tar.close();
      await publish(draft, path);
      return manifest;
    },
    abandon: tar.remove,
  };
}

/** A tar file of mode 0600, written no faster than the disk takes it. */
async function openTar(draft: string, path: string) {
  const output = createWriteStream(draft, { mode: 0o600, flags: 'w' });
  const done = finished(output).catch((error: unknown) => {
    throw notWritten(path, error);
  });
  // Awaited at the end; until then a full disk must not end the process.
  done.catch(() => {});
  await Promise.race([once(output, 'open'), done]).catch((error: unknown) => {
    throw notWritten(path, error);
  });
  const tar = createPack();
  // What goes wrong with the file ends the tar stream too; it is thrown where the next piece is put.
  tar.on('error', () => {});
  tar.pipe(output);
  return {
    put: async (name: string, content: Uint8Array): Promise<void> => {
      if (output.errored) throw notWritten(path, output.errored);
      const mode = 0o600;
      const header = { name, size: content.byteLength, mode, mtime: new Date(0) };
      tar.entry(header, Buffer.from(content)).on('error', () => {});
      if (output.writableNeedDrain)
        await Promise.race([once(output, 'drain'), done]).catch((error: unknown) => {
          throw notWritten(path, error);
        });
    },
    close: async (): Promise<void> => {
      tar.finalize();
      await done;
    },
    remove: async (): Promise<void> => {
      tar.destroy();
      output.destroy();
      await done.catch(() => {});
      await unlink(draft).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
    },
  };
}

/** Why a file cannot be written, for whoever named it. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'there is no such folder',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no room is left there',
  EDQUOT: 'no room is left there',
};

function notWritten(path: string, error: unknown): BackupRefusal {
  if (error instanceof BackupRefusal) return error;
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new BackupRefusal(`The backup cannot be written to ${path}: ${REASONS[code] ?? message}.`, {
    cause: error,
  });
}

function countLines(piece: Buffer): number {
  let lines = 0;
  for (let at = piece.indexOf(NEW_LINE); at !== -1; at = piece.indexOf(NEW_LINE, at + 1)) lines += 1;
  return lines;
}

async function publish(draft: string, path: string): Promise<void> {
  await sync(draft);
  await rename(draft, path);
  await sync(dirname(path));
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
