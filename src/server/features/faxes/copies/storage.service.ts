import { DELIVERIES_SHOWN, SFTP_PORT } from '#contract/faxes/storage.ts';
import type { SftpForm } from '#contract/faxes/storage.ts';
import type { ProbeOutcome } from '#engine/remote-storage/port.ts';
import type { Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { accountInScope } from '#server/kit/managed-account.ts';
import type { AccountId, ActingOn, AdministratorId, AnyCaller } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { countAttempt } from '#server/features/identity/sessions/session.service.ts';
import { dropPlace } from './deliver.ts';
import type { DeliverDeps } from './deliver.ts';
import { insertDeliveries, listCopies } from './deliveries.store.ts';
import type { ListedCopy } from './deliveries.store.ts';
import type { TellOfStorage } from './notice.ts';
import { isSet, merged, mergedSecret, refuseKept } from './sftp-form.ts';
import { uidOf } from './storage-owner.ts';
import type { Whose } from './storage-owner.ts';
import { openSftpSecret, sameTarget, sealStorage } from './storage-secret.ts';
import type { SftpSecret } from './storage-secret.ts';
import { findLink, listManagedAccountStorages, lockAccount, makeDue, saveLink } from './storage.store.ts';
import type { ManagedAccountStorage, StorageKind, StorageLink, StorageSettings } from './storage.store.ts';

export { dropPlace } from './deliver.ts';
export { sealStorage } from './storage-secret.ts';
export { dropWaiting, findLink, lockAccount, saveLink } from './storage.store.ts';
export type { StorageLink, StorageSettings } from './storage.store.ts';

/** The settings of a storage that nobody has set up yet. */
export const NEW_STORAGE: StorageSettings = {
  active: true,
  place: { host: '', port: SFTP_PORT, folder: '', login: '' },
  secret: null,
  hostKey: '',
  offeredKey: '',
  fileType: 'pdf',
  namePattern: 'from-first',
  byMonth: false,
  held: false,
  lastError: 'NOT_CONFIGURED',
};

/** Plans the copies of a received fax, in the arrival's own transaction. Costs the arrival one statement. */
export async function planCopies(tx: Db, account: AccountId, fid: number): Promise<void> {
  await insertDeliveries(tx, account, fid);
}

/**
 * Time limit while a person waits for a server to be tested: one that stalls must not hold the request, or many of them
 * would block us.
 */
const TRY_LIMIT_MS = 12_000;

/**
 * How many servers one person may have tested: enough to find a mistake, too few to scan others' servers (A-SFTP-03).
 */
const TRIES = { most: 30, seconds: 600 } as const;

/** The state of a storage's copies. */
export type StorageCopies = Pick<
  StorageLink,
  'fileType' | 'namePattern' | 'byMonth' | 'lastError' | 'waiting'
> & {
  /** The time of the next attempt; null if none follows by itself. */
  nextAt: Date | null;
  copies: ListedCopy[];
};

/** Dependencies of the service. */
export type StorageDeps = Pick<DeliverDeps, 'database' | 'storages' | 'secretKey'> & {
  tell: TellOfStorage;
  /** Overrides the time limit of tests, for tests of the product. */
  tryLimitMs?: number;
};

/** External storage of an account, for its own pages and for its administrator's (spec http-api 6.4, 8.9). */
export class StorageService {
  readonly #deps: StorageDeps;

  constructor(deps: StorageDeps) {
    this.#deps = deps;
  }

  /**
   * Returns the account that a call is about: the caller's own, or the administrator's managed account. Throws NOT_FOUND
   * for any other account (A-TENANT-17).
   */
  async ownerOf(caller: AnyCaller, ...named: Whose[]): Promise<ActingOn> {
    return await accountInScope(this.#deps.database.db, caller, uidOf(named));
  }

  async listOf(parent: AdministratorId): Promise<ManagedAccountStorage[]> {
    return await listManagedAccountStorages(this.#deps.database.db, parent);
  }

  /** Throws NOT_FOUND if there is none. */
  async find(account: AccountId, kind: StorageKind): Promise<StorageLink> {
    const link = await findLink(this.#deps.database.db, account, kind);
    if (!link) throw new AppError('NOT_FOUND');
    return link;
  }

  /** Returns the state of a storage's copies, and the latest ones; no fault if nothing is set up yet. */
  async copies(account: AccountId, kind: StorageKind): Promise<StorageCopies> {
    const { db } = this.#deps.database;
    const link = await findLink(db, account, kind);
    if (!link) return { ...NEW_STORAGE, lastError: '', waiting: 0, nextAt: null, copies: [] };
    const due = link.waiting > 0 && !link.held && link.active;
    const copies = await listCopies(db, account, kind, DELIVERIES_SHOWN);
    return { ...link, nextAt: due ? link.nextAt : null, copies };
  }

  /** Returns whether a password and a key are set, but never the secrets themselves. */
  secretsOf(link: StorageLink): { hasPass: boolean; hasKey: boolean } {
    const { pass, privateKey } = openSftpSecret(this.#deps.secretKey, link, link.secret);
    return { hasPass: pass !== undefined && pass !== '', hasKey: privateKey !== undefined };
  }

  /**
   * Saves the form and tests the server with it. The outcome of the test is kept as the last error, except for hosts
   * that nobody may connect to, which are refused. Throws STORAGE_EXISTS if a new storage was requested and there is
   * one, STORAGE_SECRET_AGAIN if the stored secret was entered for another server or login, TOO_MANY_REQUESTS if this
   * person has had too many servers tested.
   */
  async saveSftp(owner: ActingOn, form: SftpForm, onlyNew: boolean): Promise<StorageLink> {
    const { database, secretKey } = this.#deps;
    const { accountId } = owner;
    const before = await findLink(database.db, accountId, 'sftp');
    if (before && onlyNew) throw new AppError('STORAGE_EXISTS');
    const settings = merged(before ?? NEW_STORAGE, form);
    const target = { accountId, kind: 'sftp', place: settings.place } as const;
    const known = before ? openSftpSecret(secretKey, before, before.secret) : {};
    if (before && !sameTarget(before, target)) refuseKept(known, form);
    const secret = mergedSecret(known, form);
    settings.secret = sealStorage(secretKey, target, secret);
    Object.assign(settings, await this.#tried(owner, before?.id ?? 0, settings, secret));
    return await database.transaction(async (tx) => {
      await lockAccount(tx, accountId);
      await saveLink(tx, accountId, 'sftp', settings);
      await writeAudit(tx, {
        actor: owner.actor,
        accountId,
        action: settings.active ? 'storage.save' : 'storage.disconnect',
        object: 'storage/sftp',
        detail: { host: settings.place.host, error: settings.lastError },
        address: owner.address,
      });
      const saved = await findLink(tx, accountId, 'sftp');
      if (!saved) throw new Error('a storage that was saved could not be read');
      if (isSet(secret) && !(isSet(known) && before && sameTarget(before, saved)))
        await this.#deps.tell(tx, saved);
      return saved;
    });
  }

  /** Makes waiting copies due now; a storage that waits for a person keeps waiting. */
  async retry(owner: ActingOn, kind: StorageKind): Promise<void> {
    await this.#countTry(owner);
    await this.#deps.database.transaction(async (tx) => {
      if (!(await makeDue(tx, owner.accountId, kind))) throw new AppError('NOT_FOUND');
      const { actor, accountId, address } = owner;
      await writeAudit(tx, { actor, accountId, action: 'storage.retry', object: `storage/${kind}`, address });
    });
  }

  async #countTry({ actor }: ActingOn): Promise<void> {
    const key = `storage-tries:${actor.kind}/${actor.id}`;
    const { count, secondsLeft } = await countAttempt(this.#deps.database.db, key, TRIES.seconds);
    if (count > TRIES.most) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: secondsLeft });
  }

  async #tried(
    owner: ActingOn,
    id: number,
    settings: StorageSettings,
    secret: SftpSecret,
  ): Promise<Pick<StorageSettings, 'lastError' | 'hostKey' | 'offeredKey' | 'held'>> {
    const { hostKey, offeredKey, held, lastError } = settings;
    const { host, login } = settings.place;
    if (host === '' || login === '' || !isSet(secret))
      return { hostKey, offeredKey: '', held: false, lastError: 'NOT_CONFIGURED' };
    if (!settings.active) return { hostKey, offeredKey, held, lastError };
    await this.#countTry(owner);
    const { accountId } = owner;
    const place = dropPlace(this.#deps, { id, accountId, kind: 'sftp', ...settings });
    if (place?.kind !== 'sftp') throw new Error('a secret that was just sealed does not open');
    const drop = this.#deps.storages.open({ ...place, limitMs: this.#deps.tryLimitMs ?? TRY_LIMIT_MS });
    const outcome = await drop.probe();
    await drop.close();
    return judged(outcome, hostKey);
  }
}

/** Returns the settings that follow from a test. Throws STORAGE_HOST_NOT_ALLOWED. */
function judged(
  outcome: ProbeOutcome,
  hostKey: string,
): Pick<StorageSettings, 'lastError' | 'hostKey' | 'offeredKey' | 'held'> {
  if (outcome.kind === 'ok')
    return { lastError: '', hostKey: outcome.hostKey ?? '', offeredKey: '', held: false };
  if (outcome.reason === 'HOST_NOT_ALLOWED')
    throw new AppError('STORAGE_HOST_NOT_ALLOWED', { fields: { host: 'STORAGE_HOST_NOT_ALLOWED' } });
  const held = outcome.kind === 'stop';
  return { lastError: outcome.reason, hostKey, offeredKey: outcome.offeredKey ?? '', held };
}
