import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { CustomerLogin } from '#server/kit/owner.ts';

import { columnOfLogin, columnsOfCustomer } from '../login-owner.store.ts';

/** Time between the challenge and the response of the device. */
const CHALLENGE_SECONDS = 5 * 60;

/** Stores a challenge for an owner's device, or for an unknown one at login (null), and deletes expired challenges. */
export async function insertChallenge(
  db: Db,
  hash: Buffer,
  rpId: string,
  owner: CustomerLogin | null,
): Promise<void> {
  await db
    .deleteFrom('passkey_challenge')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute();
  await db
    .insertInto('passkey_challenge')
    .values({
      hash,
      rp_id: rpId,
      ...(owner ? columnsOfCustomer(owner) : { account_id: null, parent_id: null }),
      expires_at: sql<Date>`now() + make_interval(secs => ${CHALLENGE_SECONDS})`,
    })
    .execute();
}

/** Uses up a challenge. Returns false if it is for another host or owner, has been used, or has expired. */
export async function useChallenge(
  db: Db,
  hash: Buffer,
  rpId: string,
  owner: CustomerLogin | null,
): Promise<boolean> {
  const row = await db
    .deleteFrom('passkey_challenge')
    .where('hash', '=', hash)
    .where('rp_id', '=', rpId)
    .where('expires_at', '>', sql<Date>`now()`)
    .where((eb) =>
      owner === null
        ? eb.and([eb('account_id', 'is', null), eb('parent_id', 'is', null), eb('person_id', 'is', null)])
        : eb(columnOfLogin(owner), '=', owner.id),
    )
    .returning('hash')
    .executeTakeFirst();
  return row !== undefined;
}
