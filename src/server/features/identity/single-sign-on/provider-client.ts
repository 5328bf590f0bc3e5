import { unsealFor } from '#engine/secrets/seal.ts';

import type { OpenIdClient } from './open-id.ts';
import type { ProviderRow } from './providers.store.ts';

/** Where the secret of a provider belongs. */
export function secretPlace(id: number): string {
  return `identity_provider/${id}/secret`;
}

/** A provider with its secret in clear. Throws when the secret was sealed for another issuer, or with another key. */
export function openClient(key: Buffer, { id, issuer, clientId, secret }: ProviderRow): OpenIdClient {
  const opened = secret === null ? null : unsealFor(key, issuer, secret, secretPlace(id));
  if (opened === null) throw new Error(`the secret of provider ${id} cannot be opened`);
  return { id, issuer, clientId, secret: String(opened.parts['secret']) };
}
