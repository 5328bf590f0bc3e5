import { sql } from 'kysely';

import type { DeliveryWindow } from '#contract/faxes/delivery-window.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

import type { Later } from './send-time.ts';

/** When an account's faxes are dialed. */
export interface Delivery {
  /** Null for any hour. */
  window: DeliveryWindow | null;
  /** The account's zone, for numbers whose zone is unknown. */
  home: string;
  /** The database's time, by which workers dial. */
  now: Date;
}

/** Returns the delivery window of an account that exists. */
export async function readDelivery(db: Db, account: AccountId): Promise<Delivery> {
  const row = await db
    .selectFrom('account_settings as s')
    .innerJoin('timezone as z', 'z.id', 's.timezone_id')
    .select([
      's.window_on as on',
      's.window_days as days',
      's.window_from as from',
      's.window_until as until',
    ])
    .select(['z.system_name as home', sql<Date>`now()`.as('now')])
    .where('s.account_id', '=', account)
    .executeTakeFirstOrThrow();
  const { on, home, now, ...window } = row;
  return { window: on ? window : null, home, now };
}

/**
 * Makes the job due now; a job that was to be sent later counts as a fax of today from here on. `anyHour` allows it
 * outside the delivery window; otherwise that setting stays unchanged.
 */
export async function makeDue(
  tx: Db,
  account: AccountId,
  { jobId, faxId, wasLater }: { jobId: number; faxId: number; wasLater: boolean },
  anyHour = false,
): Promise<void> {
  const now = sql<Date>`now()`;
  await tx
    .updateTable('send_job')
    .set({ send_at: null, opens_at: null, next_at: now, ...(anyHour && { any_hour: true }) })
    .$if(wasLater, (job) => job.set({ created_at: now }))
    .where('id', '=', jobId)
    .execute();
  if (wasLater)
    await tx
      .updateTable('fax')
      .set({ fax_at: now })
      .where('account_id', '=', account)
      .where('id', '=', faxId)
      .execute();
}

/** Gives the job another time. */
export async function putOff(tx: Db, jobId: number, { sendAt, anyHour }: Later): Promise<void> {
  await tx
    .updateTable('send_job')
    .set({ send_at: sendAt, opens_at: null, any_hour: anyHour, next_at: sql<Date>`now()` })
    .where('id', '=', jobId)
    .execute();
}

/** Fails a fax that was to be sent later before its first call. */
export async function failLater(
  tx: Db,
  account: AccountId,
  { jobId, faxId }: { jobId: number; faxId: number },
  reason: string,
): Promise<void> {
  await tx
    .updateTable('send_job')
    .set({ state: 'FAILED', send_at: null, last_error: reason, finished_at: sql<Date>`now()` })
    .where('id', '=', jobId)
    .execute();
  await tx
    .updateTable('fax')
    .set({ outbox: false, status: 'FAILED', reason, fax_at: sql<Date>`now()` })
    .where('account_id', '=', account)
    .where('id', '=', faxId)
    .execute();
}

/** The window of an account as it is stored. */
export type StoredWindow = DeliveryWindow & { on: boolean };

/** Returns the stored window; undefined if there is no such account. `lock` locks it for the transaction. */
export async function readWindow(
  db: Db,
  account: AccountId,
  { lock = false } = {},
): Promise<StoredWindow | undefined> {
  const settings = db
    .selectFrom('account_settings')
    .select(['window_on as on', 'window_days as days', 'window_from as from', 'window_until as until'])
    .where('account_id', '=', account);
  return await (lock ? settings.forUpdate() : settings).executeTakeFirst();
}

/** Writes the window and reschedules what waits for the old one. */
export async function writeWindow(tx: Db, account: AccountId, window: StoredWindow): Promise<void> {
  await tx
    .updateTable('account_settings')
    .set({
      window_on: window.on,
      window_days: [...window.days],
      window_from: window.from,
      window_until: window.until,
      updated_at: new Date(),
    })
    .where('account_id', '=', account)
    .execute();
  await tx
    .updateTable('send_job')
    .set({ opens_at: null, next_at: sql<Date>`now()` })
    .where('account_id', '=', account)
    .where('state', 'in', ['QUEUED', 'CONVERTING', 'WAITING'])
    .where('opens_at', '>', sql<Date>`now()`)
    .execute();
}
