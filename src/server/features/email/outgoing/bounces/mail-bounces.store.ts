import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

import type { AddressTrouble } from './bounce-class.ts';

/** Marks a mail as bounced. Returns undefined if it had bounced before, had already failed, or is no longer stored. */
export async function markBounced(
  tx: Db,
  mailId: number,
  reason: string,
): Promise<{ accountId: number | null; to: string } | undefined> {
  return await tx
    .updateTable('mail_out')
    .set({
      state: 'bounced',
      payload: null,
      attachments: '[]',
      last_reason: reason,
      ended_at: sql<Date>`coalesce(ended_at, now())`,
    })
    .where('id', '=', mailId)
    // Still queued: our record of its 250 was lost in a crash, and this report is the outcome.
    .where('state', 'in', ['sent', 'queued'])
    .returning(['account_id as accountId', 'to_address as to'])
    .executeTakeFirst();
}

/** Counts a bounce of an address and returns how many there were within a week. */
export async function countBounce(
  tx: Db,
  account: number,
  address: string,
  { reason, detail, by }: { reason: AddressTrouble; detail: string; by: 0 | 1 },
): Promise<number> {
  const { rows } = await sql<{ bounces: number }>`
    insert into mail_address as known (account_id, address, bounces, reason, detail)
    values (${account}, ${address}, ${by}, ${reason}, ${detail})
    on conflict (account_id, address) do update set
      bounces = case when known.first_at < now() - interval '7 days' then 0 else known.bounces end + ${by},
      first_at = case when known.first_at < now() - interval '7 days' then now() else known.first_at end,
      last_at = now(),
      reason = excluded.reason,
      detail = excluded.detail
    returning bounces`.execute(tx);
  return rows[0]?.bounces ?? 0;
}

export async function suspend(tx: Db, account: number, address: string): Promise<void> {
  await tx
    .updateTable('mail_address')
    .set({ suspended_at: sql<Date>`now()` })
    .where('account_id', '=', account)
    .where('address', '=', address)
    .execute();
}

/** Whether mails about faxes of the account are no longer sent to the address. */
export async function isSuspended(db: Db, account: number, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('mail_address')
    .select('address')
    .where('account_id', '=', account)
    .where('address', '=', address.toLowerCase())
    .where('suspended_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists addresses with problems: suspended ones forever, others for a week after the last bounce. */
export async function listTroubles(
  db: Db,
  account: number,
): Promise<{ address: string; reason: AddressTrouble; suspended: boolean; at: Date }[]> {
  return await db
    .selectFrom('mail_address')
    .select(['address', 'reason', 'last_at as at'])
    .select(sql<boolean>`suspended_at is not null`.as('suspended'))
    .where('account_id', '=', account)
    .where((eb) =>
      eb.or([eb('suspended_at', 'is not', null), eb('last_at', '>', sql<Date>`now() - interval '7 days'`)]),
    )
    .orderBy('last_at', 'desc')
    .execute();
}

/** Lets the address receive mails again, with no bounces counted; returns whether there was anything to remove. */
export async function forgetTrouble(tx: Db, account: number, address: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('mail_address')
    .where('account_id', '=', account)
    .where('address', '=', address.toLowerCase())
    .executeTakeFirst();
  return gone.numDeletedRows > 0n;
}

/** Returns a mail's account and recipient; undefined if it is no longer stored. */
export async function addressOfMail(
  db: Db,
  mailId: number,
): Promise<{ accountId: number | null; to: string } | undefined> {
  return await db
    .selectFrom('mail_out')
    .select(['account_id as accountId', 'to_address as to'])
    .where('id', '=', mailId)
    .executeTakeFirst();
}

/** Stops copies from the account to the address; returns false if they were already stopped. */
export async function refuseCopies(tx: Db, account: number, address: string): Promise<boolean> {
  const row = await tx
    .insertInto('copy_refusal')
    .values({ account_id: account, address })
    .onConflict((it) => it.doNothing())
    .returning('address')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns which of these addresses (in lower case) refused further copies from the account. */
export async function refusersOf(
  db: Db,
  account: number,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  if (addresses.length === 0) return new Set();
  const rows = await db
    .selectFrom('copy_refusal')
    .select('address')
    .where('account_id', '=', account)
    .where('address', 'in', addresses)
    .execute();
  return new Set(rows.map(({ address }) => address));
}
