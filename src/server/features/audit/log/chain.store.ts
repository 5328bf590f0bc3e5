import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** A table whose rows are chained. */
export interface ChainedTable {
  rows: 'audit' | 'fax_access';
  ends: 'audit_chain' | 'fax_access_chain';
  /** The name of the chain in findings; it also prevents a row of one chain from being moved to the other. */
  tag: '' | 'access ';
  /**
   * The content of a row as text: microseconds as a number and jsonb's own text are the same in every version and time
   * zone.
   */
  text: RawBuilder<string>;
  /** What erasing an account removes from its rows: everything but who did what when. */
  blank: RawBuilder<unknown>;
}

/** An object that names only a row, such as `fax/12`. */
const BARE_OBJECT = '^([a-z-]+/)?[0-9]*$';

/** The chain of the audit: who did what. */
export const AUDIT: ChainedTable = {
  rows: 'audit',
  ends: 'audit_chain',
  tag: '',
  text: sql`json_build_array(id, (extract(epoch from at) * 1000000)::bigint, actor_kind, actor_id,
    account_id, action, object, detail::text, address)::text`,
  blank: sql`detail = '{}', address = '', object = case when object ~ ${BARE_OBJECT} then object else '' end`,
};

/** The chain of accesses: who accessed which fax. */
export const ACCESS: ChainedTable = {
  rows: 'fax_access',
  ends: 'fax_access_chain',
  tag: 'access ',
  text: sql`json_build_array(id, (extract(epoch from at) * 1000000)::bigint, account_id, fax_id, kind, form, actor_kind,
    actor_id, name, address, device)::text`,
  blank: sql`form = '', name = '', address = '', device = '', access_key = null`,
};

/** Where the chain begins and ends; hashes are empty before the first row. */
export interface ChainEnds {
  baseNo: number;
  baseHash: Buffer;
  lastNo: number;
  lastHash: Buffer;
  mac: Buffer | null;
}

/** A row as it is hashed: its whole content, in one text that depends on nothing else. */
export interface ChainRow {
  id: number;
  text: string;
  no: number | null;
  hash: Buffer | null;
  /** Set if the account was erased; then `hash` still covers the row's earlier content. */
  erasedMac: Buffer | null;
}

function columns({ text }: ChainedTable) {
  return sql`id, ${text} as text, chain_no as no, hash, erased_mac as "erasedMac"`;
}

/** Reads the ends; `lock` makes processes extend the chain one at a time. */
export async function readEnds(tx: Db, { ends }: ChainedTable, lock: boolean): Promise<ChainEnds> {
  let query = tx
    .selectFrom(ends)
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

/** Stores new ends. */
export async function saveEnds(tx: Db, of: ChainedTable, ends: ChainEnds): Promise<void> {
  await tx
    .updateTable(of.ends)
    .set({
      base_no: ends.baseNo,
      base_hash: ends.baseHash,
      last_no: ends.lastNo,
      last_hash: ends.lastHash,
      mac: ends.mac,
    })
    .execute();
}

/** Returns rows that are not in the chain yet, oldest first. */
export async function readUnchained(tx: Db, of: ChainedTable, limit: number): Promise<ChainRow[]> {
  const { rows } = await sql<ChainRow>`
    select ${columns(of)} from ${sql.table(of.rows)} where chain_no is null order by id limit ${limit}`.execute(
    tx,
  );
  return rows;
}

/** Stores the rows' positions in the chain. */
export async function chainRows(
  tx: Db,
  { rows: table }: ChainedTable,
  rows: readonly { id: number; no: number; hash: Buffer }[],
): Promise<void> {
  await sql`
    update ${sql.table(table)} u set chain_no = link.no, hash = link.hash, erased_mac = null
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map(({ no }) => no)}::bigint[],
      ${rows.map(({ hash }) => hash)}::bytea[]) as link(id, no, hash)
    where u.id = link.id`.execute(tx);
}

/** Returns rows of the chain after a number, in chain order. */
export async function readChained(
  db: Db,
  of: ChainedTable,
  after: number,
  limit: number,
): Promise<ChainRow[]> {
  const { rows } = await sql<ChainRow>`
    select ${columns(of)} from ${sql.table(of.rows)} where chain_no > ${after} order by chain_no limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** The first so many rows of the chain, the very last one excepted, and which of them are older than so many days. */
export async function readFirst(
  tx: Db,
  of: ChainedTable,
  { baseNo, lastNo }: Pick<ChainEnds, 'baseNo' | 'lastNo'>,
  days: number,
  limit: number,
): Promise<{ no: number; hash: Buffer; old: boolean }[]> {
  const { rows } = await sql<{ no: number; hash: Buffer; old: boolean }>`
    select chain_no as no, hash, at < now() - make_interval(days => ${days}) as old from ${sql.table(of.rows)}
    where chain_no > ${baseNo} and chain_no < ${lastNo} order by chain_no limit ${limit}`.execute(tx);
  return rows;
}

/** Removes the rows of the chain up to a number. Returns how many. */
export async function deleteUpTo(tx: Db, { rows }: ChainedTable, no: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from ${sql.table(rows)} where chain_no <= ${no}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/**
 * Removes everything from an account's rows except who did what when: details, addresses, names. Processes rows after
 * `after`, in order of their ids; the caller stores proofs of what is left (`proveErased`).
 */
export async function blankRows(
  tx: Db,
  of: ChainedTable,
  accountId: number,
  page: { after: number; limit: number },
): Promise<ChainRow[]> {
  const table = sql.table(of.rows);
  const { rows } = await sql<ChainRow>`
    update ${table} set ${of.blank} where id in (
      select id from ${table} where account_id = ${accountId} and id > ${page.after} order by id limit ${page.limit})
    returning ${columns(of)}`.execute(tx);
  return rows.toSorted((one, other) => one.id - other.id);
}

/** Stores the proofs of rows that were blanked. */
export async function proveErased(
  tx: Db,
  { rows: table }: ChainedTable,
  proofs: readonly { id: number; mac: Buffer }[],
): Promise<void> {
  await sql`
    update ${sql.table(table)} u set erased_mac = proof.mac
    from unnest(${proofs.map(({ id }) => id)}::bigint[], ${proofs.map(({ mac }) => mac)}::bytea[]) as proof(id, mac)
    where u.id = proof.id`.execute(tx);
}
