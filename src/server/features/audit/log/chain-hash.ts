import { createHmac, timingSafeEqual } from 'node:crypto';

import type { ChainEnds, ChainRow, ChainedTable } from './chain.store.ts';

/** Returns the hash of a row that is as it was written, or as erasing its account left it; null for any other. */
export function hashOf(
  key: Buffer,
  of: ChainedTable,
  no: number,
  before: Buffer,
  row: ChainRow,
): Buffer | null {
  if (row.hash === null) return null;
  if (row.erasedMac !== null)
    return same(row.erasedMac, erasedMac(key, of, no, row.hash, row)) ? row.hash : null;
  return same(row.hash, link(key, of, no, before, row)) ? row.hash : null;
}

/** Returns the hash of a row at this position of the chain. */
export function link(key: Buffer, { tag }: ChainedTable, no: number, before: Buffer, row: ChainRow): Buffer {
  return createHmac('sha256', key).update(`${tag}${no}\n`).update(before).update(row.text).digest();
}

/** Binds the rest of an erased row to its position and to the hash that the next row is linked to. */
export function erasedMac(
  key: Buffer,
  { tag }: ChainedTable,
  no: number,
  hash: Buffer,
  row: ChainRow,
): Buffer {
  return createHmac('sha256', key).update(`${tag}erased ${no}\n`).update(hash).update(row.text).digest();
}

/** Authenticates the ends: otherwise an attacker who removes the newest rows could also set the end back. */
export function macOf(key: Buffer, { tag }: ChainedTable, ends: Omit<ChainEnds, 'mac'>): Buffer {
  return createHmac('sha256', key)
    .update(`${tag}ends ${ends.baseNo} ${ends.lastNo}\n`)
    .update(ends.baseHash)
    .update(ends.lastHash)
    .digest();
}

/** Compares in constant time. */
export function same(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
