import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { KeyMode } from './key-format.rules.ts';

/** A row that may be good: expired keys, and those of accounts that may not act, are not found. */
export interface KeyRow {
  id: number;
  accountId: number | null;
  administratorId: number | null;
  brandId: number | null;
  mode: KeyMode;
  hash: Buffer;
  /** The secret before the rotation, as long as it is good. */
  oldHash: Buffer | null;
  scopes: string[];
  /** False where the key may not be used from this address. */
  fromAllowed: boolean;
  /** True where the last use that was noted is a minute old, or came from another address. */
  noteUse: boolean;
}

/** A use within this time is not noted again: a program that sends all day would write all day. */
const NOTE_EVERY_SECONDS = 60;

/** The key of this public id, as it is used from an address: one statement, for every call makes it. */
export async function findKey(
  db: Db,
  { publicId, mode, address }: { publicId: string; mode: KeyMode; address: string },
): Promise<KeyRow | undefined> {
  const { rows } = await sql<KeyRow>`
    select k.id, k.account_id as "accountId", k.parent_id as "administratorId",
      coalesce(a.brand_id, p.brand_id) as "brandId", k.mode, k.hash,
      case when k.old_until > now() then k.old_hash end as "oldHash", k.scopes,
      (k.networks = '{}' or exists (select 1 from unnest(k.networks) n where ${address}::inet <<= n)) as "fromAllowed",
      (k.last_used_at is null or k.last_address <> ${address}
        or k.last_used_at < now() - make_interval(secs => ${NOTE_EVERY_SECONDS})) as "noteUse"
    from api_key k
    left join account a on a.id = k.account_id
    left join parent p on p.id = k.parent_id
    where k.public_id = ${publicId} and k.mode = ${mode}
      and (k.expires_at is null or k.expires_at > now())
      and (k.account_id is null or a.acts)
      and (k.parent_id is null or p.state = 'active')`.execute(db);
  return rows[0];
}

/** Notes when and from where a key was used last. */
export async function noteKeyUse(db: Db, id: number, address: string): Promise<void> {
  await db
    .updateTable('api_key')
    .set({ last_used_at: sql<Date>`now()`, last_address: address })
    .where('id', '=', id)
    .execute();
}

/** Its name and its end, for the answer to `GET /v1/key`. */
export async function describeKey(
  db: Db,
  id: number,
): Promise<{ publicId: string; name: string; expiresAt: Date | null } | undefined> {
  return await db
    .selectFrom('api_key')
    .select(['public_id as publicId', 'name', 'expires_at as expiresAt'])
    .where('id', '=', id)
    .executeTakeFirst();
}
