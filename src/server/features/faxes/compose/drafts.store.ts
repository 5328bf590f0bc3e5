import { sql } from 'kysely';

import type { Photos } from '#contract/faxes/compose.ts';
import type { Db } from '#engine/database/port.ts';
import { madeByCaller, maker } from '#server/kit/own-work.store.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** A file of an unsent fax as it is kept. */
export interface DraftRow {
  key: string;
  name: string;
  extension: string;
  bytes: number;
  state: 'new' | 'ready' | 'failed';
  photos: Photos;
  fault: string | null;
  pages: number;
  /** While it is converted: pages done, of those known. */
  drawn: number;
  drawn_of: number;
}

/** The same of a program's draft, and when it came. */
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

/** The files of one draft of a program, in the order in which they came. */
export async function listProgramFiles(db: Db, account: AccountId, id: string): Promise<ProgramFileRow[]> {
  return await db
    .selectFrom('draft')
    .select([...COLUMNS, 'created_at'])
    .where('account_id', '=', account)
    .where('api_draft', '=', id)
    .orderBy('id')
    .execute();
}

/** Files of all drafts of the account's programs. */
export async function countProgramFiles(db: Db, account: AccountId): Promise<number> {
  const { n } = await db
    .selectFrom('draft')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('account_id', '=', account)
    .where('api_draft', 'is not', null)
    .executeTakeFirstOrThrow();
  return n;
}

/** Those of the keys that are drafts of this account; `lock` keeps them until the transaction ends. */
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

/** What the account has by now; under a lock of the account, so that two uploads cannot both be the last. */
export async function countDrafts(tx: Db, account: AccountId): Promise<{ count: number; bytes: number }> {
  await tx.selectFrom('account').select('id').where('id', '=', account).forNoKeyUpdate().execute();
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::int as count, coalesce(sum(bytes), 0)::bigint as bytes from draft where account_id = ${account}
  `.execute(tx);
  return rows[0] ?? { count: 0, bytes: 0 };
}

/** A draft whose file is still being stored: nobody converts it within so many seconds, unless it is given back before. */
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

/** Removes drafts of the account; gives the keys of those that were there. */
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
 * Removes files older than so many hours that belong to no written fax; gives their keys. Of all accounts, the files of
 * one draft of a program go together, by its first; of one account, that has no room left, these stay.
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

/** Which of the keys have a draft. */
export async function knownDrafts(db: Db, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const known = await db.selectFrom('draft').select('key').where('key', 'in', keys).execute();
  return new Set(known.map(({ key }) => key));
}

/**
 * Takes a draft for conversion for so many seconds; false when another process has it, it needs none, or its account
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

/** Keeps a draft for so many seconds more. */
export async function keepDraft(db: Db, key: string, seconds: number): Promise<void> {
  await db
    .updateTable('draft')
    .set({ converting_until: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('key', '=', key)
    .where('state', '=', 'new')
    .execute();
}

/** How far a conversion is. Nothing is noted of a draft that has ended or was removed meanwhile. */
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

/** How a conversion ended. A draft that was removed meanwhile stays removed. */
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

/** Gives a draft back for another try after so many seconds; says how often a converter has died on it. */
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
