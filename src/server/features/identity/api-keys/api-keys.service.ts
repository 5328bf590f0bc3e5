import { MAX_API_KEYS } from '#contract/v1/keys.ts';
import type { Scope } from '#contract/v1/scopes.ts';
import type { Database, Db } from '#engine/database/port.ts';
import type { LogOf } from '#engine/log/port.ts';
import { hashToken } from '#engine/secrets/tokens.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { unmapped } from '#server/kit/address.ts';
import { countWrongKey } from '#server/features/identity/sessions/session.service.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { GateKeys } from '#server/kit/key-gate.ts';
import type { GateKey } from '#server/kit/key-caller.ts';
import type { CallRate, RateLeft } from '#server/kit/rate-limit.ts';
import { findManagedAccount } from '#server/kit/managed-account.store.ts';
import { provenOwner } from '#server/kit/owner.ts';
import type { KeyHolder, Owner } from '#server/kit/owner.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { describeKey, useKey } from './api-keys.store.ts';
import { gateKey, proves } from './gate-key.rules.ts';
import {
  deleteKey,
  findContact,
  findKeyOf,
  insertKey,
  listKeysOf,
  lockKeys,
  replaceSecret,
  updateKey,
} from './holder-keys.store.ts';
import type { ApiKey } from './holder-keys.store.ts';
import { auditKey, tellHolder } from './key-acts.ts';
import type { KeyActor, KeyEvent } from './key-acts.ts';
import { KeyCalls } from './key-calls.ts';
import { rateLeft } from './key-rate.rules.ts';
import { newKey, newPublicId, parseKey } from './key-format.rules.ts';
import type { KeyMode } from './key-format.rules.ts';
import { deleteKeys } from './operate-keys.store.ts';
import { networksIn, requireFit, requireWithin } from './key-powers.rules.ts';

/** The properties that a caller sets on a key. */
export interface KeyForm {
  name: string;
  scopes: readonly Scope[];
  /** Networks (CIDR) or addresses that the key may be used from. Empty means any. */
  networks?: readonly string[];
  expiresAt?: Date | null;
}

/** A key with its full secret, which is known only in this response. */
export type FreshKey = ApiKey & { key: string };

/** Dependencies of the service. */
export interface ApiKeysDeps {
  database: Database;
  queueMail: QueueMail;
  rate: CallRate;
  log?: LogOf<'warn'>;
}

/** Manages the keys that let programs use the public API. Each key can be revoked on its own. */
export class ApiKeysService implements GateKeys {
  readonly #database: Database;
  readonly #queueMail: QueueMail;
  readonly #rate: CallRate;
  readonly #calls: KeyCalls;

  constructor({ database, queueMail, rate, log }: ApiKeysDeps) {
    this.#database = database;
    this.#queueMail = queueMail;
    this.#rate = rate;
    this.#calls = new KeyCalls(database.db, log);
  }

  /** See GateKeys. Throws KEY_ADDRESS for a valid key that may not be used from this address. */
  async use(key: string, from: string): Promise<{ key: GateKey; rate: RateLeft } | undefined> {
    const parsed = parseKey(key);
    if (!parsed) return undefined;
    const address = unmapped(from.split('%', 1)[0] ?? '');
    const presented = { ...parsed, hash: hashToken(parsed.secret), address };
    const row = await useKey(this.#database, presented, this.#rate);
    if (!row || !proves(presented.hash, row)) return undefined;
    if (!row.fromAllowed) throw new AppError('KEY_ADDRESS');
    this.#calls.note(row.id, !row.allowed);
    return { key: gateKey(row, parsed.publicId), rate: rateLeft(this.#rate, row) };
  }

  /** See GateKeys. */
  async countWrong(address: string): Promise<void> {
    await countWrongKey(this.#database.db, address);
  }

  /** Writes the pending call counts; called when the process stops. */
  async flush(): Promise<void> {
    await this.#calls.flush();
  }

  /** See GateKeys. Only keys of administrators have further accounts. */
  async accountOf({ owner }: GateKey, id: number): Promise<AccountId | undefined> {
    if (owner.kind !== 'parent') return undefined;
    return await findManagedAccount(this.#database.db, owner.id, id);
  }

  /** Returns what a key can see about itself. Throws NOT_FOUND if the key was revoked in the meantime. */
  async describe(id: number): Promise<{ publicId: string; name: string; expiresAt: Date | null }> {
    return found(await describeKey(this.#database.db, id));
  }

  /** Returns all keys of a holder, newest first. */
  async list(holder: KeyHolder): Promise<ApiKey[]> {
    return await listKeysOf(this.#database.db, holder);
  }

  /** Returns the address that is mailed about each change; empty if there is none. */
  async tells(owner: Owner): Promise<string> {
    return (await findContact(this.#database.db, owner))?.email ?? '';
  }

  /** Returns a key of the holder. Throws NOT_FOUND for keys of other holders. */
  async get(holder: KeyHolder, publicId: string): Promise<ApiKey> {
    return found(await findKeyOf(this.#database.db, holder, publicId));
  }

  /** Creates a key. Throws KEY_LIMIT, KEY_NAME_TAKEN, and what networksIn, requireFit and requireWithin throw. */
  async add(actor: KeyActor, form: KeyForm & { mode: KeyMode }): Promise<FreshKey> {
    const { holder } = actor;
    const powers = { ...form, networks: networksIn(form.networks ?? []), expiresAt: form.expiresAt ?? null };
    requireFit(holder, powers);
    const publicId = newPublicId();
    const { key, secret } = newKey(form.mode, publicId);
    return await this.#locked(actor, async (tx, keys, own) => {
      if (own) requireWithin(own, powers);
      if (keys.length >= MAX_API_KEYS) throw new AppError('KEY_LIMIT', { params: { max: MAX_API_KEYS } });
      requireFreeName(keys, form.name);
      await insertKey(tx, holder, { ...powers, publicId, hash: hashToken(secret) });
      // The insert may have waited for an account that was being closed. That account's keys are gone by now.
      if (holder.kind !== 'operator') found(await findContact(tx, holder));
      const { mode, scopes, networks } = powers;
      await auditKey(tx, actor, 'api-key.add', { publicId, name: form.name }, { mode, scopes, networks });
      await this.#tell(tx, holder, form.name, 'added');
      return { ...found(await findKeyOf(tx, holder, publicId)), key };
    });
  }

  /** Changes the given properties. Throws what `add` throws, except KEY_LIMIT, and NOT_FOUND. */
  async change(actor: KeyActor, publicId: string, form: Partial<KeyForm>): Promise<ApiKey> {
    const { holder } = actor;
    const networks = form.networks && networksIn(form.networks);
    requireFit(holder, form);
    return await this.#locked(actor, async (tx, keys, own) => {
      const before = one(keys, publicId);
      const { name = before.name, scopes = before.scopes, expiresAt = before.expiresAt } = form;
      if (own) {
        requireWithin(own, before);
        requireWithin(own, { ...before, scopes, expiresAt, networks: networks ?? before.networks });
      }
      requireFreeName(
        keys.filter((key) => key !== before),
        name,
      );
      await updateKey(tx, holder, publicId, { ...form, networks });
      await auditKey(tx, actor, 'api-key.change', { publicId, name }, { ...form, was: before.name });
      // A new name alone does not change what the key can do.
      if (form.scopes || networks || form.expiresAt !== undefined)
        await this.#tell(tx, holder, name, 'changed');
      return found(await findKeyOf(tx, holder, publicId));
    });
  }

  /** Replaces the secret. The previous one works for `overlapHours`, older ones stop at once. Throws NOT_FOUND. */
  async rotate(actor: KeyActor, publicId: string, overlapHours: number): Promise<FreshKey> {
    const { holder } = actor;
    return await this.#locked(actor, async (tx, keys, own) => {
      const before = one(keys, publicId);
      if (own) requireWithin(own, before);
      const { key, secret } = newKey(before.mode, publicId);
      await replaceSecret(tx, holder, publicId, { hash: hashToken(secret), overlapHours });
      await auditKey(tx, actor, 'api-key.rotate', before, { overlapHours });
      await this.#tell(tx, holder, before.name, 'rotated');
      return { ...found(await findKeyOf(tx, holder, publicId)), key };
    });
  }

  /** Removes a key, which is refused from the next call on. Throws NOT_FOUND. */
  async remove(actor: KeyActor, publicId: string): Promise<void> {
    await this.#locked(actor, async (tx, keys, own) => {
      const before = one(keys, publicId);
      if (own) requireWithin(own, before);
      await deleteKey(tx, actor.holder, publicId);
      await auditKey(tx, actor, 'api-key.remove', before);
      await this.#tell(tx, actor.holder, before.name, 'removed');
    });
  }

  /** Runs changes to the keys of a holder one at a time. `own` is the key that the calling program uses. */
  async #locked<T>(
    { holder, keyId }: KeyActor,
    work: (tx: Db, keys: readonly ApiKey[], own: ApiKey | undefined) => Promise<T>,
  ): Promise<T> {
    return await this.#database.transaction(async (tx) => {
      await lockKeys(tx, holder);
      const keys = await listKeysOf(tx, holder);
      const own = keys.find(({ id }) => id === keyId);
      // The key was removed after the gate accepted it.
      if (keyId !== undefined && !own) throw new AppError('KEY_INVALID');
      return await work(tx, keys, own);
    });
  }

  async #tell(tx: Db, holder: KeyHolder, name: string, event: KeyEvent): Promise<void> {
    await tellHolder(tx, this.#queueMail, holder, { name, event });
  }
}

function one(keys: readonly ApiKey[], publicId: string): ApiKey {
  return found(keys.find((key) => key.publicId === publicId));
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw new AppError('NOT_FOUND');
  return value;
}

function requireFreeName(others: readonly ApiKey[], name: string): void {
  if (others.some((key) => key.name.toLowerCase() === name.toLowerCase()))
    throw new AppError('KEY_NAME_TAKEN', { fields: { name: 'KEY_NAME_TAKEN' } });
}

/** Removes all keys of an account that closes, so that forgotten programs cannot use it after it reopens. */
export async function removeKeysOf(tx: Db, accountId: number): Promise<void> {
  const keys = await listKeysOf(tx, provenOwner({ kind: 'account', id: accountId }));
  if (keys.length === 0) return;
  await deleteKeys(
    tx,
    keys.map(({ id }) => id),
  );
  await writeAudit(tx, {
    actor: { kind: 'system' },
    accountId,
    action: 'api-key.remove',
    object: `account/${accountId}`,
    detail: { because: 'account closed', keys: keys.map(({ publicId, name }) => ({ publicId, name })) },
  });
}
