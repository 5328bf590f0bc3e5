import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** The sending account, with what sending depends on. */
export interface Sender {
  /** Whether it may send now: it is active, and its administrator is not disabled. */
  acts: boolean;
  number: string;
  stationId: string;
  zone: string;
  adminEmail: string;
  brandId: number;
  /** Whether it may call outside the United States and Canada. */
  international: boolean;
}

/** Returns the sending account; undefined if it does not exist. */
export async function readSender(db: Db, account: number): Promise<Sender | undefined> {
  return await db
    .selectFrom('account as a')
    .innerJoin('account_settings as s', 's.account_id', 'a.id')
    .innerJoin('timezone as z', 'z.id', 's.timezone_id')
    .select(['a.acts', 'a.station_id as stationId', 'z.system_name as zone', 'a.admin_email as adminEmail'])
    .select(['a.international', 'a.brand_id as brandId'])
    .select(sql<string>`coalesce(a.fax_number, '')`.as('number'))
    .where('a.id', '=', account)
    .executeTakeFirst();
}
