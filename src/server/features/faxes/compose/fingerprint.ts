import { createHash } from 'node:crypto';

import type { SendRequest } from './send-request.ts';

/**
 * Returns the SHA-256 of everything in a send: its fields, and each file's place, name and content. Returns null for
 * mails, whose key is already derived from their content, while their fields also depend on the account's settings.
 */
export async function fingerprintOf({
  fields,
  files,
  origin,
  fingerprint,
}: SendRequest): Promise<Buffer | null> {
  if (fingerprint) return fingerprint;
  if (origin === 'email') return null;
  const said = [...fields].filter(([, value]) => value !== '').toSorted(([a], [b]) => (a < b ? -1 : 1));
  const hash = createHash('sha256').update(JSON.stringify(said));
  for (const file of files) {
    const content =
      file.sha256 ??
      createHash('sha256')
        .update(await file.read())
        .digest();
    hash.update(JSON.stringify([file.index ?? null, file.name, file.size])).update(content);
  }
  return hash.digest();
}
