/** How libraries name the end of a limit of time, or of the caller's patience. */
const OUT_OF_TIME = new Set(['AbortError', 'TimeoutError']);

/** Codes of the operating system and of look-ups (ECONNRESET, EAI_AGAIN), but none of Node's own (ERR_INVALID_ARG_TYPE). */
const SYSTEM = /^E(?!RR_)[A-Z0-9_]+$/;

/** Certificates that are not believed, handshakes that fail, answers that are no HTTP, and bodies that end too early. */
const PROTOCOL =
  /^(?:CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_|HPE_|UND_ERR_|ERR_(?:TLS|SSL)_|ERR_STREAM_PREMATURE_CLOSE$)/;

/**
 * Whether an error says that the other side, or the way to it, is at fault, so that the same call may work later. An
 * error of our own code (a TypeError, an argument that Node refuses, a wrong statement) is none: taken for one, it
 * would be repeated quietly and nobody would hear of it.
 */
export function isNetworkFault(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { name, code, cause } = error as { name?: unknown; code?: unknown; cause?: unknown };
  if (typeof name === 'string' && OUT_OF_TIME.has(name)) return true;
  if (typeof code === 'string' && (SYSTEM.test(code) || PROTOCOL.test(code))) return true;
  return isNetworkFault(cause);
}
