import { sql } from 'kysely';

import { VIEWS_SHOWN, VIEW_MINUTES } from '#contract/customers/mailbox-view.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId, AdministratorId } from '#server/kit/scope.ts';

/** Whether the product of an account lets its administrator look. */
export async function mayBeViewed(db: Db, account: AccountId): Promise<boolean> {
  const row = await db
    .selectFrom('account as a')
    .innerJoin('product as p', 'p.id', 'a.product_id')
    .select('a.id')
    .where('a.id', '=', account)
    .where('a.parent_id', 'is not', null)
    .where('p.parent_view', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

/** Begins a look; gives back its id. */
export async function insertView(tx: Db, parent: AdministratorId, account: AccountId): Promise<number> {
  const { id } = await tx
    .insertInto('mailbox_view')
    .values({ parent_id: parent, account_id: account })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The look that lasts; undefined when there is none. */
export async function findView(
  db: Db,
  parent: AdministratorId,
  account: AccountId,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('mailbox_view')
    .select('id')
    .where('account_id', '=', account)
    .where('parent_id', '=', parent)
    .where('opened_at', '>', sql<Date>`now() - make_interval(mins => ${VIEW_MINUTES})`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Notes the fax behind a key as seen in a look; its id when this is the first time, null when not, undefined without such a fax. */
export async function noteSeen(
  tx: Db,
  view: number,
  account: AccountId,
  key: string,
): Promise<number | null | undefined> {
  const fax = await tx
    .selectFrom('fax')
    .select('id')
    .where('account_id', '=', account)
    .where('path_key', '=', key)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!fax) return undefined;
  const first = await tx
    .insertInto('mailbox_view_fax')
    .values({ view_id: view, fax_id: fax.id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('fax_id')
    .executeTakeFirst();
  return first ? fax.id : null;
}

/** The last looks into a mailbox, the newest first. */
export async function listViews(
  db: Db,
  account: AccountId,
): Promise<{ at: Date; by: string; faxes: number }[]> {
  const { rows } = await sql<{ at: Date; by: string; faxes: number }>`
    select v.opened_at as at, p.username as by,
      (select count(*)::int from mailbox_view_fax f where f.view_id = v.id) as faxes
    from mailbox_view v join parent p on p.id = v.parent_id
    where v.account_id = ${account} order by v.id desc limit ${VIEWS_SHOWN}`.execute(db);
  return rows;
}
