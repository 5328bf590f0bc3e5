import type { Database, Db } from '#engine/database/port.ts';

/** Rolls back a transaction of a dry run. */
class OnlyTried extends Error {}

/**
 * Returns a database whose transactions do everything and are then rolled back: a command using it reports what would
 * happen. Reads after the transaction, outside it, see the previous state.
 */
export function withoutCommits(database: Database): Database {
  return {
    ...database,
    transaction: async <T>(work: (tx: Db) => Promise<T>): Promise<T> => {
      const outcome: T[] = [];
      try {
        await database.transaction(async (tx) => {
          outcome.push(await work(tx));
          throw new OnlyTried();
        });
      } catch (error) {
        if (!(error instanceof OnlyTried)) throw error;
      }
      return outcome[0] as T;
    },
  };
}
