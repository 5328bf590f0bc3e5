import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** An order for a number that is not in the pool. */
export interface PortOrder {
  id: number;
  accountId: number;
  brandId: number;
  parentId: number | null;
  email: string;
  /** The ordered number; null: any new toll-free number. */
  digits: string | null;
  kind: 'port' | 'tollfree';
  state: 'new' | 'submitted' | 'accepted' | 'done' | 'rejected';
  reason: string;
  createdAt: Date;
}

/** States of orders that still wait for the other carrier. */
const OPEN = ['new', 'submitted', 'accepted'] as const;

/** Opens an order; returns undefined if another account is already porting the same number. */
export async function insertPortOrder(
  tx: Db,
  order: { accountId: number; digits: string | null; kind: PortOrder['kind'] },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('port_order')
    .values({ account_id: order.accountId, digits: order.digits, kind: order.kind })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Returns orders, newest first: all, only open ones, or one. */
export async function readPortOrders(
  db: Db,
  { id, open = false }: { id?: number; open?: boolean } = {},
): Promise<PortOrder[]> {
  return await db
    .selectFrom('port_order as o')
    .innerJoin('account as a', 'a.id', 'o.account_id')
    .select(['o.id', 'o.account_id as accountId', 'a.brand_id as brandId', 'a.parent_id as parentId'])
    .select(['a.admin_email as email', 'o.digits', 'o.kind', 'o.state', 'o.reason'])
    .select('o.created_at as createdAt')
    .$if(id !== undefined, (query) => query.where('o.id', '=', id ?? 0))
    .$if(open, (query) => query.where('o.state', 'in', OPEN))
    .orderBy('o.id', 'desc')
    .execute();
}

/** Ends an open order; returns false if it was already decided. */
export async function endPortOrder(
  tx: Db,
  id: number,
  to: 'done' | 'rejected',
  { digits, reason = '' }: { digits?: string; reason?: string } = {},
): Promise<boolean> {
  const row = await tx
    .updateTable('port_order')
    .set({ state: to, reason, updated_at: sql<Date>`now()`, ...(digits !== undefined && { digits }) })
    .where('id', '=', id)
    .where('state', 'in', OPEN)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Records that an order was submitted to the other carrier, or accepted by it; returns false if it is not in a
 * preceding state.
 */
export async function advancePortOrder(tx: Db, id: number, to: 'submitted' | 'accepted'): Promise<boolean> {
  const row = await tx
    .updateTable('port_order')
    .set({ state: to, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('state', 'in', to === 'submitted' ? ['new'] : ['new', 'submitted'])
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends all open orders of an account that is closed. */
export async function dropPortOrders(tx: Db, accountId: number): Promise<void> {
  await tx
    .updateTable('port_order')
    .set({ state: 'rejected', reason: 'account closed', updated_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('state', 'in', OPEN)
    .execute();
}

/** Whether a number already belongs to somebody here, or is being ported here. */
export async function isNumberKnown(db: Db, digits: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from account where fax_number = ${digits})
      or exists (select from number where digits = ${digits})
      or exists (select from port_order where digits = ${digits} and state in ('new', 'submitted', 'accepted'))
      as known`.execute(db);
  return rows[0]?.known === true;
}

/** Assigns the number to a waiting account; returns false if it already has one, or was closed meanwhile. */
export async function setNumber(tx: Db, accountId: number, digits: string): Promise<boolean> {
  const row = await tx
    .updateTable('account')
    .set({
      fax_number: digits,
      pending_number: null,
      state: sql`case when state = 'pending' then 'active' else state end`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', accountId)
    .where('fax_number', 'is', null)
    .where('state', '<>', 'closed')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the language of an account's mails, and its administrator's mail address. */
export async function findMailSubject(
  db: Db,
  accountId: number,
): Promise<{ language: string; administratorEmail: string | null }> {
  return await db
    .selectFrom('account as a')
    .leftJoin('account_settings as s', 's.account_id', 'a.id')
    .leftJoin('parent as p', 'p.id', 'a.parent_id')
    .select(['p.email as administratorEmail', sql<string>`coalesce(s.language, 'en')`.as('language')])
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow();
}
