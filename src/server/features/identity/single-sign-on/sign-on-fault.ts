import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';

import type { TestFault } from '#contract/identity/administration-sign-on.ts';

/** The issuer in the provider's metadata differs from the one that was entered. */
export class OtherIssuer extends Error {
  override readonly name = 'OtherIssuer';
}

/** The library's error code if the metadata contains another issuer. */
const OTHER_ISSUER = 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED';
/** Error codes of a provider that rejects the client ID or its secret (RFC 6749, 5.2). */
const REFUSED_CLIENT = new Set(['invalid_client', 'unauthorized_client']);

/** Whether the user canceled on the provider's page. */
export function isCanceled(error: unknown): boolean {
  return error instanceof AuthorizationResponseError && error.error === 'access_denied';
}

/** Returns the reason of an error for logs and operators: the message of the first cause, never what was sent. */
export function reasonOf(error: unknown): string {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cause instanceof Error ? cause.message : String(cause);
}

/** Returns why the provider's metadata cannot be used. */
export function faultOfAsking(error: unknown): TestFault {
  const { code } = error as { code?: unknown };
  return error instanceof OtherIssuer || code === OTHER_ISSUER ? 'issuer' : 'unreachable';
}

/** Returns why a provider's response was rejected. */
export function faultOfReturn(error: unknown): TestFault {
  if (isCanceled(error)) return 'canceled';
  if (error instanceof ResponseBodyError && REFUSED_CLIENT.has(error.error)) return 'secret';
  // RFC 6749, 5.2: the status for a client rejected at HTTP authentication.
  if (error instanceof ResponseBodyError && error.status === 401) return 'secret';
  return 'failed';
}
