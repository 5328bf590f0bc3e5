import { createHash } from 'node:crypto';

/** The SHA-256 of a stored file, as descriptions and rows keep it. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
