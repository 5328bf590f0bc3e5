import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/**
 * Returns how many mails wait, and how long the oldest one has waited that was tried in vain; excludes mails of
 * suspended accounts.
 */
export async function readOldestWaiting(db: Db): Promise<{ waiting: number; seconds: number }> {
  const { rows } = await sql<{ waiting: number; seconds: number }>`
    select count(*)::int as waiting,
      coalesce(extract(epoch from now() - min(m.created_at) filter (where m.tries > 0)), 0)::float8 as seconds
    from mail_out m left join account a on a.id = m.account_id
    where m.state = 'queued' and coalesce(a.acts, true)`.execute(db);
  return rows[0] ?? { waiting: 0, seconds: 0 };
}

/** Marks the alert as sent; returns false if it already was. */
export async function beginAlert(db: Db): Promise<boolean> {
  const changed = await db
    .updateTable('installation')
    .set({ mail_alert_at: sql<Date>`now()` })
    .where('mail_alert_at', 'is', null)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Clears the alert; returns whether one had been sent. */
export async function endAlert(db: Db): Promise<boolean> {
  const changed = await db
    .updateTable('installation')
    .set({ mail_alert_at: null })
    .where('mail_alert_at', 'is not', null)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}
