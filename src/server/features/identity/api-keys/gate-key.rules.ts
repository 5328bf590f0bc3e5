import { timingSafeEqual } from 'node:crypto';

import { SCOPES } from '#contract/v1/scopes.ts';
import type { GateKey } from '#server/kit/key-caller.ts';
import { provenOwner } from '#server/kit/owner.ts';
import type { KeyHolder } from '#server/kit/owner.ts';

import type { KeyRow } from './api-keys.store.ts';

/** Compares a secret in constant time with the key's current one and with the previous one while that is valid. */
export function proves(presented: Buffer, { hash, oldHash }: KeyRow): boolean {
  return timingSafeEqual(presented, hash) || (oldHash !== null && timingSafeEqual(presented, oldHash));
}

/** Converts a row to the key that the gate passes on. */
export function gateKey(row: KeyRow, publicId: string): GateKey {
  return {
    keyId: row.id,
    publicId,
    mode: row.mode,
    scopes: SCOPES.filter((scope) => row.scopes.includes(scope)),
    owner: ownerOfKey(row),
    brandId: row.brandId,
  };
}

function ownerOfKey({ accountId, administratorId }: KeyRow): KeyHolder {
  if (accountId !== null) return provenOwner({ kind: 'account', id: accountId });
  if (administratorId !== null) return provenOwner({ kind: 'parent', id: administratorId });
  return { kind: 'operator' };
}
