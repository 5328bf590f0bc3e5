import { timingSafeEqual } from 'node:crypto';

import { SCOPES } from '#contract/v1/scopes.ts';
import type { Scope } from '#contract/v1/scopes.ts';
import type { Database } from '#engine/database/port.ts';
import { hashToken } from '#engine/secrets/tokens.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { countWrongKey } from '#server/features/identity/sessions/session.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { GateKey, GateKeys } from '#server/kit/key-gate.ts';
import type { CallRate, RateLeft } from '#server/kit/rate-limit.ts';
import { findManagedAccount } from '#server/kit/managed-account.store.ts';
import { auditOfOwner, columnsOf, provenOwner } from '#server/kit/owner.ts';
import type { Owner } from '#server/kit/owner.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { describeKey, insertKey, useKey } from './api-keys.store.ts';
import type { KeyRow } from './api-keys.store.ts';
import { KeyCalls } from './key-calls.ts';
import { rateLeft } from './key-rate.rules.ts';
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
  readonly #rate: CallRate;
  readonly #calls: KeyCalls;

  constructor({ database, rate }: { database: Database; rate: CallRate }) {
    this.#database = database;
    this.#rate = rate;
    this.#calls = new KeyCalls(database.db);
  }

  /** See GateKeys. Throws KEY_ADDRESS for a good key that may not be used from there. */
  async use(key: string, address: string): Promise<{ key: GateKey; rate: RateLeft } | undefined> {
    const parsed = parseKey(key);
    if (!parsed) return undefined;
    const presented = { ...parsed, hash: hashToken(parsed.secret), address };
    const row = await useKey(this.#database.db, presented, this.#rate);
    if (!row || !proves(presented.hash, row)) return undefined;
    if (!row.fromAllowed) throw new AppError('KEY_ADDRESS');
    this.#calls.note(row.id, !row.allowed);
    return { key: gateKey(row), rate: rateLeft(this.#rate, row) };
  }

  /** See GateKeys. */
  async countWrong(address: string): Promise<void> {
    await countWrongKey(this.#database.db, address);
  }

  /** Writes the counts of calls that wait; for the end of the process. */
  async flush(): Promise<void> {
    await this.#calls.flush();
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
function proves(presented: Buffer, { hash, oldHash }: KeyRow): boolean {
  return timingSafeEqual(presented, hash) || (oldHash !== null && timingSafeEqual(presented, oldHash));
}

function gateKey(row: KeyRow): GateKey {
  return {
    keyId: row.id,
    mode: row.mode,
    scopes: SCOPES.filter((scope) => row.scopes.includes(scope)),
    owner: ownerOfKey(row),
    brandId: row.brandId,
  };
}

function ownerOfKey({ accountId, administratorId }: KeyRow): GateKey['owner'] {
  if (accountId !== null) return provenOwner({ kind: 'account', id: accountId });
  if (administratorId !== null) return provenOwner({ kind: 'parent', id: administratorId });
  return { kind: 'operator' };
}
