import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** Fields to change; undefined ones stay unchanged. */
export interface AccountFields {
  email: string | undefined;
  options: string | undefined;
  monthLimit: number | null | undefined;
  hipaa: boolean | undefined;
  international: boolean | undefined;
  stationId: string | undefined;
  productId: number | null | undefined;
  /** Daily sending limits; null: those of its product or the installation. */
  dayCalls: number | null | undefined;
  dayPages: number | null | undefined;
  dayPerNumber: number | null | undefined;
  /** Cancels its automatic closing. */
  stays: boolean;
}

/** Changes fields of an account that is not closed; returns false if there is none. */
export async function updateAccount(tx: Db, id: number, fields: AccountFields): Promise<boolean> {
  const { email, options, monthLimit, hipaa, international, stationId, productId, stays } = fields;
  const { dayCalls, dayPages, dayPerNumber } = fields;
  const row = await tx
    .updateTable('account')
    .set({
      // The operator vouches for the address.
      ...(email !== undefined && { admin_email: email, new_email: null }),
      ...(options !== undefined && { options }),
      ...(monthLimit !== undefined && { month_limit: monthLimit }),
      ...(hipaa !== undefined && { is_hipaa: hipaa }),
      ...(international !== undefined && { international }),
      ...(stationId !== undefined && { station_id: stationId }),
      ...(productId !== undefined && { product_id: productId }),
      ...(dayCalls !== undefined && { day_calls: dayCalls }),
      ...(dayPages !== undefined && { day_pages: dayPages }),
      ...(dayPerNumber !== undefined && { day_per_number: dayPerNumber }),
      ...(stays && { closes_at: null }),
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('state', '<>', 'closed')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the product with this code in the account's brand; undefined if there is none. */
export async function findProductFor(tx: Db, account: number, code: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('product as p')
    .innerJoin('account as a', 'a.brand_id', 'p.brand_id')
    .select('p.id')
    .where('a.id', '=', account)
    .where('p.code', '=', code)
    .executeTakeFirst();
  return row?.id;
}

/** A number of the installation. */
export interface ListedNumber {
  number: string;
  kind: string;
  area: string;
  state: string;
  uid: number | null;
  /** When it stops resting. */
  until: Date | null;
}

/** Lists numbers in order: all, only free ones, or those of an area. */
export async function listNumbers(
  db: Db,
  { free, area, limit }: { free: boolean; area?: string | undefined; limit: number },
): Promise<ListedNumber[]> {
  return await db
    .selectFrom('number')
    .select(['digits as number', 'kind', 'area_code as area', 'state', 'account_id as uid'])
    .select('quarantine_until as until')
    .$if(free, (query) => query.where('state', '=', 'free'))
    .$if(area !== undefined, (query) => query.where('area_code', '=', area ?? ''))
    .orderBy('digits')
    .limit(limit)
    .execute();
}

/** Assigns this number to an account that has none; returns false if it has one, or is closed. */
export async function giveNumber(tx: Db, id: number, digits: string): Promise<boolean> {
  const row = await tx
    .updateTable('account')
    .set({
      fax_number: digits,
      pending_number: null,
      state: sql`case when state = 'pending' and password_hash is not null then 'active' else state end`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('state', '<>', 'closed')
    .where('fax_number', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes an account close at the end of its month in a zone; returns that time, or null if it is already closed. */
export async function setClosingDay(tx: Db, id: number, zone: string): Promise<Date | null> {
  const row = await tx
    .updateTable('account')
    .set({
      closes_at: sql<Date>`(date_trunc('month', now() at time zone ${zone}) + interval '1 month') at time zone ${zone}`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .where('state', '<>', 'closed')
    .returning('closes_at')
    .executeTakeFirst();
  return row?.closes_at ?? null;
}

/** Accounts after one whose day has come; up to `limit`. */
export async function findClosing(db: Db, after: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('closes_at', '<=', sql<Date>`now()`)
    .where('state', '<>', 'closed')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes the number from an account; if the account was active, it becomes pending. */
export async function loseNumber(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('account')
    .set({
      fax_number: null,
      state: sql`case when state = 'active' then 'pending' else state end`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute();
}

/** Ends the rest of a number immediately; returns false if it does not rest. */
export async function freeNumber(tx: Db, digits: string): Promise<boolean> {
  const row = await tx
    .updateTable('number')
    .set({ state: 'free', quarantine_until: null, last_account_id: null })
    .where('digits', '=', digits)
    .where('state', '=', 'quarantine')
    .returning('digits')
    .executeTakeFirst();
  return row !== undefined;
}
