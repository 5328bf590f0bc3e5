import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** A key whose owner is to be notified that it expires. */
export interface ExpiringKey {
  accountId: number | null;
  administratorId: number | null;
  name: string;
  /** The day of expiry (UTC), as YYYY-MM-DD. */
  expiresOn: string;
}

/** Takes the next key that expires within `days` and marks it as notified; skips operator keys. */
export async function takeExpiring(tx: Db, days: number): Promise<ExpiringKey | undefined> {
  const { rows } = await sql<ExpiringKey>`
    update api_key set expiry_told_at = now() where id = (
      select k.id from api_key k
      where k.expires_at > now() and k.expires_at < now() + make_interval(days => ${days})
        and k.expiry_told_at is null and num_nonnulls(k.account_id, k.parent_id) = 1
        and k.expires_at > k.created_at + make_interval(days => ${days})
      order by k.expires_at limit 1 for update skip locked)
    returning account_id as "accountId", parent_id as "administratorId", name,
      to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD') as "expiresOn"`.execute(tx);
  return rows[0];
}
