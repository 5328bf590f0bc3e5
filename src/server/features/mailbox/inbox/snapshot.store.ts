import type { RawBuilder } from 'kysely';
import type { PoolClient } from 'pg';

import { statementLimitMs } from '#engine/database/port.ts';
import type { Database, Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** Names of statements that are planned once per connection. The text of a name never changes. */
type StatementName = 'fax_rows' | 'zone_and_span' | `walk_${string}`;

/** One state of the database, for all queries of a response. */
export class Snapshot {
  readonly #db: Db;
  readonly #client: PoolClient;

  constructor(db: Db, client: PoolClient) {
    this.#db = db;
    this.#client = client;
  }

  /**
   * Makes the queries that follow use indexes wherever possible. The planner does not know that reading the words of a
   * fax costs a hundred times as much as the rest of its row.
   */
  async useIndexes(): Promise<void> {
    await this.#client.query('set local enable_seqscan = off');
  }

  /** Returns the rows of a query. With a name, one plan is kept for all values; without, each call is planned. */
  async rows<T>(query: RawBuilder<T>, name?: StatementName): Promise<T[]> {
    const { sql, parameters } = query.compile(this.#db);
    const values = [...parameters];
    const { rows } = await this.#client.query<T & object>(
      name ? { name, text: sql, values } : { text: sql, values },
    );
    return rows;
  }
}

/**
 * Reads in one snapshot, which starts with the number of faxes in the folders. Counters and rows must match, because
 * the nearer end of a list is only known if its count is exact.
 */
export async function inSnapshot<T>(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  { account, folders }: { account: AccountId; folders: readonly number[] },
  work: (snapshot: Snapshot, total: number) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    const results = await client.query(beginWith(account, folders));
    // Several statements return several results, which the driver's types do not cover.
    const last = (results as unknown as { rows: { total: number }[] }[]).at(-1);
    const answer = await work(new Snapshot(db, client), last?.rows[0]?.total ?? 0);
    // No need to wait for the end of a read-only transaction.
    void end(client, 'commit');
    return answer;
  } catch (error) {
    await end(client, 'rollback');
    throw error;
  }
}

/** All in one round trip. A second core for one list would be taken from another user. */
function beginWith(account: AccountId, folders: readonly number[]): string {
  return `
    begin isolation level repeatable read read only;
    set local statement_timeout = ${statementLimitMs()};
    set local max_parallel_workers_per_gather = 0;
    select coalesce(sum(total), 0)::int as total from folder_counter
    where account_id = ${Number(account)} and folder in (${folders.map(Number).join(', ')})`;
}

/** A connection that cannot even end its transaction is not used again. */
async function end(client: PoolClient, how: 'commit' | 'rollback'): Promise<void> {
  try {
    await client.query(how);
    client.release();
  } catch (error) {
    client.release(error instanceof Error ? error : true);
  }
}
