import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** Makes faxes that wait for a line due now: another line may reach their number, or the hours may have changed. */
export async function wakeWaiting(tx: Db): Promise<void> {
  await tx
    .updateTable('send_job')
    .set({ next_at: sql<Date>`now()` })
    .where('state', '=', 'WAITING')
    .where('last_error', 'in', ['NO_ROUTE', 'LINE_FAULT', 'LINE_CLOSED'])
    .where('next_at', '>', sql<Date>`now()`)
    .execute();
}
