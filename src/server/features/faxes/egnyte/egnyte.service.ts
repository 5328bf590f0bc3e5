import type { z } from 'zod';

import { EGNYTE_DOMAIN } from '#contract/faxes/egnyte.ts';
import type { egnyteConnection, egnyteFolders, egnyteUpdate } from '#contract/faxes/egnyte.ts';
import type {
  EgnyteConnection,
  RemoteStorages,
  StorageFailure,
  TokenKeeper,
  Tokens,
} from '#engine/remote-storage/port.ts';
import type { Database } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId, ActingOn } from '#server/kit/scope.ts';

import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { noteRevoked } from '#server/features/faxes/copies/egnyte-tokens.service.ts';
import {
  dropPlace,
  dropWaiting,
  findLink,
  lockAccount,
  NEW_STORAGE,
  saveLink,
} from '#server/features/faxes/copies/storage.service.ts';
import type { StorageLink } from '#server/features/faxes/copies/storage.service.ts';
import { deleteLinks } from './egnyte.store.ts';

/** Dependencies of the service. */
export interface EgnyteDeps {
  database: Database;
  storages: RemoteStorages;
  /** keys.for('storage-login') */
  secretKey: Buffer;
}

/** How long Egnyte's answers are reused: the permission of a folder (spec http-api 7.2), and a listing. */
const WRITABLE_MS = 60_000;
const LISTING_MS = 30_000;
/** Most answers that are kept; beyond that all are dropped. */
const MOST_KEPT = 5_000;

/** What a person chooses besides the folder. */
export type EgnyteChoice = Omit<z.output<typeof egnyteUpdate.body>, 'egnytedirectory' | 'egnyteisactive'> & {
  active?: boolean | undefined;
};

type Connection = z.output<typeof egnyteConnection.reply>;
type Folders = z.output<typeof egnyteFolders.reply>;

const NOT_CONNECTED: Connection = {
  isConnected: false,
  domain: '',
  egnytedirectory: '',
  egnyteisactive: '0',
  directoryIsWriteable: false,
  showSelectLocation: false,
};

/** The Egnyte folder of an account (spec http-api 7). */
export class EgnyteService {
  readonly #deps: EgnyteDeps;
  readonly #kept = new Map<string, { until: number; value: unknown }>();

  constructor(deps: EgnyteDeps) {
    this.#deps = deps;
  }

  async connection(account: AccountId): Promise<Connection> {
    const link = await this.#link(account);
    if (!link) return NOT_CONNECTED;
    const { host, folder } = link.place;
    const writable = folder !== '' && (await this.#isWritable(link, folder));
    if (writable === null) return NOT_CONNECTED;
    return {
      isConnected: true,
      domain: host,
      egnytedirectory: folder,
      egnyteisactive: link.active && folder !== '' ? '1' : '0',
      directoryIsWriteable: writable,
      showSelectLocation: !writable,
    };
  }

  async folders(account: AccountId, path: string): Promise<Folders> {
    const link = await this.#linkOrRefuse(account);
    const clean = path.replaceAll(/\/+/g, '/').replace(/(?<=.)\/$/, '');
    return await this.#once(`folders/${link.id}/${link.leaseToken}/${clean}`, LISTING_MS, async () => {
      const { asks, tokens } = this.#connect(link);
      const listed = await asks.folders(clean);
      if (listed.kind === 'missing') throw new AppError('NOT_FOUND');
      if (listed.kind !== 'ok') throw await this.#refusal(link, tokens.read(), listed);
      return {
        folders: listed.folders.map(({ name, path: at, writable }) => ({
          name,
          path: at,
          isSelectable: writable,
        })),
      };
    });
  }

  /**
   * Saves folder, switch and naming; what is left out stays unchanged. Returns false and saves nothing if the folder is
   * not writable.
   */
  async save(owner: ActingOn, folder: string, choice: EgnyteChoice = {}): Promise<boolean> {
    const link = await this.#linkOrRefuse(owner.accountId);
    this.#kept.clear();
    const writable = await this.#isWritable(link, folder);
    if (writable === null) throw new AppError('EGNYTE_REFUSED');
    if (!writable) return false;
    await this.#write(owner, link.place.host, folder, choice);
    return true;
  }

  /**
   * Sets the domain, and connects or disconnects without deleting anything (spec http-api 8.9). Another domain has to
   * be authorized again. Throws STORAGE_EXISTS if a new storage was requested and there is one.
   */
  async saveDomain(
    owner: ActingOn,
    form: { username?: string | undefined; status: 'Y' | 'N' },
    onlyNew: boolean,
  ): Promise<StorageLink> {
    const { database } = this.#deps;
    const { accountId } = owner;
    const domain = form.username?.toLowerCase().replace(/\.egnyte\.com$/, '');
    if (domain !== undefined && domain !== '' && !EGNYTE_DOMAIN.test(domain))
      throw new AppError('VALIDATION', { fields: { username: 'DOMAIN_INVALID' } });
    return await database.transaction(async (tx) => {
      await lockAccount(tx, accountId);
      const before = await findLink(tx, accountId, 'egnyte');
      if (before && onlyNew) throw new AppError('STORAGE_EXISTS');
      const base = before ?? { ...NEW_STORAGE, place: { ...NEW_STORAGE.place, port: 443 } };
      const other = domain !== undefined && domain !== base.place.host;
      await saveLink(tx, accountId, 'egnyte', {
        ...base,
        active: form.status === 'Y',
        ...(other && {
          place: { ...base.place, host: domain, folder: '', login: '' },
          secret: null,
          lastError: 'NOT_CONFIGURED',
        }),
      });
      await this.#audit(tx, owner, 'storage.save', {
        domain: domain ?? base.place.host,
        status: form.status,
      });
      const saved = await findLink(tx, accountId, 'egnyte');
      if (!saved) throw new Error('a storage that was saved could not be read');
      return saved;
    });
  }

  /** Deletes tokens, settings and waiting copies (spec http-api 7.5). */
  async disconnect(owner: ActingOn): Promise<void> {
    const { database } = this.#deps;
    await database.transaction(async (tx) => {
      await lockAccount(tx, owner.accountId);
      const link = await findLink(tx, owner.accountId, 'egnyte');
      await deleteLinks(tx, owner.accountId);
      if (!link) return;
      await dropWaiting(tx, link.id);
      await saveLink(tx, owner.accountId, 'egnyte', { ...NEW_STORAGE, active: false });
      await this.#audit(tx, owner, 'storage.disconnect', {});
    });
    this.#kept.clear();
  }

  /**
   * Writes the choice over the settings as they are stored now: tokens may have been renewed, or the domain connected
   * again, while Egnyte was queried.
   */
  async #write(owner: ActingOn, domain: string, folder: string, choice: EgnyteChoice): Promise<void> {
    await this.#deps.database.transaction(async (tx) => {
      await lockAccount(tx, owner.accountId);
      const link = await findLink(tx, owner.accountId, 'egnyte');
      if (link?.secret == null || link.place.host !== domain) throw new AppError('EGNYTE_REFUSED');
      const active = choice.active ?? link.active;
      await saveLink(tx, owner.accountId, 'egnyte', {
        ...link,
        active,
        fileType: choice.fileType ?? link.fileType,
        namePattern: choice.namePattern ?? link.namePattern,
        byMonth: choice.byMonth ?? link.byMonth,
        place: { ...link.place, folder },
        held: false,
        lastError: '',
      });
      await this.#audit(tx, owner, 'storage.save', { folder, active, domain });
    });
  }

  async #audit(
    tx: Parameters<typeof writeAudit>[0],
    { actor, accountId, address }: ActingOn,
    action: string,
    detail: object,
  ): Promise<void> {
    await writeAudit(tx, { actor, accountId, action, object: 'storage/egnyte', detail, address });
  }

  /** Returns null if Egnyte no longer accepts our tokens. Throws EGNYTE_UNREACHABLE if Egnyte cannot be reached. */
  async #isWritable(link: StorageLink, folder: string): Promise<boolean | null> {
    return await this.#once(`writable/${link.id}/${link.leaseToken}/${folder}`, WRITABLE_MS, async () => {
      const { asks, tokens } = this.#connect(link);
      const answer = await asks.isWritable(folder);
      if (answer.kind === 'ok') return answer.writable;
      const error = await this.#refusal(link, tokens.read(), answer);
      if (error.code !== 'EGNYTE_REFUSED') throw error;
      return null;
    });
  }

  async #refusal(link: StorageLink, refused: Tokens, { reason }: StorageFailure): Promise<AppError> {
    const ended = reason === 'ACCESS_REVOKED' && (await noteRevoked(this.#deps, link.accountId, refused));
    return new AppError(ended ? 'EGNYTE_REFUSED' : 'EGNYTE_UNREACHABLE');
  }

  async #link(account: AccountId): Promise<StorageLink | undefined> {
    const link = await findLink(this.#deps.database.db, account, 'egnyte');
    return link?.secret == null ? undefined : link;
  }

  async #linkOrRefuse(account: AccountId): Promise<StorageLink> {
    const link = await this.#link(account);
    if (!link) throw new AppError('EGNYTE_REFUSED');
    return link;
  }

  #connect(link: StorageLink): { asks: EgnyteConnection; tokens: TokenKeeper } {
    const place = dropPlace(this.#deps, link);
    if (place?.kind !== 'egnyte') throw new AppError('EGNYTE_REFUSED');
    const { domain, tokens } = place;
    return { asks: this.#deps.storages.egnyte.connect(domain, tokens), tokens };
  }

  async #once<T>(key: string, ms: number, ask: () => Promise<T>): Promise<T> {
    const known = this.#kept.get(key);
    if (known && known.until > Date.now()) return known.value as T;
    const value = await ask();
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear();
    this.#kept.set(key, { until: Date.now() + ms, value });
    return value;
  }
}
