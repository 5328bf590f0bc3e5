import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, opendir, readFile, readdir, rmdir, unlink } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

import { ignoreMissing, isMissing, removeOldDrafts, syncFolder, writeDurably } from './durable-file.ts';
import { requireKey, requirePrefix } from './keys.ts';
import type { FileStore, StoreHealth } from './port.ts';

/** Leading parts of a key that determine its folder: `documents/<random>`, to keep the files of a document together. */
const SHARD_PARTS = 2;

/** The key that `check` overwrites each time: a store that can be read but not written loses faxes. */
const PROBE_KEY = 'health/probe';

/**
 * Stores files under one folder as `<root>/files/<2 hex digits>/<key>`, so that a million documents spread over 256
 * folders of 4,000 entries. Folders have mode 0700, files 0600. Opening the store removes drafts left by a crash.
 */
export async function openDiskStore(root: string): Promise<FileStore> {
  const files = join(root, 'files');
  const drafts = join(root, 'drafts');
  await mkdir(files, { recursive: true, mode: 0o700 });
  await mkdir(drafts, { recursive: true, mode: 0o700 });
  await removeOldDrafts(drafts);
  const pathOf = (key: string): string => {
    requireKey(key);
    return join(files, shardOf(key), key);
  };
  return {
    put: async (key, bytes) => {
      await writeDurably(pathOf(key), drafts, bytes);
    },
    get: async (key) => await readWhole(pathOf(key)),
    delete: async (key) => {
      await remove(pathOf(key), files);
    },
    list: (prefix, after) => listKeys(files, prefix, after),
    check: async () => await probe(pathOf(PROBE_KEY), drafts),
  };
}

function shardOf(key: string): string {
  const head = key.split('/').slice(0, SHARD_PARTS).join('/');
  return createHash('sha256').update(head).digest('hex').slice(0, 2);
}

async function readWhole(path: string): Promise<Uint8Array | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function remove(path: string, files: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    ignoreMissing(error);
    return;
  }
  await syncFolder(dirname(path)).catch(ignoreMissing);
  await removeEmptyFolders(dirname(path), files);
}

/** Removes empty folders upward from `start`; the shard folders stay. A concurrent put recreates its folder. */
async function removeEmptyFolders(start: string, files: string): Promise<void> {
  for (let folder = start; relative(files, folder).split(sep).length > 1; folder = dirname(folder)) {
    try {
      await rmdir(folder);
    } catch {
      // The folder is not empty, or another process removed it first; either way there is nothing left to do.
      return;
    }
  }
}

async function* listKeys(files: string, prefix: string, after?: string): AsyncIterable<string> {
  requirePrefix(prefix);
  const parts = prefix.split('/');
  // A prefix that holds the whole sharding part lives in one folder only.
  const shards = parts.length > SHARD_PARTS ? [shardOf(prefix)] : (await readdir(files)).toSorted();
  for (const shard of shards) {
    // Within a shard there is no order that lasts.
    if (after !== undefined && shard < shardOf(after)) continue;
    const root = join(files, shard);
    // The last part may be the beginning of a name, so the walk starts one level above it.
    for await (const path of walk(join(root, ...parts.slice(0, -1)))) {
      const key = relative(root, path).split(sep).join('/');
      if (key.startsWith(prefix)) yield key;
    }
  }
}

async function* walk(folder: string): AsyncIterable<string> {
  const entries = await opendir(folder).catch((error: unknown) => {
    ignoreMissing(error);
    return null;
  });
  if (entries === null) return;
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else yield path;
  }
}

async function probe(path: string, drafts: string): Promise<StoreHealth> {
  try {
    await access(drafts, constants.W_OK);
    await writeDurably(path, drafts, new Uint8Array([1]));
    return { ok: true };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}
