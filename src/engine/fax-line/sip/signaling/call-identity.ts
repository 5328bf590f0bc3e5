import { randomBytes } from 'node:crypto';

/** Identifiers of a call of ours (RFC 3261 8.1.1.4, 19.3). */
export interface CallIdentity {
  id: string;
  tag: string;
}

export function newCall(): CallIdentity {
  return { id: randomBytes(16).toString('hex'), tag: newTag() };
}

export function newTag(): string {
  return randomBytes(8).toString('hex');
}
