import { Client } from 'pg';
import type { ClientConfig } from 'pg';

/**
 * A client that drops statement names. Behind a pooler in transaction mode, the next query may reach a server process
 * that does not have the name, or has it for another text.
 */
export class NamelessClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    const send = this.query.bind(this) as (...given: unknown[]) => unknown;
    this.query = ((query: unknown, ...rest: unknown[]) =>
      send(withoutName(query), ...rest)) as Client['query'];
  }
}

/** Queries of other libraries are special objects (`submit`); only plain ones carry a name of ours. */
function withoutName(query: unknown): unknown {
  if (typeof query !== 'object' || query === null || !('name' in query) || 'submit' in query) return query;
  const { name: _, ...nameless } = query;
  return nameless;
}
