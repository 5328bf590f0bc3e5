import type { Database, Db } from '#engine/database/port.ts';

/** Ends a transaction that was only tried. */
class OnlyTried extends Error {}

/**
 * A database whose transactions do everything and are then rolled back: a command over it says what would happen.
 * What it reads afterwards, outside the transaction, is as it was before.
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
