import type { Database } from '#engine/database/port.ts';
import { hashToken } from '#engine/secrets/tokens.ts';
import { newKey, newPublicId } from '#server/features/identity/api-keys/key-format.rules.ts';

/** Creates a live key of the account with these scopes directly in the database. */
export async function makeKey({ pool }: Database, number: string, scopes: string[]): Promise<string> {
  const publicId = newPublicId();
  const { key, secret } = newKey('live', publicId);
  await pool.query(
    `insert into api_key (account_id, public_id, mode, name, hash, scopes)
     select id, $1, 'live', 'Bench', $2, $3 from account where fax_number = $4`,
    [publicId, hashToken(secret), scopes, number],
  );
  return key;
}
