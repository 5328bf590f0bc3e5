import type { Database } from '#engine/database/port.ts';

import { saveStoredBytes, sumBytesOfSome } from './health.store.ts';

/** Documents a statement: some milliseconds each. */
const AT_ONCE = 10_000;

/** Counts anew how much all fax pages take. That reads every document, which no scrape of the metrics may wait for. */
export async function countStoredBytes(
  { db }: Pick<Database, 'db'>,
  signal: AbortSignal,
  atOnce = AT_ONCE,
): Promise<number> {
  let bytes = 0;
  for (let after = 0; ;) {
    signal.throwIfAborted();
    const some = await sumBytesOfSome(db, after, atOnce);
    if (!some) break;
    bytes += some.bytes;
    after = some.last;
  }
  await saveStoredBytes(db, bytes);
  return bytes;
}
