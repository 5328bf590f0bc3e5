import type { RemoteStorages, ProbeOutcome } from '#engine/remote-storage/port.ts';
import type { Database } from '#engine/database/port.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { dropPlace } from './deliver.ts';
import { hurryLinks, listLinks, readLink } from './operate-storage.store.ts';
import type { OperatedLink } from './operate-storage.store.ts';

export type { OperatedLink } from './operate-storage.store.ts';

/** Most rows of the list; anything longer needs its own query. */
const LIST_LIMIT = 1_000;

/** Time limit of a test: somewhat longer than a customer's. */
const TEST_LIMIT_MS = 20_000;

/** The outcome of a test; `reason` is a fault of the engine, or NOT_CONFIGURED. */
export type StorageTest =
  | { kind: 'ok'; hostKey: string }
  | { kind: 'failed'; storage: OperatedLink['kind']; reason: string }
  | { kind: 'unknown' };

/** The state of a storage, in one word. */
export type StorageState = 'off' | 'copying' | 'working' | 'held' | 'failing';

/** Returns the state of a storage; `held` means that it waits for its owner. */
export function storageState({
  active,
  held,
  lastError,
  waiting,
}: Pick<OperatedLink, 'active' | 'held' | 'lastError' | 'waiting'>): StorageState {
  if (!active) return 'off';
  if (lastError === '') return waiting > 0 ? 'copying' : 'working';
  return held ? 'held' : 'failing';
}

/** What a retry made due. */
export interface StorageRetry {
  storages: number;
  waiting: number;
  /** How many of these storages wait for a person's decision first. */
  held: number;
}

/** The operator's actions on customers' storage. */
export interface StorageAdmin {
  list(): Promise<OperatedLink[]>;
  /** Tests a storage with a file that is removed again. Does not change what is recorded about the storage. */
  test(id: number): Promise<StorageTest>;
  /**
   * Makes waiting copies due now, of one storage or of all that are turned on. Returns null if no storage has this id.
   */
  retry(id?: number): Promise<StorageRetry | null>;
}

/** Dependencies of the operator's actions. */
export interface StorageAdminDeps {
  database: Database;
  storages: RemoteStorages;
  /** keys.for('storage-login') */
  secretKey: Buffer;
}

export function createStorageAdmin(deps: StorageAdminDeps): StorageAdmin {
  const { database } = deps;
  return {
    list: async () => await listLinks(database.db, LIST_LIMIT),
    test: async (id) => {
      const link = await readLink(database.db, id);
      return link ? await tryStorage(deps, link) : { kind: 'unknown' };
    },
    retry: async (id) => {
      if (id !== undefined && !(await readLink(database.db, id))) return null;
      return await database.transaction(async (tx) => {
        const links = await hurryLinks(tx, id);
        for (const { accountId, kind, waiting } of links)
          await writeAudit(tx, {
            actor: { kind: 'operator' },
            accountId,
            action: 'storage.retry',
            object: `storage/${kind}`,
            detail: { waiting },
          });
        return {
          storages: links.length,
          waiting: links.reduce((sum, link) => sum + link.waiting, 0),
          held: links.filter(({ held }) => held).length,
        };
      });
    },
  };
}

async function tryStorage(deps: StorageAdminDeps, link: OperatedLink): Promise<StorageTest> {
  const place = link.place.host === '' || link.secret === null ? null : dropPlace(deps, link);
  if (!place || (link.kind === 'egnyte' && link.place.folder === ''))
    return { kind: 'failed', storage: link.kind, reason: 'NOT_CONFIGURED' };
  const drop = deps.storages.open(place.kind === 'sftp' ? { ...place, limitMs: TEST_LIMIT_MS } : place);
  const outcome: ProbeOutcome = await drop.probe();
  await drop.close();
  return outcome.kind === 'ok'
    ? { kind: 'ok', hostKey: outcome.hostKey ?? '' }
    : { kind: 'failed', storage: link.kind, reason: outcome.reason };
}
