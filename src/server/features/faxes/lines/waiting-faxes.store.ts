import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** Faxes that waited for a line are looked at now: another one may reach their number, or at another time. */
export async function wakeWaiting(tx: Db): Promise<void> {
  await tx
    .updateTable('send_job')
    .set({ next_at: sql<Date>`now()` })
    .where('state', '=', 'WAITING')
    .where('last_error', 'in', ['NO_ROUTE', 'LINE_FAULT', 'LINE_CLOSED'])
    .where('next_at', '>', sql<Date>`now()`)
    .execute();
}
