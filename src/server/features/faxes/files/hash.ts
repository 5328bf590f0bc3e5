import { createHash } from 'node:crypto';

/** Returns the SHA-256 of a stored file, in the form that descriptions and rows use. */
export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
