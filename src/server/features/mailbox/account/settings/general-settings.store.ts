import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** A time zone that users can choose. */
export interface TimeZoneRow {
  id: number;
  name: string;
  system_name: string;
}

/** Settings of an account with their time zone. */
export interface SettingsRow {
  notify_new: boolean;
  warn_delete: boolean;
  single_keys: boolean;
  read_text: boolean;
  split_faxes: boolean;
  /** Whether the product includes text recognition. */
  may_read_text: boolean;
  language: string;
  timezone_id: number;
  tour: number;
  zone_name: string;
  system_name: string;
}

/** Returns the settings of the account; `lock` locks them until the transaction ends. */
export async function readSettings(
  db: Db,
  account: AccountId,
  { lock = false } = {},
): Promise<SettingsRow | undefined> {
  const settings = db
    .selectFrom('account_settings as s')
    .innerJoin('timezone as z', 'z.id', 's.timezone_id')
    .innerJoin('account as a', 'a.id', 's.account_id')
    .leftJoin('product as p', 'p.id', 'a.product_id')
    .select((query) => query.fn.coalesce('p.read_text', query.val(true)).as('may_read_text'))
    .select([
      's.notify_new',
      's.warn_delete',
      's.single_keys',
      's.read_text',
      's.split_faxes',
      's.language',
      's.timezone_id',
      's.tour',
      'z.system_name',
    ])
    .select('z.name as zone_name')
    .where('s.account_id', '=', account);
  return await (lock ? settings.forUpdate('s') : settings).executeTakeFirst();
}

/** The settings that users may change. */
export type SettingsChange = Partial<
  Pick<
    SettingsRow,
    'notify_new' | 'warn_delete' | 'single_keys' | 'read_text' | 'split_faxes' | 'language' | 'timezone_id'
  >
>;

/** Stores only the given settings (A-TENANT-14). */
export async function updateSettings(tx: Db, account: AccountId, change: SettingsChange): Promise<void> {
  await tx
    .updateTable('account_settings')
    .set({ ...change, updated_at: new Date() })
    .where('account_id', '=', account)
    .execute();
}

/** Whether a zone with this id exists. */
export async function hasTimeZone(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('timezone').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** Returns all zones, sorted by offset, then name. */
export async function listTimeZones(db: Db): Promise<TimeZoneRow[]> {
  return await db.selectFrom('timezone').select(['id', 'name', 'system_name']).orderBy('sort').execute();
}
