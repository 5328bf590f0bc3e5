import { formatWireTime } from '#contract/kit/wire.ts';
import type { UsageDetail } from '#contract/customers/usage.ts';
import type { Database } from '#engine/database/port.ts';
import type { AdministratorId } from '#server/kit/scope.ts';

import { listAccountsWithFaxes, listDetails, spanOf } from './usage-details.store.ts';
import type { DetailRow } from './usage-details.store.ts';
import type { DayRange } from './usage.store.ts';

/** Faxes read at a time: enough that a million take seconds, few enough that memory use stays constant. */
const BATCH = 2_000;

/**
 * Yields every finished fax of an administrator's accounts in a range of days, account by account, oldest first, in
 * batches. No transaction stays open between batches, so that a slow reader holds nothing.
 */
export async function* usageDetails(
  { database, zone }: { database: Database; zone: string },
  parent: AdministratorId,
  range: DayRange,
): AsyncGenerator<UsageDetail[]> {
  const { db } = database;
  const { from, until } = await spanOf(db, range, zone);
  // The roll-up has not reached the range: nothing of it is shown yet.
  if (until === null || until <= from) return;
  const span = { from, until };
  for (const { id, number } of await listAccountsWithFaxes(db, parent, span)) {
    let after: DetailRow | null = null;
    for (;;) {
      const rows: DetailRow[] = await listDetails(db, id, span, after, BATCH);
      if (rows.length > 0) yield rows.map((row) => toDetail(row, number, zone));
      const last = rows.at(-1);
      if (!last || rows.length < BATCH) break;
      after = last;
    }
  }
}

function toDetail(row: DetailRow, number: string, zone: string): UsageDetail {
  const received = row.action === 'R';
  return {
    date: formatWireTime(row.at, zone),
    action: row.action,
    from_faxnumber: received ? row.other_number : number,
    faxnum: received ? number : row.other_number,
    pages: row.pages,
    status: row.status,
  };
}
