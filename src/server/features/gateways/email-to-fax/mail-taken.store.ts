import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** Returns the faxes that came from the same mail before, by number; `marks` are the hashes that identify it. */
export async function findTaken(
  db: Db,
  account: AccountId,
  marks: readonly Buffer[],
  numbers: readonly string[],
): Promise<Map<string, number>> {
  if (marks.length === 0) return new Map();
  const rows = await db
    .selectFrom('mail_taken')
    .select(['number', 'fax_id'])
    .where('account_id', '=', account)
    .where('mark', 'in', marks)
    .where('number', 'in', numbers)
    .execute();
  return new Map(rows.map(({ number, fax_id: faxId }) => [number, faxId]));
}

/**
 * Records the faxes of a mail. Returns false if the same mail was accepted concurrently, so that this one has to be
 * undone.
 */
export async function insertTaken(
  tx: Db,
  account: AccountId,
  marks: readonly Buffer[],
  faxes: readonly { to: string; faxId: number }[],
): Promise<boolean> {
  const rows = marks.flatMap((mark) =>
    faxes.map(({ to, faxId }) => ({ account_id: account, mark, number: to, fax_id: faxId })),
  );
  if (rows.length === 0) return true;
  const kept = await tx
    .insertInto('mail_taken')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return Number(kept.numInsertedOrUpdatedRows ?? 0) === rows.length;
}
