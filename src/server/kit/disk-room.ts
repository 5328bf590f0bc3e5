import { statfs } from 'node:fs/promises';

import { AppError } from './app-error.ts';

/** Free space below which incoming calls are refused, because faxes that are answered could be lost (F-recv-06). */
const LEAST_FREE_BYTES = 500 * 1024 * 1024;

/**
 * Free space below which sends are refused: the rest belongs to the database, which stops when its disk is full
 * (F-db-05).
 */
const LEAST_FREE_FOR_SENDS = 100 * 1024 * 1024;

/** Whether the folder's disk has room for faxes still to be received. */
export async function hasRoom(folder: string): Promise<boolean> {
  return (await freeBytes(folder)) >= LEAST_FREE_BYTES;
}

/** Whether the folder's disk has room for what people send. */
export async function hasRoomForSends(folder: string): Promise<boolean> {
  return (await freeBytes(folder)) >= LEAST_FREE_FOR_SENDS;
}

/** Retry delay for a full disk: somebody has to make room first. */
const FULL_RETRY_SECONDS = 60;

/**
 * Refuses a write of many rows while the disk has no room for it. A database that runs out of room midway stops
 * altogether until there is some, and then not even lists can be read (F-import-04). Throws STORAGE_FULL.
 */
export async function requireRoom(folder: string, sentence: string): Promise<void> {
  if (!(await hasRoomForSends(folder)))
    throw new AppError('STORAGE_FULL', { retryAfterSeconds: FULL_RETRY_SECONDS, sentence });
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
