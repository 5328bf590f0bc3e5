import type { Database } from '#engine/database/port.ts';

/** Returns a function that runs SQL and returns the first value of the first row. */
export function firstValue(database: () => Pick<Database, 'pool'>) {
  return async <T>(text: string, values: unknown[] = []): Promise<T> => {
    const { rows } = await database().pool.query({ text, values, rowMode: 'array' });
    return rows[0]?.[0] as T;
  };
}
