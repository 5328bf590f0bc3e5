import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

import { MANY_FAULTS } from './lines.service.ts';

/** How old a check may be, in seconds: of a line that works, and of one that people wait for. */
const FRESH = 30;
const FRESH_WITH_FAULT = 10;

/**
 * Claims the lines whose check is due, so that one process checks each of them. If that process dies, its claim expires
 * after `seconds`.
 */
export async function takeDueLines(db: Db, seconds: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update line set checking_until = now() + make_interval(secs => ${seconds})
    where id in (
      select id from line
      where state = 'on' and kind <> 'onnet' and removed_at is null
        and (checking_until is null or checking_until < now())
        and (
          checked_at is null
          or checked_at < now() - make_interval(secs => case when fault is null then ${FRESH}::int else ${FRESH_WITH_FAULT}::int end)
        )
      for update skip locked
    ) returning id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Records the result of a check. Returns true if the line's state has changed. */
export async function writeCheck(tx: Db, id: number, fault: string | null): Promise<boolean> {
  const before = await tx
    .selectFrom('line')
    .select('fault')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  await tx
    .updateTable('line')
    .set({
      fault,
      fault_since: fault === null ? null : sql<Date>`coalesce(fault_since, now())`,
      checked_at: sql<Date>`now()`,
      checking_until: null,
    })
    .where('id', '=', id)
    .execute();
  const news = before !== undefined && (before.fault === null) !== (fault === null);
  if (news && fault === null) await bringBack(tx);
  return news;
}

/**
 * Makes the faxes that were put back because of the fault due at once, all together, so that they are sent in their
 * original order.
 */
async function bringBack(tx: Db): Promise<void> {
  await tx
    .updateTable('send_job')
    .set({ next_at: sql<Date>`now()` })
    .where('state', '=', 'WAITING')
    .where('last_error', '=', 'LINE_FAULT')
    .where('faults', '<', MANY_FAULTS)
    .where('next_at', '>', sql<Date>`now()`)
    .execute();
}
