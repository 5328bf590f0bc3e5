import { sql } from 'kysely';
import type { Selectable } from 'kysely';

import type { FaxAction } from '#contract/mailbox/inbox.ts';
import type { Db } from '#engine/database/port.ts';
import type { FaxTable } from '#engine/database/tables-faxes.ts';
import { pageRotation } from '#engine/documents/port.ts';
import type { Rotation } from '#engine/documents/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { recentlyDeleted } from './deleted-faxes.store.ts';

/**
 * Locks the rows that an action may change, always in the same order: own, not deleted, without an unfinished job.
 * Restoring includes those deleted less than `days` ago, and those already restored.
 */
export async function lockFaxes(
  tx: Db,
  account: AccountId,
  action: FaxAction,
  ids: readonly number[],
  days: number,
): Promise<number[]> {
  const deleted = action === 'undelete' ? sql`or ${recentlyDeleted(days)}` : sql``;
  const { rows } = await sql<{ id: number }>`
    select f.id from fax f
    where f.account_id = ${account} and f.id = any(${ids}::bigint[]) and not f.outbox
      and (f.deleted_at is null ${deleted})
    order by f.id for update`.execute(tx);
  return rows.map(({ id }) => id);
}

/** What each action sets, and on which rows it changes anything. A repeated action writes nothing. */
const CHANGES: Readonly<Record<FaxAction, ReturnType<typeof sql>>> = {
  delete: sql`set deleted_at = now() where deleted_at is null`,
  undelete: sql`set deleted_at = null, put_back_at = now() where deleted_at is not null`,
  to_archive: sql`set archived = true where not archived`,
  from_archive: sql`set archived = false, put_back_at = now() where archived`,
  view: sql`set is_new = false where is_new`,
  new: sql`set is_new = true where not is_new`,
};

/** Applies an action to rows that lockFaxes returned. Returns the ids that changed. Triggers update the counters. */
export async function applyAction(
  tx: Db,
  account: AccountId,
  action: FaxAction,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update fax ${CHANGES[action]} and account_id = ${account} and id = any(${ids}::bigint[])
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The rotation of a fax: of all pages, and in addition of page 1, 2, … */
export type Turned = Pick<Selectable<FaxTable>, 'rotation' | 'page_turns'>;

/**
 * Rotates all pages of a received fax, or one (1-based), by `by` degrees clockwise. Returns 'sent' for a sent fax,
 * which cannot be rotated, and undefined if the fax or the page does not exist.
 */
export async function turnFax(
  tx: Db,
  account: AccountId,
  id: number,
  how: { by: 90 | 270; page: number | undefined },
): Promise<Turned | 'sent' | undefined> {
  const fax = await tx
    .selectFrom('fax')
    .select(['action', 'rotation', 'page_turns', 'pages'])
    .where('account_id', '=', account)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!fax) return undefined;
  if (fax.action !== 'R') return 'sent';
  if (how.page !== undefined && how.page > fax.pages) return undefined;
  const { rotation, page_turns } = fax;
  const turned =
    how.page === undefined
      ? { rotation: pageRotation(rotation, [how.by], 1), page_turns }
      : { rotation, page_turns: withPageTurned(page_turns, how.page, how.by) };
  await tx.updateTable('fax').set(turned).where('account_id', '=', account).where('id', '=', id).execute();
  return turned;
}

/** Removes trailing zeros: a fax whose pages were all rotated back equals one that was never rotated. */
function withPageTurned(turns: readonly Rotation[], page: number, by: 90 | 270): Rotation[] {
  const next = Array.from({ length: Math.max(turns.length, page) }, (_, i): Rotation => turns[i] ?? 0);
  next[page - 1] = pageRotation(by, turns, page);
  return next.slice(0, next.findLastIndex((turn) => turn !== 0) + 1);
}
