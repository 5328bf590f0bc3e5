import { sql } from 'kysely';

import type { Database, Db } from '#engine/database/port.ts';
import type { CallRate } from '#server/kit/rate-limit.ts';

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
  /** Whether the call was within the key's rate. */
  allowed: boolean;
  /** How far ahead of its rate the key is; negative after a pause. */
  secondsAhead: number | null;
}

/** A use within this time is not noted again: a program that sends all day would write all day. */
const NOTE_EVERY_SECONDS = 60;

/** A key as it was presented. */
export interface PresentedKey {
  publicId: string;
  mode: KeyMode;
  /** SHA-256 of its secret. */
  hash: Buffer;
  address: string;
}

/**
 * The key of this public id and secret, as it is used from an address. The same statement counts the call against its
 * rate and notes the use, for every call makes it; only who has the secret uses the rate up (migration 0560). The rate is
 * a token bucket by the database's clock, for all processes.
 */
export async function useKey(
  { kept }: Pick<Database, 'kept'>,
  { publicId, mode, hash, address }: PresentedKey,
  { perSecond, burst }: CallRate,
): Promise<KeyRow | undefined> {
  const [row] = await kept(sql<KeyRow>`
    select key_id as id, account_id as "accountId", parent_id as "administratorId", brand_id as "brandId", mode, hash,
      old_hash as "oldHash", scopes, from_allowed as "fromAllowed", coalesce(allowed, false) as allowed,
      seconds_ahead as "secondsAhead"
    from use_api_key(${publicId}, ${mode}, ${hash}, ${address}, ${perSecond}, ${burst},
      make_interval(secs => ${NOTE_EVERY_SECONDS}))
    where key_id is not null`);
  return row;
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
