import { sql } from 'kysely';

import type { Database, Db } from '#engine/database/port.ts';
import type { CallRate } from '#server/kit/rate-limit.ts';

import type { KeyMode } from './key-format.rules.ts';

/** The row of a key that may be valid. Expired keys and keys of accounts that may not act are not found. */
export interface KeyRow {
  id: number;
  accountId: number | null;
  administratorId: number | null;
  brandId: number | null;
  mode: KeyMode;
  hash: Buffer;
  /** The secret before the last rotation, while it is still valid. */
  oldHash: Buffer | null;
  scopes: string[];
  /** Whether the key may be used from this address. */
  fromAllowed: boolean;
  /** Whether the call was within the key's rate. */
  allowed: boolean;
  /** How far the key is ahead of its rate, in seconds; negative after a pause. */
  secondsAhead: number | null;
}

/** Uses from the same address are recorded at most this often: a busy program would cause constant writes. */
const NOTE_EVERY_SECONDS = 60;

/** A key as the caller presented it. */
export interface PresentedKey {
  publicId: string;
  mode: KeyMode;
  /** SHA-256 of its secret. */
  hash: Buffer;
  address: string;
}

/**
 * Returns the key with this public id and secret, used from `address`. The same statement counts the call against the
 * key's rate and records the use, because it runs for every call. Only callers with the right secret use up the rate
 * (migration 0560). The rate is a token bucket on the database's clock, shared by all processes.
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

/** Returns the public id, name and expiry of a key for the response to `GET /v1/key`. */
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
