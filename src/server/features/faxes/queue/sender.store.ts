import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** What sending depends on besides the fax. */
export interface Sender {
  /** May send now: active, and its administrator not disabled. */
  acts: boolean;
  number: string;
  stationId: string;
  zone: string;
  adminEmail: string;
  brandId: number;
  /** May call outside the United States and Canada. */
  international: boolean;
}

/** The account that sends; undefined where there is none. */
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
