import { sql } from 'kysely';

import type { Photos } from '#contract/faxes/compose.ts';
import type { Db } from '#engine/database/port.ts';
import { madeByCaller, maker } from '#server/kit/own-work.store.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** A file of an unsent fax as it is stored. */
export interface DraftRow {
  key: string;
  name: string;
  extension: string;
  bytes: number;
  state: 'new' | 'ready' | 'failed';
  photos: Photos;
  fault: string | null;
  pages: number;
  /** Pages that are converted so far, and the known total. */
  drawn: number;
  drawn_of: number;
}

/** A file of a program's draft, with its time of arrival. */
export type ProgramFileRow = DraftRow & { created_at: Date };

const COLUMNS = [
  'key',
  'name',
  'extension',
  'bytes',
  'state',
  'photos',
  'fault',
  'pages',
  'drawn',
  'drawn_of',
] as const;

export async function listDrafts(db: Db, account: AccountId): Promise<DraftRow[]> {
  return await db
    .selectFrom('draft')
    .select(COLUMNS)
    .where('account_id', '=', account)
    .where('api_draft', 'is', null)
    .where(madeByCaller('person_id'))
    .orderBy('id')
    .execute();
}

/** Returns the files of one draft of a program, in their order of arrival. */
export async function listProgramFiles(db: Db, account: AccountId, id: string): Promise<ProgramFileRow[]> {
  return await db
    .selectFrom('draft')
    .select([...COLUMNS, 'created_at'])
    .where('account_id', '=', account)
    .where('api_draft', '=', id)
    .orderBy('id')
    .execute();
}

/** Counts the files of all drafts of the account's programs. */
export async function countProgramFiles(db: Db, account: AccountId): Promise<number> {
  const { n } = await db
    .selectFrom('draft')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('account_id', '=', account)
    .where('api_draft', 'is not', null)
    .executeTakeFirstOrThrow();
  return n;
}

/** Returns the drafts of this account among the keys; `lock` locks them until the transaction ends. */
export async function findDrafts(
  db: Db,
  account: AccountId,
  keys: readonly string[],
  { lock = false } = {},
): Promise<DraftRow[]> {
  if (keys.length === 0) return [];
  const drafts = db
    .selectFrom('draft')
    .select(COLUMNS)
    .where('account_id', '=', account)
    .where('key', 'in', keys)
    .where(madeByCaller('person_id'))
    .orderBy('id');
  return await (lock ? drafts.forUpdate() : drafts).execute();
}

/** Returns what the account has so far; locks the account, so that two uploads cannot both be the last one. */
export async function countDrafts(tx: Db, account: AccountId): Promise<{ count: number; bytes: number }> {
  await tx.selectFrom('account').select('id').where('id', '=', account).forNoKeyUpdate().execute();
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::int as count, coalesce(sum(bytes), 0)::bigint as bytes from draft where account_id = ${account}
  `.execute(tx);
  return rows[0] ?? { count: 0, bytes: 0 };
}

/** Inserts a draft whose file is still being stored: nobody converts it for `seconds`, unless it is released before. */
export async function insertDraft(
  tx: Db,
  account: AccountId,
  draft: Pick<DraftRow, 'key' | 'name' | 'extension' | 'bytes' | 'photos'> & { api_draft?: string | null },
  seconds: number,
): Promise<void> {
  const converting_until = sql<Date>`now() + make_interval(secs => ${seconds})`;
  await tx
    .insertInto('draft')
    .values({ account_id: account, ...draft, converting_until, person_id: maker() })
    .execute();
}

/** Removes drafts of the account. Returns the keys of those that existed. */
export async function deleteDrafts(db: Db, account: AccountId, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const gone = await db
    .deleteFrom('draft')
    .where('account_id', '=', account)
    .where('key', 'in', keys)
    .where(madeByCaller('person_id'))
    .returning('key')
    .execute();
  return gone.map(({ key }) => key);
}

/**
 * Removes files older than `hours` that belong to no written fax. Returns their keys. For all accounts, the files of
 * one draft of a program are removed together, by the age of the first; for one account without room, they stay.
 */
export async function deleteOldDrafts(db: Db, hours: number, account?: AccountId): Promise<string[]> {
  const begun = sql<Date>`coalesce(
    (select min(f.created_at) from draft f where f.account_id = draft.account_id and f.api_draft = draft.api_draft),
    draft.created_at)`;
  const old = db
    .deleteFrom('draft')
    .where('fax_draft_id', 'is', null)
    .where(begun, '<', sql<Date>`now() - make_interval(hours => ${hours})`);
  const forgotten =
    account === undefined ? old : old.where('account_id', '=', account).where('api_draft', 'is', null);
  const gone = await forgotten.returning('key').execute();
  return gone.map(({ key }) => key);
}

/** Returns those of the keys that have a draft. */
export async function knownDrafts(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const known = await db.selectFrom('draft').select('key').where('key', 'in', keys).execute();
  return new Set(known.map(({ key }) => key));
}

/**
 * Claims a draft for conversion for `seconds`. Returns false if another process has it, it needs none, or its account
 * may not act now.
 */
export async function claimDraft(db: Db, key: string, seconds: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('draft')
    .set({ converting_until: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('key', '=', key)
    .where('state', '=', 'new')
    .where('account_id', 'in', (eb) => eb.selectFrom('account').select('id').where('acts', '=', true))
    .where((eb) => eb.or([eb('converting_until', 'is', null), eb('converting_until', '<', sql<Date>`now()`)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Renews the claim on a draft for another `seconds`. */
export async function keepDraft(db: Db, key: string, seconds: number): Promise<void> {
  await db
    .updateTable('draft')
    .set({ converting_until: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('key', '=', key)
    .where('state', '=', 'new')
    .execute();
}

/** Records the progress of a conversion, unless the draft has ended or was removed meanwhile. */
export async function noteProgress(
  db: Db,
  key: string,
  { done, of }: { done: number; of: number },
): Promise<void> {
  await db
    .updateTable('draft')
    .set({ drawn: done, drawn_of: of })
    .where('key', '=', key)
    .where('state', '=', 'new')
    .execute();
}

/** Records the outcome of a conversion. A draft that was removed meanwhile stays removed. */
export async function endDraft(
  db: Db,
  key: string,
  result: { state: 'ready'; pages: number } | { state: 'failed'; fault: string },
): Promise<void> {
  await db
    .updateTable('draft')
    .set({ ...result, converting_until: null })
    .where('key', '=', key)
    .execute();
}

/** Releases a draft for another attempt after `seconds`. Returns how often a converter has crashed on it. */
export async function returnDraft(
  db: Db,
  key: string,
  { crashed, seconds }: { crashed: boolean; seconds: number },
): Promise<number> {
  const row = await db
    .updateTable('draft')
    .set((eb) => ({
      deaths: eb('deaths', '+', crashed ? 1 : 0),
      converting_until: sql<Date>`now() + make_interval(secs => ${seconds})`,
    }))
    .where('key', '=', key)
    .returning('deaths')
    .executeTakeFirst();
  return row?.deaths ?? 0;
}
