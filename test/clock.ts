import type { Pool } from 'pg';

/**
 * The clock of the database jumps: seen from its rows, a jump forward makes every time that they hold so much older.
 * (A clock that is set under a running server is that of the whole machine, with everybody's tests on it.)
 */
export async function jumpClock(pool: Pick<Pool, 'query'>, interval: string): Promise<void> {
  const { rows } = await pool.query<{ table_name: string; sets: string }>(
    `select c.table_name, string_agg(format('%1$I = %1$I - $1::interval', c.column_name), ', ') as sets
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not like 'audit%' and c.data_type = 'timestamp with time zone'
       and c.is_generated = 'NEVER'
     group by c.table_name`,
  );
  for (const { table_name, sets } of rows)
    await pool.query(`update ${table_name} set ${sets.replaceAll('$1', `'${interval}'`)}`);
}
