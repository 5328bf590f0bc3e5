import { statfs } from 'node:fs/promises';

/** Below this, calls are refused rather than answered and lost (F-recv-06). */
const LEAST_FREE_BYTES = 500 * 1024 * 1024;

/** Whether the folder's disk has room for faxes that are still to come. */
export async function hasRoom(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= LEAST_FREE_BYTES;
}
