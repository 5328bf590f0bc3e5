import type { Database } from '#engine/database/port.ts';
import { sealFor } from '#engine/secrets/seal.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';

import {
  deleteProvider,
  findProvider,
  insertProvider,
  listProviders,
  updateRequired,
  updateSecret,
} from './providers.store.ts';
import type { ProviderRow } from './providers.store.ts';
import type { OpenId } from './open-id.ts';
import { openClient, secretPlace } from './provider-client.ts';

/** Somebody has to have logged in by a provider so lately before it may become the only way in. */
const PROVED_MS = 10 * 60_000;

/** A provider as an operator adds it. */
export type NewProvider = Pick<
  ProviderRow,
  'brandId' | 'name' | 'issuer' | 'clientId' | 'domains' | 'trustsAddresses'
> & { secret: string };

/** What operators do with providers of single sign-on. */
export interface ProvidersAdmin {
  list(): Promise<ProviderRow[]>;
  find(id: number): Promise<ProviderRow | undefined>;
  /** The id; undefined when the brand has this client of this issuer already. */
  add(provider: NewProvider): Promise<number | undefined>;
  /** Asks the provider what it says of itself; why that failed, or null. The secret shows itself only at a login. */
  check(provider: ProviderRow): Promise<string | null>;
  /** Another secret for the same client. */
  changeSecret(provider: ProviderRow, secret: string): Promise<void>;
  /**
   * Makes a provider the only way in for people of its domains, or no longer. `unproved`: nobody has logged in by it for
   * ten minutes, so that it may lock everybody out.
   */
  require(
    provider: ProviderRow,
    required: boolean,
  ): Promise<{ kind: 'ok'; ended: number } | { kind: 'unproved' }>;
  /** Sessions that stand on it end. */
  remove(id: number): Promise<boolean>;
}

/** `key` is that of purpose identity-provider. */
export function createProvidersAdmin(database: Database, key: Buffer, openId: OpenId): ProvidersAdmin {
  const { db } = database;
  const sealed = ({ id, issuer }: { id: number; issuer: string }, secret: string) =>
    sealFor(key, issuer, { secret }, secretPlace(id));
  return {
    list: async () => await listProviders(db),
    find: async (id) => await findProvider(db, { id }),
    add: async ({ secret, ...provider }) =>
      await database.transaction(async (tx) => {
        const id = await insertProvider(tx, provider);
        if (id === undefined) return undefined;
        await updateSecret(tx, id, sealed({ id, issuer: provider.issuer }, secret));
        await writeAudit(tx, audited(id, 'identity-provider.add', provider));
        return id;
      }),
    check: async (provider) => await openId.whyUnreachable(openClient(key, provider)),
    changeSecret: async (provider, secret) =>
      await database.transaction(async (tx) => {
        await updateSecret(tx, provider.id, sealed(provider, secret));
        await writeAudit(tx, audited(provider.id, 'identity-provider.change', { changed: ['secret'] }));
      }),
    require: async (provider, required) => {
      const isProved = Date.now() - (provider.lastLoginAt?.getTime() ?? 0) < PROVED_MS;
      if (required && !isProved) return { kind: 'unproved' };
      return await database.transaction(async (tx) => {
        const ended = await updateRequired(tx, provider.id, required);
        await writeAudit(tx, audited(provider.id, 'identity-provider.change', { required, ended }));
        return { kind: 'ok', ended };
      });
    },
    remove: async (id) =>
      await database.transaction(async (tx) => {
        if (!(await deleteProvider(tx, id))) return false;
        await writeAudit(tx, audited(id, 'identity-provider.remove'));
        return true;
      }),
  };
}

/** What the audit says of an act of an operator. */
function audited(id: number, action: string, detail: object = {}) {
  return {
    actor: { kind: 'operator' as const },
    action,
    object: `identity_provider/${id}`,
    detail: { ...detail },
  };
}
