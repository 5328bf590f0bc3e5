import { timingSafeEqual } from 'node:crypto';

import { SCOPES } from '#contract/v1/scopes.ts';
import type { Scope } from '#contract/v1/scopes.ts';
import type { Database } from '#engine/database/port.ts';
import { hashToken } from '#engine/secrets/tokens.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { GateKey, GateKeys } from '#server/kit/key-gate.ts';
import { findManagedAccount } from '#server/kit/managed-account.store.ts';
import { auditOfOwner, columnsOf, provenOwner } from '#server/kit/owner.ts';
import type { Owner } from '#server/kit/owner.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { describeKey, findKey, insertKey, noteKeyUse } from './api-keys.store.ts';
import type { KeyRow } from './api-keys.store.ts';
import { newKey, newPublicId, parseKey } from './key-format.rules.ts';
import type { KeyMode } from './key-format.rules.ts';

/** What a new key shall be. */
export interface KeyToMake {
  owner: Owner;
  name: string;
  mode: KeyMode;
  scopes: readonly Scope[];
  /** Networks (CIDR) that it may be used from; none means any. */
  networks?: string[];
  expiresAt?: Date | null;
  /** The address of the person who makes it. */
  address: string;
}

/** Keys by which programs use the public API; each can be revoked by itself. */
export class ApiKeysService implements GateKeys {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  /** See GateKeys. Throws KEY_ADDRESS for a good key that may not be used from there. */
  async find(key: string, address: string): Promise<GateKey | undefined> {
    const parsed = parseKey(key);
    if (!parsed) return undefined;
    const { db } = this.#database;
    const row = await findKey(db, { ...parsed, address });
    if (!row || !proves(parsed.secret, row)) return undefined;
    if (!row.fromAllowed) throw new AppError('KEY_ADDRESS');
    if (row.noteUse) await noteKeyUse(db, row.id, address);
    return {
      keyId: row.id,
      publicId: parsed.publicId,
      mode: row.mode,
      scopes: SCOPES.filter((scope) => row.scopes.includes(scope)),
      owner: ownerOfKey(row),
      brandId: row.brandId,
    };
  }

  /** See GateKeys: the accounts of an administrator. */
  async accountOf({ owner }: GateKey, id: number): Promise<AccountId | undefined> {
    if (owner.kind !== 'parent') return undefined;
    return await findManagedAccount(this.#database.db, owner.id, id);
  }

  /** Makes a key; its secret is known only here, and stored nowhere. */
  async add(make: KeyToMake): Promise<{ id: number; key: string }> {
    const publicId = newPublicId();
    const { key, secret } = newKey(make.mode, publicId);
    return await this.#database.transaction(async (tx) => {
      const id = await insertKey(tx, {
        ...columnsOf(make.owner),
        public_id: publicId,
        mode: make.mode,
        name: make.name,
        hash: hashToken(secret),
        scopes: [...make.scopes],
        networks: make.networks ?? [],
        expires_at: make.expiresAt ?? null,
      });
      const { name, mode, scopes } = make;
      await writeAudit(tx, {
        ...auditOfOwner(make.owner),
        action: 'api-key.add',
        detail: { id, publicId, name, mode, scopes },
        address: make.address,
      });
      return { id, key };
    });
  }

  /** What a key says of itself. Throws NOT_FOUND when it was revoked meanwhile. */
  async describe(id: number): Promise<{ publicId: string; name: string; expiresAt: Date | null }> {
    const key = await describeKey(this.#database.db, id);
    if (!key) throw new AppError('NOT_FOUND');
    return key;
  }
}

/** Compared without telling by the time taken where they differ. */
function proves(secret: string, { hash, oldHash }: KeyRow): boolean {
  const presented = hashToken(secret);
  return timingSafeEqual(presented, hash) || (oldHash !== null && timingSafeEqual(presented, oldHash));
}

function ownerOfKey({ accountId, administratorId }: KeyRow): GateKey['owner'] {
  if (accountId !== null) return provenOwner({ kind: 'account', id: accountId });
  if (administratorId !== null) return provenOwner({ kind: 'parent', id: administratorId });
  return { kind: 'operator' };
}
