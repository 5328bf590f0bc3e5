import { timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { extract } from 'tar-stream';
import type { Extract } from 'tar-stream';
import type { z } from 'zod';

import {
  BackupRefusal,
  HEAD,
  MANIFEST,
  MAX_FILE_BYTES,
  MAX_PIECE_BYTES,
  RunningDigest,
  headShape,
  macOf,
  manifestShape,
  readEntryName,
} from './archive-format.ts';
import type { Head, Manifest } from './archive-format.ts';

/** The items of an archive, in order: the head, pieces of tables, files, and the manifest if everything was correct. */
export type ArchiveItem =
  | { kind: 'head'; head: Head }
  | { kind: 'piece'; table: string; piece: Buffer }
  | { kind: 'file'; key: string; bytes: Buffer }
  | { kind: 'manifest'; manifest: Manifest };

type Entry = Extract extends AsyncIterable<infer T> ? T : never;

/** A head or manifest has only a few kilobytes. */
const MAX_JSON_BYTES = 4 * 1024 * 1024;

/**
 * Reads an archive from its first byte to its last and trusts nothing: it refuses names that we would not write, links,
 * devices, oversized entries, and a wrong hash or signature. Throws BackupRefusal with the reason. Items before the
 * manifest are not verified yet: a caller must use a transaction, or read the archive twice.
 */
export async function* readArchive(path: string, key: Buffer): AsyncGenerator<ArchiveItem> {
  try {
    yield* readItems(path, key);
  } catch (error) {
    if (error instanceof BackupRefusal || !isOfTheArchive(error)) throw error;
    throw new BackupRefusal(`The backup ${path} is damaged or cut short: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

async function* readItems(path: string, key: Buffer): AsyncGenerator<ArchiveItem> {
  const digest = new RunningDigest();
  let state: 'start' | 'content' | 'end' = 'start';
  for await (const entry of entriesOf(path)) {
    const { name } = entry.header;
    if (state === 'end') throw new BackupRefusal(`The backup holds something after its end: ${safe(name)}.`);
    if (entry.header.type !== 'file') throw strange(name);
    if (state === 'start') {
      if (name !== HEAD) throw new BackupRefusal('This file is no backup of f2e.');
      const bytes = await readEntry(entry, MAX_JSON_BYTES);
      digest.add(name, bytes);
      state = 'content';
      yield { kind: 'head', head: parse(headShape, bytes) };
      continue;
    }
    if (name === MANIFEST) {
      const manifest = parse(manifestShape, await readEntry(entry, MAX_JSON_BYTES));
      refuseOther(manifest, digest.end(), key);
      state = 'end';
      yield { kind: 'manifest', manifest };
      continue;
    }
    yield await readContent(entry, digest);
  }
  if (state !== 'end') throw new BackupRefusal('The backup is cut short: its end is missing.');
}

async function readContent(entry: Entry, digest: RunningDigest): Promise<ArchiveItem> {
  const { name } = entry.header;
  const read = readEntryName(name);
  if (read === null || read.kind === 'manifest') throw strange(name);
  const bytes = await readEntry(entry, MAX_FILE_BYTES);
  digest.add(name, bytes);
  return read.kind === 'file'
    ? { kind: 'file', key: read.key, bytes }
    : { kind: 'piece', table: read.table, piece: gunzipSync(bytes, { maxOutputLength: MAX_PIECE_BYTES }) };
}

async function* entriesOf(path: string): AsyncGenerator<Entry> {
  const tar = extract();
  const input = createReadStream(path);
  input.on('error', (error) => tar.destroy(error));
  input.pipe(tar);
  try {
    for await (const entry of tar) yield entry;
  } finally {
    input.destroy();
    tar.destroy();
  }
}

async function readEntry(entry: Entry, limit: number): Promise<Buffer> {
  const { name, size } = entry.header;
  if (size > limit) throw new BackupRefusal(`The backup holds something too large: ${safe(name)}.`);
  const parts: Buffer[] = [];
  for await (const part of entry as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

function parse<T>(shape: z.ZodType<T>, bytes: Buffer): T {
  const parsed = shape.safeParse(JSON.parse(bytes.toString('utf8')));
  if (!parsed.success)
    throw new BackupRefusal('The backup was made by another version of f2e, or its description is damaged.');
  return parsed.data;
}

function refuseOther(
  manifest: Manifest,
  { entries, digest }: { entries: number; digest: string },
  key: Buffer,
): void {
  const mac = Buffer.from(macOf(key, manifest));
  if (!timingSafeEqual(mac, Buffer.from(manifest.mac)))
    throw new BackupRefusal(
      'The backup was not signed with this master key. Put the right key file in place.',
    );
  if (manifest.entries !== entries || manifest.digest !== digest)
    throw new BackupRefusal('The backup was changed or damaged: its content does not match its signature.');
}

function strange(name: string): BackupRefusal {
  return new BackupRefusal(`The backup holds something that f2e never writes: ${safe(name)}.`);
}

/** Quotes a name from a possibly hostile file, to print it on a terminal. */
function safe(name: string): string {
  return JSON.stringify(name.slice(0, 80));
}

/**
 * Whether the archive caused the error: errors of unpacking and parsing come from the archive, errors of reading the
 * file from the machine.
 */
function isOfTheArchive(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).syscall === undefined;
}
