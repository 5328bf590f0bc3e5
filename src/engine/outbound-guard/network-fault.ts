/** Names that libraries use for an elapsed timeout or an abort by the caller. */
const OUT_OF_TIME = new Set(['AbortError', 'TimeoutError']);

/** Codes of the operating system and of lookups (ECONNRESET, EAI_AGAIN), but not Node's own (ERR_INVALID_ARG_TYPE). */
const SYSTEM = /^E(?!RR_)[A-Z0-9_]+$/;

/** Untrusted certificates, failed handshakes, responses that are not HTTP, and truncated bodies. */
const PROTOCOL =
  /^(?:CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_|HPE_|UND_ERR_|ERR_(?:TLS|SSL)_|ERR_STREAM_PREMATURE_CLOSE$)/;

/**
 * Whether an error is caused by the remote side or the network, so that the same call may succeed later. Errors of our
 * own code (a TypeError, an invalid argument, a wrong statement) do not count: otherwise they would be retried silently
 * and nobody would notice.
 */
export function isNetworkFault(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, code, cause } = error as { name?: unknown; code?: unknown; cause?: unknown };
  if (typeof name === 'string' && OUT_OF_TIME.has(name)) return true;
  if (typeof code === 'string' && (SYSTEM.test(code) || PROTOCOL.test(code))) return true;
  return isNetworkFault(cause);
}
