import { readFileSync } from 'node:fs';

import type { Database } from '#engine/database/port.ts';

/** Returns the CPU milliseconds so far of this process and of each database connection (Linux, same machine). */
export async function processorTimes({ pool }: Database): Promise<Map<number, number>> {
  const { rows } = await pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  );
  const { user, system } = process.cpuUsage();
  const times = new Map([[process.pid, (user + system) / 1000]]);
  for (const { pid } of rows) {
    const onCpu = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0];
    times.set(pid, Number(onCpu) / 1e6);
  }
  return times;
}

/**
 * Returns the CPU milliseconds since `began`, here and in the database: more meaningful than a clock on a shared
 * machine.
 */
export async function processorSince(
  database: Database,
  began: ReadonlyMap<number, number>,
): Promise<number> {
  const now = await processorTimes(database);
  return [...now].reduce((sum, [pid, time]) => sum + time - (began.get(pid) ?? 0), 0);
}
