import { sealFor, unsealFor } from '#engine/secrets/seal.ts';

import type { OpenIdClient } from './open-id.ts';
import type { ProviderRow } from './providers.store.ts';

/** Returns the context that a provider's secret is sealed for. */
function secretPlace(id: number): string {
  return `identity_provider/${id}/secret`;
}

/** Seals a client secret for a provider and its issuer, so that another issuer never receives it. */
export function sealClientSecret(
  key: Buffer,
  { id, issuer }: Pick<ProviderRow, 'id' | 'issuer'>,
  secret: string,
): string {
  return sealFor(key, issuer, { secret }, secretPlace(id));
}

/**
 * Returns a provider with its secret in clear text. It requests groups if they give roles, or `always`. Throws if the
 * secret was sealed for another issuer or with another key.
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
