import { sealFor, unsealFor } from '#engine/secrets/seal.ts';

import type { OpenIdClient } from './open-id.ts';
import type { ProviderRow } from './providers.store.ts';

/** Where the secret of a provider belongs. */
function secretPlace(id: number): string {
  return `identity_provider/${id}/secret`;
}

/** Seals a client secret for a provider and its issuer: another issuer does not get it. */
export function sealClientSecret(
  key: Buffer,
  { id, issuer }: Pick<ProviderRow, 'id' | 'issuer'>,
  secret: string,
): string {
  return sealFor(key, issuer, { secret }, secretPlace(id));
}

/**
 * A provider with its secret in clear, asked for groups where they give roles, or `always`. Throws when the secret was sealed
 * for another issuer, or with another key.
 */
export function openClient(
  key: Buffer,
  provider: ProviderRow,
  groups: 'always' | 'where-needed' = 'where-needed',
): OpenIdClient {
  const { id, issuer, clientId, secret, scopes } = provider;
  const opened = secret === null ? null : unsealFor(key, issuer, secret, secretPlace(id));
  if (opened === null) throw new Error(`the secret of provider ${id} cannot be opened`);
  return {
    id,
    issuer,
    clientId,
    secret: String(opened.parts['secret']),
    scopes,
    groupsClaim: provider.givesRoles || groups === 'always' ? provider.groupsClaim : null,
  };
}
