import type { Pool } from 'pg';

/**
 * Simulates a jump of the database clock: a jump forward makes all times in its rows older by the interval. (Setting
 * the real clock would affect the whole machine and everybody's tests on it.)
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
