import type { Database } from '#engine/database/port.ts';
import { hashToken, newToken } from '#engine/secrets/tokens.ts';

import type { OpenId, OpenIdClient } from './open-id.ts';
import { ATTEMPT_SECONDS, insertAttempt } from './sign-on.store.ts';

/** Starts a login at a provider. Returns the URL to open and the token for the cookie. Throws the provider's errors. */
export async function beginAttempt(
  { database, openId }: { database: Database; openId: OpenId },
  client: OpenIdClient,
  { redirectUri, isTest }: { redirectUri: string; isTest: boolean },
): Promise<{ url: string; token: string; seconds: number }> {
  const attempt = { state: newToken(), nonce: newToken(), verifier: newToken(), isTest };
  const url = await openId.authorizationUrl(client, redirectUri, attempt);
  const token = newToken();
  await insertAttempt(database.db, hashToken(token), client.id, attempt);
  return { url, token, seconds: ATTEMPT_SECONDS };
}
