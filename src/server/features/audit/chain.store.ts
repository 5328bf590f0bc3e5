import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** Where the chain begins and ends; hashes are empty before the first row. */
export interface ChainEnds {
  baseNo: number;
  baseHash: Buffer;
  lastNo: number;
  lastHash: Buffer;
  mac: Buffer | null;
}

/** A row as it is hashed: everything that it says, in one text that depends on nothing but its content. */
export interface ChainRow {
  id: number;
  text: string;
  no: number | null;
  hash: Buffer | null;
}

/** Microseconds as a number and jsonb's own text: the same on every version and in every zone. */
const TEXT = sql<string>`json_build_array(id, (extract(epoch from at) * 1000000)::bigint, actor_kind, actor_id,
  account_id, action, object, detail::text, address)::text`;

/** The ends; `lock` makes one process after the other lengthen the chain. */
export async function readEnds(tx: Db, lock: boolean): Promise<ChainEnds> {
  let query = tx
    .selectFrom('audit_chain')
    .select([
      'base_no as baseNo',
      'base_hash as baseHash',
      'last_no as lastNo',
      'last_hash as lastHash',
      'mac',
    ]);
  if (lock) query = query.forUpdate();
  return await query.executeTakeFirstOrThrow();
}

/** Keeps new ends. */
export async function saveEnds(tx: Db, ends: ChainEnds): Promise<void> {
  await tx
    .updateTable('audit_chain')
    .set({
      base_no: ends.baseNo,
      base_hash: ends.baseHash,
      last_no: ends.lastNo,
      last_hash: ends.lastHash,
      mac: ends.mac,
    })
    .execute();
}

/** Rows that are not in the chain yet, oldest first. */
export async function readUnchained(tx: Db, limit: number): Promise<ChainRow[]> {
  return await tx
    .selectFrom('audit')
    .select(['id', TEXT.as('text'), 'chain_no as no', 'hash'])
    .where('chain_no', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Gives rows their place in the chain. */
export async function chainRows(
  tx: Db,
  rows: readonly { id: number; no: number; hash: Buffer }[],
): Promise<void> {
  await sql`
    update audit set chain_no = link.no, hash = link.hash
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ no }) => no)}::bigint[],
      ${rows.map(({ hash }) => hash)}::bytea[]) as link(id, no, hash)
    where audit.id = link.id`.execute(tx);
}

/** Rows of the chain after a number, in its order. */
export async function readChained(db: Db, after: number, limit: number): Promise<ChainRow[]> {
  return await db
    .selectFrom('audit')
    .select(['id', TEXT.as('text'), 'chain_no as no', 'hash'])
    .where('chain_no', '>', after)
    .orderBy('chain_no')
    .limit(limit)
    .execute();
}

/** The last row of the chain that is older than so many days, the very last one excepted; undefined when there is none. */
export async function findLastOlder(tx: Db, days: number): Promise<{ no: number; hash: Buffer } | undefined> {
  const { rows } = await sql<{ no: number; hash: Buffer }>`
    select chain_no as no, hash from audit
    where chain_no < coalesce(
      (select min(chain_no) from audit where chain_no is not null and at >= now() - make_interval(days => ${days})),
      (select last_no from audit_chain))
    order by chain_no desc limit 1`.execute(tx);
  return rows[0];
}

/** Removes the rows of the chain up to a number. Gives back how many. */
export async function deleteUpTo(tx: Db, no: number): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('audit').where('chain_no', '<=', no).executeTakeFirst();
  return Number(numDeletedRows);
}
