import { createHash } from 'node:crypto';
import type { CompiledQuery } from 'kysely';
import type { PoolClient } from 'pg';

/** Names of the statement texts used so far: the same text has the same name in every process. */
const names = new Map<string, string>();

/**
 * Runs a statement under a name derived from its text, so that a connection parses and plans it once. Behind a pooler
 * the name is removed (nameless-client.ts).
 */
export async function keptStatement<Row>(
  pool: { connect(): Promise<PoolClient> },
  { sql: text, parameters }: CompiledQuery<Row>,
): Promise<Row[]> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query({ name: nameOf(text), text, values: [...parameters] });
    return rows as Row[];
  } finally {
    client.release();
  }
}

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `f2e_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`;
  names.set(text, name);
  return name;
}
