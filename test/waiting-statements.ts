import type { Pool } from 'pg';

/** Returns how many statements wait for a lock in this database: those of tests beside it are on the same server. */
export async function waitingStatements(pool: Pick<Pool, 'query'>): Promise<number> {
  const { rowCount } = await pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}
