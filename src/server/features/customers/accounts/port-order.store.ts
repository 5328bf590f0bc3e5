import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** An order for a number that is not in the pool. */
export interface PortOrder {
  id: number;
  accountId: number;
  brandId: number;
  parentId: number | null;
  email: string;
  /** Null: any new toll-free number. */
  digits: string | null;
  kind: 'port' | 'tollfree';
  state: 'new' | 'submitted' | 'accepted' | 'done' | 'rejected';
  reason: string;
  createdAt: Date;
}

/** Orders that still wait for the other carrier. */
const OPEN = ['new', 'submitted', 'accepted'] as const;

/** Opens an order; undefined when somebody else is bringing the same number along. */
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

/** Orders, the newest first; all, the open ones, or one. */
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

/** Ends an open order; false when it was decided already. */
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

/** Notes that an order went to the other carrier, or that it agreed; false when it is not in the state before. */
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

/** Ends whatever an account that is closed was waiting for. */
export async function dropPortOrders(tx: Db, accountId: number): Promise<void> {
  await tx
    .updateTable('port_order')
    .set({ state: 'rejected', reason: 'account closed', updated_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('state', 'in', OPEN)
    .execute();
}

/** Whether a number is somebody's here already, or on its way here. */
export async function isNumberKnown(db: Db, digits: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from account where fax_number = ${digits})
      or exists (select from number where digits = ${digits})
      or exists (select from port_order where digits = ${digits} and state in ('new', 'submitted', 'accepted'))
      as known`.execute(db);
  return rows[0]?.known === true;
}

/** Gives a waiting account its number; false when it has one, or was closed meanwhile. */
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

/** The language of an account's mails, and where those to its administrator go. */
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
