import { hashToken } from '#engine/secrets/tokens.ts';
import { newKey, newPublicId } from '#server/features/identity/api-keys/key-format.rules.ts';

import { A, B } from './send-crash-rig.ts';
import type { CrashedProduct } from './send-crash-rig.ts';
import { openBeside } from './send-product.ts';

/** The response to a program that sent a fax. */
export interface ProgramSent {
  status: number;
  replayed: string | null;
  ids: string[] | undefined;
  code: string | undefined;
}

/** Adds a key of the sending account to the database. */
export async function addKey({ dataDir }: CrashedProduct, mode: 'live' | 'test'): Promise<string> {
  const publicId = newPublicId();
  const { key, secret } = newKey(mode, publicId);
  const database = await openBeside(dataDir);
  await database.pool.query(
    `insert into api_key (account_id, public_id, mode, name, hash, scopes)
     select id, $1, $2, 'A program', $3, '{faxes:send}' from account where fax_number = $4`,
    [publicId, mode, hashToken(secret), A],
  );
  await database.close();
  return key;
}

/** Sends a fax by JSON; null if the product was killed before it responded. */
export async function sendByProgram(
  { product }: CrashedProduct,
  { key, name, text }: { key: string; name: string; text: string },
): Promise<ProgramSent | null> {
  const content = Buffer.from(text).toString('base64');
  try {
    const answer = await fetch(`${product.baseURL}/v1/faxes`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'idempotency-key': name,
      },
      body: JSON.stringify({ to: [`+1${B}`], files: [{ name: 'letter.txt', content_base64: content }] }),
    });
    const body = (await answer.json()) as { data?: { id: string }[]; code?: string };
    return {
      status: answer.status,
      replayed: answer.headers.get('idempotent-replayed'),
      ids: body.data?.map(({ id }) => id),
      code: body.code,
    };
  } catch {
    return null;
  }
}
