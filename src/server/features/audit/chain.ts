import { createHmac, timingSafeEqual } from 'node:crypto';

import type { Database, Db } from '#engine/database/port.ts';

import * as store from './chain.store.ts';
import type { ChainEnds, ChainRow } from './chain.store.ts';

/** Rows a transaction: short enough that a start with a million old rows gets its turn with everything else. */
const BATCH = 1_000;

/** What verify found: every row of the chain is as it was written, or the first place where it is not. */
export type ChainFinding = { ok: true; rows: number } | { ok: false; rows: number; reason: string };

/** The chain is not as it was written. */
export class AuditBroken extends Error {
  override readonly name = 'AuditBroken';
}

/** The chain over all audit rows: HMAC-SHA-256 of the row before and the row itself, with a key outside the database. */
export interface AuditChain {
  /** Takes rows that were written since into the chain. Gives back how many. */
  seal(): Promise<number>;
  /** Seals, then checks every row, every number and both ends (f2e audit verify). */
  verify(): Promise<ChainFinding>;
  /** Removes rows older than so many days; what remains can still be checked. Gives back how many. */
  purge(days: number): Promise<number>;
}

/** Opens the chain with the key of purpose `audit-chain`. */
export function openAuditChain(database: Database, key: Buffer): AuditChain {
  return {
    seal: async () => await seal(database, key),
    verify: async () => {
      await seal(database, key);
      return await verify(database.db, key);
    },
    purge: async (days) => await database.transaction(async (tx) => await purge(tx, key, days)),
  };
}

async function seal(database: Database, key: Buffer): Promise<number> {
  let total = 0;
  for (;;) {
    const sealed = await database.transaction(async (tx) => await sealSome(tx, key));
    total += sealed;
    if (sealed < BATCH) return total;
  }
}

async function sealSome(tx: Db, key: Buffer): Promise<number> {
  const ends = await store.readEnds(tx, true);
  const rows = await store.readUnchained(tx, BATCH);
  if (rows.length === 0) return 0;
  let { lastNo, lastHash } = ends;
  const links = rows.map((row) => {
    lastNo += 1;
    lastHash = link(key, lastNo, lastHash, row);
    return { id: row.id, no: lastNo, hash: lastHash };
  });
  await store.chainRows(tx, links);
  await store.saveEnds(tx, { ...ends, lastNo, lastHash, mac: macOf(key, { ...ends, lastNo, lastHash }) });
  return rows.length;
}

async function verify(db: Db, key: Buffer): Promise<ChainFinding> {
  const ends = await store.readEnds(db, false);
  if (ends.lastNo === 0) return { ok: true, rows: 0 };
  if (ends.mac === null || !same(ends.mac, macOf(key, ends)))
    return { ok: false, rows: 0, reason: 'The ends of the chain were changed without the key.' };
  let { baseNo: no, baseHash: hash } = ends;
  const broken = (reason: string): ChainFinding => ({ ok: false, rows: no - ends.baseNo, reason });
  while (no < ends.lastNo) {
    const rows = await store.readChained(db, no, BATCH);
    if (rows.length === 0) return broken(`Rows ${no + 1} to ${ends.lastNo} are missing.`);
    for (const row of rows) {
      // Sealed by another process while we read: checked next time.
      if ((row.no ?? 0) > ends.lastNo) break;
      if (row.no !== no + 1) return broken(`Row ${no + 1} is missing.`);
      hash = link(key, row.no, hash, row);
      if (row.hash === null || !same(row.hash, hash)) return broken(`Row ${row.no} was changed.`);
      no = row.no;
    }
  }
  return same(hash, ends.lastHash)
    ? { ok: true, rows: no - ends.baseNo }
    : broken(`Row ${no} is not the one that was written last.`);
}

async function purge(tx: Db, key: Buffer, days: number): Promise<number> {
  const ends = await store.readEnds(tx, true);
  const last = await store.findLastOlder(tx, days);
  if (last === undefined) return 0;
  const moved = { ...ends, baseNo: last.no, baseHash: last.hash };
  await store.saveEnds(tx, { ...moved, mac: macOf(key, moved) });
  return await store.deleteUpTo(tx, last.no);
}

/**
 * Links every row anew under another key, inside the caller's transaction. Throws when the chain is broken: a change
 * of keys must not heal what somebody has tampered with.
 */
export async function relinkChain(tx: Db, from: Buffer, to: Buffer): Promise<number> {
  for (;;) if ((await sealSome(tx, from)) < BATCH) break;
  const found = await verify(tx, from);
  if (!found.ok) throw new AuditBroken(found.reason);
  const ends = await store.readEnds(tx, true);
  let { baseNo: no, baseHash: hash } = ends;
  while (no < ends.lastNo) {
    const rows = await store.readChained(tx, no, BATCH);
    const links = rows.map((row) => {
      no += 1;
      hash = link(to, no, hash, row);
      return { id: row.id, no, hash };
    });
    await store.chainRows(tx, links);
  }
  const relinked = { ...ends, lastHash: hash };
  await store.saveEnds(tx, { ...relinked, mac: macOf(to, relinked) });
  return found.rows;
}

function link(key: Buffer, no: number, before: Buffer, row: ChainRow): Buffer {
  return createHmac('sha256', key).update(`${no}\n`).update(before).update(row.text).digest();
}

/** Without it, whoever removes the newest rows could also set the end back. */
function macOf(key: Buffer, ends: Omit<ChainEnds, 'mac'>): Buffer {
  return createHmac('sha256', key)
    .update(`ends ${ends.baseNo} ${ends.lastNo}\n`)
    .update(ends.baseHash)
    .update(ends.lastHash)
    .digest();
}

function same(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
