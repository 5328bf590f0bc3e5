import { sql } from 'kysely';

import { VIEWS_SHOWN, VIEW_MINUTES } from '#contract/customers/mailbox-view.ts';
import type { Db } from '#engine/database/port.ts';
import { provenAccount } from '#server/kit/scope.ts';
import type { AccountId, AdministratorId } from '#server/kit/scope.ts';

/** The viewer of a mailbox: its administrator or an operator. */
export type Viewer = { kind: 'parent'; id: AdministratorId } | { kind: 'operator'; id: number };

/** Whether the product of an account lets its administrator view the mailbox. */
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

/** Starts a visit; returns its id. Operators give a reason. */
export async function insertView(
  tx: Db,
  { kind, id: viewer }: Viewer,
  account: AccountId,
  reason = '',
): Promise<number> {
  const { id } = await tx
    .insertInto('mailbox_view')
    .values({ [`${kind}_id`]: viewer, account_id: account, reason })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the visit in progress; undefined if there is none. */
export async function findView(
  db: Db,
  { kind, id }: Viewer,
  account: AccountId,
  minutes = VIEW_MINUTES,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('mailbox_view')
    .select('id')
    .where('account_id', '=', account)
    .where(`${kind}_id`, '=', id)
    .where('opened_at', '>', sql<Date>`now() - make_interval(mins => ${minutes})`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/**
 * Records the fax with a key as seen in a visit; returns its id the first time, null later, and undefined if there is
 * no such fax.
 */
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

/** A visit as the mailbox's owner sees it. */
export interface ListedView {
  at: Date;
  by: string;
  faxes: number;
  reason: string;
}

/** Returns the latest visits to a mailbox, newest first. */
export async function listViews(db: Db, account: AccountId): Promise<ListedView[]> {
  const { rows } = await sql<ListedView>`
    select v.opened_at as at, coalesce(p.username, o.name) as by, v.reason,
      (select count(*)::int from mailbox_view_fax f where f.view_id = v.id) as faxes
    from mailbox_view v left join parent p on p.id = v.parent_id left join operator o on o.id = v.operator_id
    where v.account_id = ${account} order by v.id desc limit ${VIEWS_SHOWN}`.execute(db);
  return rows;
}

/** The account that an operator views, and how to notify its owner; undefined for a closed account. */
export async function findViewed(
  db: Db,
  id: number,
): Promise<
  { account: AccountId; brandId: number; email: string; language: string; number: string } | undefined
> {
  const row = await db
    .selectFrom('account as a')
    .leftJoin('account_settings as s', 's.account_id', 'a.id')
    .select(['a.id', 'a.brand_id as brandId', 'a.admin_email as email'])
    .select(sql<string>`coalesce(s.language, 'en')`.as('language'))
    .select(sql<string>`coalesce(a.fax_number, a.pending_number, '')`.as('number'))
    .where('a.id', '=', id)
    .where('a.state', '<>', 'closed')
    .executeTakeFirst();
  if (!row) return undefined;
  const { id: account, ...owner } = row;
  return { account: provenAccount(account), ...owner };
}
