import { PROVED_MINUTES } from '#contract/identity/administration-sign-on.ts';
import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';
import { removeProvidedOperators } from '#server/features/identity/operators/provided-operators.service.ts';

import {
  deleteProvider,
  findProvider,
  insertProvider,
  isProved,
  listProviders,
  updateRequired,
  updateSecret,
  updateSettings,
} from './providers.store.ts';
import type { ProviderRow, ProviderSettings } from './providers.store.ts';
import type { OpenId } from './open-id.ts';
import { openClient, sealClientSecret } from './provider-client.ts';

/** A provider as an operator adds it. */
export type NewProvider = Pick<
  ProviderRow,
  'brandId' | 'name' | 'issuer' | 'clientId' | 'domains' | 'trustsAddresses'
> & { secret: string };

/** What operators can do with single sign-on providers. */
export interface ProvidersAdmin {
  list(): Promise<ProviderRow[]>;
  find(id: number): Promise<ProviderRow | undefined>;
  /** Returns the id; undefined if the brand, or the operators, already have this client of this issuer. */
  add(provider: NewProvider): Promise<number | undefined>;
  /** Fetches the provider's metadata. Returns the error, or null. The secret is checked only at a login. */
  check(provider: ProviderRow): Promise<string | null>;
  /** Replaces the secret of the same client. */
  changeSecret(provider: ProviderRow, secret: string): Promise<void>;
  /**
   * Sets whether a provider is required for people of its domains, or for operators. `unproved`: it has had no login or
   * test in the last ten minutes, so requiring it could lock everyone out.
   */
  require(
    provider: ProviderRow,
    required: boolean,
  ): Promise<{ kind: 'ok'; ended: number } | { kind: 'unproved' }>;
  /** Ends the sessions that it opened, and removes the operators that its groups created. */
  remove(id: number): Promise<boolean>;
  /** Changes the given settings: scopes, groups claim, and session length. */
  set(id: number, settings: Partial<ProviderSettings>): Promise<void>;
}

/** `key` is the key for the purpose identity-provider. */
export function createProvidersAdmin(database: Database, key: Buffer, openId: OpenId): ProvidersAdmin {
  const { db } = database;
  return {
    list: async () => await listProviders(db),
    find: async (id) => await findProvider(db, { id }),
    add: async ({ secret, ...provider }) =>
      await database.transaction(async (tx) => {
        const id = await insertProvider(tx, provider);
        if (id === undefined) return undefined;
        await updateSecret(tx, id, sealClientSecret(key, { id, issuer: provider.issuer }, secret));
        await writeAudit(tx, audited(id, 'identity-provider.add', provider));
        return id;
      }),
    check: async (provider) => await openId.whyUnreachable(openClient(key, provider)),
    changeSecret: async (provider, secret) =>
      await database.transaction(async (tx) => {
        await updateSecret(tx, provider.id, sealClientSecret(key, provider, secret));
        await writeAudit(tx, audited(provider.id, 'identity-provider.change', { changed: ['secret'] }));
      }),
    require: async (provider, required) => {
      if (required && !isProved(provider, PROVED_MINUTES)) return { kind: 'unproved' };
      return await database.transaction(async (tx) => {
        const ended = await updateRequired(tx, provider.id, required);
        await writeAudit(tx, audited(provider.id, 'identity-provider.change', { required, ended }));
        return { kind: 'ok', ended };
      });
    },
    remove: async (id) =>
      await database.transaction(async (tx) => {
        await removeProvidedOperators(tx, id);
        if (!(await deleteProvider(tx, id))) return false;
        await writeAudit(tx, audited(id, 'identity-provider.remove'));
        return true;
      }),
    set: async (id, settings) =>
      await database.transaction(async (tx) => {
        await updateSettings(tx, id, settings);
        await writeAudit(tx, audited(id, 'identity-provider.change', settings));
      }),
  };
}

/** Returns the audit row for an operator's action. */
export function audited(id: number, action: string, detail: object = {}) {
  return {
    actor: { kind: 'operator' as const },
    action,
    object: `identity_provider/${id}`,
    detail: { ...detail },
  };
}
