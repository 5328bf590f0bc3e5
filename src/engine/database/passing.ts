/**
 * Classes of SQLSTATE that say nothing about the statement: connections, rolled-back transactions, resources, locks,
 * operator actions, the system. Also a standby that has not been promoted yet, and a transaction that was idle too
 * long.
 */
const PASSING = /^(?:08|40|53|55|57|58)[0-9A-Z]{3}$|^(?:25006|25P03|25P04)$/;

/** Codes of the system and Node for a connection; ENOENT is the socket of a server that is starting. */
const NETWORK =
  /^(?:ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$|^ERR_(?:STREAM|SOCKET|SSL|TLS)_/;

/** Messages of the driver about a connection, without a code. */
const CONNECTION = /connection (?:terminated|timeout|error)|not queryable|^timeout e|read timeout/i;

/**
 * Whether the same database work may succeed later unchanged: the error is about the connection or the server's state.
 * Any other error is a mistake in the work itself and would recur.
 */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && code !== '') return PASSING.test(code) || NETWORK.test(code);
  return CONNECTION.test(error.message);
}
