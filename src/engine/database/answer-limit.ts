import { Client } from 'pg';
import type { PoolConfig } from 'pg';

/** TCP keepalive: an idle connection notices that its server is gone; the default of Linux is two hours. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** Connection timeout: a caller gets an error to answer with 503, instead of waiting for a dead or exhausted server. */
export const CONNECT_LIMIT_MS = 5_000;

/** How often an idle connection checks whether the server is there, and how long the response may take. */
const ASK_MS = 10_000;

/** The keepalive query. Tests that count statements leave it out. */
export const ARE_YOU_THERE = 'select 1 as there';

/** A missing answer. Its code is the SQLSTATE of a lost connection, so callers treat it like one the network closed. */
class NoAnswer extends Error {
  readonly code = '08006';
  constructor(ms: number) {
    super(`Connection terminated: the database did not answer within ${ms} ms`);
  }
}

/**
 * Ends the connection if a statement is not answered in time. The server's own limit ends statements while the server
 * is up; a server that vanished closes nothing, and Linux tries to reach it for a quarter of an hour. A connection with
 * a missing answer is useless, so it is never returned to a pool. `limitMs` is called for each statement; 0 means no
 * limit.
 */
export function limitAnswers(client: Client, limitMs: () => number): void {
  const own = Object.hasOwn(client, 'query') ? client.query.bind(client) : undefined;
  // The class's own method is looked up for each statement, because tests spy on it.
  const send = (...given: unknown[]): unknown =>
    ((own ?? Client.prototype.query.bind(client)) as (...all: unknown[]) => unknown)(...given);
  client.query = ((...given: unknown[]) => {
    const ms = limitMs();
    // Streams of other libraries (`submit`) take as long as their readers.
    if (ms === 0 || (typeof given[0] === 'object' && given[0] !== null && 'submit' in given[0]))
      return send(...given);
    let answered = false;
    // After a freeze, the process reads pending data before it decides.
    const judge = (): void => {
      if (!answered) client.connection.stream.destroy(new NoAnswer(ms));
    };
    const timer = setTimeout(() => setImmediate(judge), ms);
    const end = (): void => {
      answered = true;
      clearTimeout(timer);
    };
    const callback = given.at(-1);
    if (typeof callback !== 'function') return (send(...given) as Promise<unknown>).finally(end);
    return send(...given.slice(0, -1), (...answer: unknown[]) => {
      end();
      callback(...answer);
    });
  }) as Client['query'];
}

/** Options of a waiting connection. */
export interface WaitingConnection {
  /** Application name in the server's list of connections. */
  name: string;
  /** Prepares the connection for its purpose; a failure closes it. */
  begin: (client: Client) => Promise<unknown>;
  /** Called when the connection breaks; its `end` event follows. */
  broke?: (error: Error) => void;
  askMs?: number;
}

/** Opens a connection that waits, for notifications or with a lock, and that ends soon after its server vanished. */
export async function openWaiting(
  connection: PoolConfig,
  { name, begin, broke = () => undefined, askMs = ASK_MS }: WaitingConnection,
): Promise<Client> {
  const client = new Client({
    ...connection,
    ...KEEP_ALIVE,
    application_name: name,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  });
  // Without a listener the event would end the process.
  client.on('error', broke);
  limitAnswers(client, () => askMs);
  try {
    await client.connect();
    await begin(client);
  } catch (error) {
    await client.end().catch(() => undefined); // Already broken; the original error is thrown below.
    throw error;
  }
  const asking = setInterval(() => {
    client.query(ARE_YOU_THERE).catch(() => undefined); // Only the connection's end matters.
  }, askMs).unref();
  client.once('end', () => {
    clearInterval(asking);
  });
  return client;
}
