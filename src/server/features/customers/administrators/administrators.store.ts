import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** A multifax administrator as the operator sees it. */
export interface StoredAdministrator {
  id: number;
  brandId: number;
  username: string;
  email: string;
  services: number;
  used: number;
  pages: number;
  state: 'active' | 'disabled';
}

/** Returns administrators in order of their ids: all, those of a brand, or one. */
export async function readAdministrators(
  db: Db,
  { id = null, brandId = null }: { id?: number | null; brandId?: number | null } = {},
): Promise<StoredAdministrator[]> {
  const { rows } = await sql<StoredAdministrator>`
    select p.id, p.brand_id as "brandId", p.username, p.email, p.total_services as services,
      (select count(*)::int from service_slot s where s.parent_id = p.id and s.account_id is not null) as used,
      p.total_pages as pages, p.state
    from parent p
    where (${id}::bigint is null or p.id = ${id}) and (${brandId}::bigint is null or p.brand_id = ${brandId})
    order by p.id`.execute(db);
  return rows;
}

/** Adds an administrator; returns undefined if the brand already has one with the name. */
export async function insertAdministrator(
  tx: Db,
  parent: {
    brandId: number;
    username: string;
    email: string;
    passwordHash: string;
    services: number;
    pages: number;
    node: string;
  },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into parent (brand_id, username, email, password_hash, total_services, total_pages, node)
    values (${parent.brandId}, ${parent.username}, ${parent.email}, ${parent.passwordHash}, ${parent.services},
      ${parent.pages}, ${parent.node})
    on conflict (brand_id, lower(username)) do nothing
    returning id`.execute(tx);
  const id = rows[0]?.id;
  if (id !== undefined) await insertSlots(tx, id, parent.services);
  return id;
}

async function insertSlots(tx: Db, id: number, count: number): Promise<void> {
  await sql`insert into service_slot (parent_id) select ${id} from generate_series(1, ${count}::int)`.execute(
    tx,
  );
}

/** The columns of an administrator that can be changed. */
export interface AdministratorColumns {
  email?: string;
  total_pages?: number;
  state?: 'active' | 'disabled';
  password_hash?: string;
}

/** Changes an administrator; returns false if there is none with the id. */
export async function updateAdministrator(
  tx: Db,
  id: number,
  columns: AdministratorColumns,
): Promise<boolean> {
  const row = await tx
    .updateTable('parent')
    .set({ ...columns, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks an administrator's services; returns undefined if there is none with the id. */
export async function lockServices(tx: Db, id: number): Promise<{ total: number; used: number } | undefined> {
  const { rows } = await sql<{ total: number }>`
    select total_services as total from parent where id = ${id} for update`.execute(tx);
  const [parent] = rows;
  if (!parent) return undefined;
  const slots = await sql<{ used: number }>`
    select count(account_id)::int as used from (
      select account_id from service_slot where parent_id = ${id} for update) slots`.execute(tx);
  return { total: parent.total, used: slots.rows[0]?.used ?? 0 };
}

/** Sets how many services an administrator has; only free ones are removed. */
export async function setServices(tx: Db, id: number, total: number): Promise<void> {
  await sql`update parent set total_services = ${total}, updated_at = now() where id = ${id}`.execute(tx);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from service_slot where parent_id = ${id}`.execute(tx);
  const missing = total - (rows[0]?.n ?? 0);
  if (missing > 0) return await insertSlots(tx, id, missing);
  await sql`
    delete from service_slot where id in (
      select id from service_slot where parent_id = ${id} and account_id is null
      order by id desc limit ${-missing})`.execute(tx);
}

/** Whether the brand exists. */
export async function brandExists(db: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('brand').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
