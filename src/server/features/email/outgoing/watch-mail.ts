import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';

import { logEvent } from '#server/kit/log-event.ts';
import { beginAlert, endAlert, readOldestWaiting } from './watch-mail.store.ts';

/** How long mails must wait to count as an outage; a relay that is restarted or delays mails on purpose is none. */
export const OUTAGE_SECONDS = 3_600;

/**
 * Logs once that mails are not being sent, and once that they are again. A mail about it would wait with the others.
 */
export async function watchMail(database: Database, log: Pick<Logger, 'error' | 'info'>): Promise<void> {
  const { waiting, seconds } = await readOldestWaiting(database.db);
  if (seconds < OUTAGE_SECONDS) {
    if (await endAlert(database.db)) logEvent(log, 'mail.flowing', {});
    return;
  }
  if (await beginAlert(database.db))
    logEvent(log, 'mail.stuck', { waiting, hours: Math.round(seconds / 3_600) });
}
