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

/** Rows compress 5 to 10 times even at the fastest level; documents are already compressed. */
const GZIP_LEVEL = 1;

/** Writes one archive. */
export interface ArchiveWriter {
  head(head: Head): Promise<void>;
  piece(table: string, piece: Buffer): Promise<void>;
  file(key: string, bytes: Uint8Array): Promise<void>;
  /** Signs the archive and moves it to its final path. */
  finish(key: Buffer): Promise<Manifest>;
  /** Aborts and leaves nothing behind. */
  abandon(): Promise<void>;
}

/**
 * Creates a tar file beside its final path, with mode 0600, which is moved there once it is complete and on disk. Its
 * last entry is a signed manifest, so that a truncated, mixed or modified archive is never accepted as a backup. Throws
 * BackupRefusal, as every method of the writer does, if the file cannot be written.
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

/** Creates a tar file of mode 0600, written no faster than the disk accepts it. */
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
  // An error of the file also ends the tar stream; it is thrown when the next piece is added.
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

/** The reasons why a file cannot be written, for the person who chose its path. */
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
