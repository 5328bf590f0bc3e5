/**
 * Classes of SQLSTATE that say nothing about the statement: connections, transactions that were rolled back, resources,
 * locks, what an operator does, the system. Also a standby that is not promoted yet, and a transaction that stood still.
 */
const PASSING = /^(?:08|40|53|55|57|58)[0-9A-Z]{3}$|^(?:25006|25P03|25P04)$/;

/** What the system and Node say of a connection; ENOENT is the socket of a server that is starting. */
const NETWORK =
  /^(?:ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$|^ERR_(?:STREAM|SOCKET|SSL|TLS)_/;

/** What the driver says of a connection, without a code. */
const CONNECTION = /connection (?:terminated|timeout|error)|not queryable|^timeout e|read timeout/i;

/**
 * Whether the same work over the database may succeed later as it is: the error is one of the connection or of the
 * server's state. Any other is a mistake of the work itself, and comes again.
 */
export function mayPass(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && code !== '') return PASSING.test(code) || NETWORK.test(code);
  return CONNECTION.test(error.message);
}
