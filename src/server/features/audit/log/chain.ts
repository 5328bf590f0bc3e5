import type { Database, Db } from '#engine/database/port.ts';

import { erasedMac, hashOf, link, macOf, same } from './chain-hash.ts';
import * as store from './chain.store.ts';
import type { ChainEnds, ChainedTable } from './chain.store.ts';
import { whileNobodyVerifies } from './verification.store.ts';

/** Rows per transaction: few enough that a start with a million old rows does not block other work. */
const BATCH = 1_000;

/** Both chains are sealed, verified and purged together. */
const CHAINS = [store.AUDIT, store.ACCESS] as const;

/** The result of a verification: every row of the chains is as it was written, or the first row that is not. */
export type ChainFinding = { ok: true; rows: number } | { ok: false; rows: number; reason: string };

/** Thrown if a chain is not as it was written. */
export class AuditBroken extends Error {
  override readonly name = 'AuditBroken';
}

/**
 * The chains over all audit rows and over all accesses to faxes: the HMAC-SHA-256 of the previous row's hash and the
 * row itself, with a key outside the database.
 */
export interface AuditChain {
  /** Adds rows written since the last call to the chains. Returns how many. */
  seal(): Promise<number>;
  /**
   * Seals, then checks every row, every number and both ends (f2e audit verify), one process at a time. Throws when
   * `signal` ends it, and OPERATOR_REFUSED while another process verifies.
   */
  verify(signal?: AbortSignal): Promise<ChainFinding>;
  /** Removes rows older than so many days; what remains can still be checked. Gives back how many; `signal` may end it. */
  purge(days: number, signal?: AbortSignal): Promise<number>;
  /**
   * Reduces the rows of an account to who did what when, inside the caller's transaction: no details, no addresses. The
   * chains still prove that nobody else changed or removed a row. Returns how many rows there are.
   */
  eraseAccount(tx: Db, accountId: number): Promise<number>;
}

/** Opens the chains with the key of purpose `audit-chain`. */
export function openAuditChain(database: Database, key: Buffer): AuditChain {
  return {
    seal: async () => await inBoth(async (of) => await seal(database, key, of)),
    verify: async (signal) =>
      await whileNobodyVerifies(database, async () => await verifyAll(database, key, signal)),
    purge: async (days, signal) =>
      await inBoth(async (of) => await purge(database, key, of, { days, signal })),
    eraseAccount: async (tx, accountId) =>
      await inEach(async (of) => await eraseAccount(tx, key, of, accountId)),
  };
}

/** Runs the work for one chain after the other; returns the sum of the results. */
async function inEach(work: (of: ChainedTable) => Promise<number>): Promise<number> {
  let total = 0;
  for (const of of CHAINS) total += await work(of);
  return total;
}

/** Does it for both chains, each by itself: one that fails keeps not the other. */
async function inBoth(work: (of: ChainedTable) => Promise<number>): Promise<number> {
  const ends = await Promise.allSettled(CHAINS.map(work));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  return ends.reduce((total, end) => total + (end.status === 'fulfilled' ? end.value : 0), 0);
}

async function seal(database: Database, key: Buffer, of: ChainedTable): Promise<number> {
  let total = 0;
  for (;;) {
    const sealed = await database.transaction(async (tx) => await sealSome(tx, key, of));
    total += sealed;
    if (sealed < BATCH) return total;
  }
}

async function sealSome(tx: Db, key: Buffer, of: ChainedTable): Promise<number> {
  const ends = await store.readEnds(tx, of, true);
  const rows = await store.readUnchained(tx, of, BATCH);
  if (rows.length === 0) return 0;
  let { lastNo, lastHash } = ends;
  const links = rows.map((row) => {
    lastNo += 1;
    lastHash = link(key, of, lastNo, lastHash, row);
    return { id: row.id, no: lastNo, hash: lastHash };
  });
  await store.chainRows(tx, of, links);
  await save(tx, key, of, { ...ends, lastNo, lastHash });
  return rows.length;
}

async function verifyAll(
  database: Database,
  key: Buffer,
  signal: AbortSignal | undefined,
): Promise<ChainFinding> {
  let rows = 0;
  for (const of of CHAINS) {
    await seal(database, key, of);
    const found = await verify(database.db, key, of, signal);
    rows += found.rows;
    if (!found.ok) return { ...found, rows };
  }
  return { ok: true, rows };
}

async function verify(db: Db, key: Buffer, of: ChainedTable, signal?: AbortSignal): Promise<ChainFinding> {
  for (;;) {
    const found = await verifyOnce(db, key, of, signal);
    if (found !== 'moved') return found;
  }
}

/** «moved»: what was to be read next has been purged meanwhile. */
async function verifyOnce(
  db: Db,
  key: Buffer,
  of: ChainedTable,
  signal: AbortSignal | undefined,
): Promise<ChainFinding | 'moved'> {
  const ends = await store.readEnds(db, of, false);
  if (ends.lastNo === 0) return { ok: true, rows: 0 };
  const name = of.tag === '' ? 'Row' : 'Access row';
  if (ends.mac === null || !same(ends.mac, macOf(key, of, ends)))
    return { ok: false, rows: 0, reason: 'The ends of the chain were changed without the key.' };
  let { baseNo: no, baseHash: hash } = ends;
  const broken = (reason: string): ChainFinding => ({ ok: false, rows: no - ends.baseNo, reason });
  const gap = async (reason: string): Promise<ChainFinding | 'moved'> =>
    (await store.readEnds(db, of, false)).baseNo > ends.baseNo ? 'moved' : broken(reason);
  while (no < ends.lastNo) {
    signal?.throwIfAborted();
    const rows = await store.readChained(db, of, no, BATCH);
    if (rows.length === 0) return await gap(`${name}s ${no + 1} to ${ends.lastNo} are missing.`);
    for (const row of rows) {
      // Sealed by another process while we read: verified next time.
      if ((row.no ?? 0) > ends.lastNo) break;
      if (row.no !== no + 1) return await gap(`${name} ${no + 1} is missing.`);
      const proved = hashOf(key, of, row.no, hash, row);
      if (proved === null) return broken(`${name} ${row.no} was changed.`);
      hash = proved;
      no = row.no;
    }
  }
  return same(hash, ends.lastHash)
    ? { ok: true, rows: no - ends.baseNo }
    : broken(`${name} ${no} is not the one that was written last.`);
}

async function purge(
  database: Database,
  key: Buffer,
  of: ChainedTable,
  { days, signal }: { days: number; signal: AbortSignal | undefined },
): Promise<number> {
  for (let total = 0; ;) {
    signal?.throwIfAborted();
    const removed = await database.transaction(async (tx) => await purgeSome(tx, key, of, days));
    total += removed;
    if (removed < BATCH) return total;
  }
}

/** The very last row always stays: the chain goes on from it. */
async function purgeSome(tx: Db, key: Buffer, of: ChainedTable, days: number): Promise<number> {
  const ends = await store.readEnds(tx, of, true);
  const first = await store.readFirst(tx, of, ends, days, BATCH);
  const young = first.findIndex(({ old }) => !old);
  const last = first.at(young === -1 ? -1 : young - 1);
  if (last === undefined || young === 0) return 0;
  await save(tx, key, of, { ...ends, baseNo: last.no, baseHash: last.hash });
  return await store.deleteUpTo(tx, of, last.no);
}

async function eraseAccount(tx: Db, key: Buffer, of: ChainedTable, accountId: number): Promise<number> {
  // Locks the chain, and thus every row in it, until the caller's transaction ends.
  await sealAll(tx, key, of);
  let total = 0;
  for (let after = 0; ;) {
    const rows = await store.blankRows(tx, of, accountId, { after, limit: BATCH });
    const proofs = rows.flatMap((row) =>
      row.no === null || row.hash === null
        ? []
        : [{ id: row.id, mac: erasedMac(key, of, row.no, row.hash, row) }],
    );
    await store.proveErased(tx, of, proofs);
    total += rows.length;
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) return total;
    after = last.id;
  }
}

async function sealAll(tx: Db, key: Buffer, of: ChainedTable): Promise<void> {
  for (;;) if ((await sealSome(tx, key, of)) < BATCH) return;
}

/**
 * Links every row again under another key, inside the caller's transaction. Throws if a chain is broken: a change of
 * keys must not hide tampering.
 */
export async function relinkChain(tx: Db, from: Buffer, to: Buffer): Promise<number> {
  return await inEach(async (of) => await relinkOne(tx, from, to, of));
}

async function relinkOne(tx: Db, from: Buffer, to: Buffer, of: ChainedTable): Promise<number> {
  await sealAll(tx, from, of);
  const found = await verify(tx, from, of);
  if (!found.ok) throw new AuditBroken(found.reason);
  const ends = await store.readEnds(tx, of, true);
  let { baseNo: no, baseHash: hash } = ends;
  while (no < ends.lastNo) {
    const rows = await store.readChained(tx, of, no, BATCH);
    const links = rows.map((row) => {
      no += 1;
      hash = link(to, of, no, hash, row);
      return { id: row.id, no, hash };
    });
    await store.chainRows(tx, of, links);
  }
  await save(tx, to, of, { ...ends, lastHash: hash });
  return found.rows;
}

async function save(tx: Db, key: Buffer, of: ChainedTable, ends: Omit<ChainEnds, 'mac'>): Promise<void> {
  await store.saveEnds(tx, of, { ...ends, mac: macOf(key, of, ends) });
}
