import { openWaiting } from '#engine/database/port.ts';
import type { Database } from '#engine/database/port.ts';
import { refusal } from '#server/kit/operator-refusal.ts';

/** Advisory lock held while the chains are verified. */
const VERIFICATION_LOCK = 7_032_556;

/**
 * Runs a verification if no other process verifies this database: each one reads millions of rows. Throws
 * OPERATOR_REFUSED otherwise. The lock has a connection of its own, because a transaction as long as this would hold up
 * changes of the schema.
 */
export async function whileNobodyVerifies<T>(
  { connection }: Pick<Database, 'connection'>,
  verify: () => Promise<T>,
): Promise<T> {
  const client = await openWaiting(connection, {
    name: 'f2e audit verify',
    begin: async (opened) => {
      const { rows } = await opened.query<{ granted: boolean }>(
        'select pg_try_advisory_lock($1) as granted',
        [VERIFICATION_LOCK],
      );
      if (rows[0]?.granted !== true)
        throw refusal('The audit is being verified already. Try again when that has ended.');
    },
  });
  try {
    return await verify();
  } finally {
    // A connection that is broken already has freed the lock by itself.
    await client.end().catch(() => undefined);
  }
}
