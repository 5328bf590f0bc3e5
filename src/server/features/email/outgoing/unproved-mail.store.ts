import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/**
 * Whether an address (in lower case) is confirmed for an account: as its owner's, as a subaccount, or for the same
 * administrator. Addresses that received mails before confirmation was required count as confirmed.
 */
export async function isConfirmedFor(tx: Db, account: number, address: string): Promise<boolean> {
  const { rows } = await sql<{ confirmed: boolean }>`
    select exists (
        select from account where id = ${account} and lower(admin_email) = ${address}
          and (email_verified_at is not null or known_before))
      or exists (
        select from subaccount where account_id = ${account} and email = ${address}
          and (confirmed_at is not null or known_before))
      or exists (
        select from account a join parent p on p.id = a.parent_id
        where a.id = ${account} and lower(p.email) = ${address})
      or exists (
        select from account a join account sibling on sibling.parent_id = a.parent_id
        where a.id = ${account} and lower(sibling.admin_email) = ${address}
          and sibling.email_verified_at is not null and sibling.state <> 'closed') as confirmed`.execute(tx);
  return rows[0]?.confirmed === true;
}

/** Locks the counts of mails to one address, and of one account, until the transaction ends. */
export async function lockCounts(tx: Db, account: number, address: string): Promise<void> {
  for (const what of [`mails to ${address}`, `mails of ${account}`])
    await sql`select pg_advisory_xact_lock(hashtextextended(${what}, 0))`.execute(tx);
}

/**
 * Returns the seconds until an address may get another mail; 0 if it may now. Allows `most` within `seconds`, whichever
 * accounts cause them.
 */
export async function waitOfAddress(tx: Db, address: string, limit: Limit): Promise<number> {
  return await waitOf(tx, sql`lower(to_address) = ${address}`, limit);
}

/** Returns the seconds until an account may cause another mail to an unconfirmed address; 0 if it may now. */
export async function waitOfAccount(tx: Db, account: number, limit: Limit): Promise<number> {
  return await waitOf(tx, sql`account_id = ${account}`, limit);
}

interface Limit {
  most: number;
  seconds: number;
}

async function waitOf(tx: Db, whose: RawBuilder<unknown>, { most, seconds }: Limit): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    select ceil(extract(epoch from created_at - now()))::int + ${seconds} as wait from mail_out
    where unproved and ${whose} and created_at > now() - make_interval(secs => ${seconds})
    order by created_at desc offset ${most - 1} limit 1`.execute(tx);
  return rows[0] === undefined ? 0 : Math.max(1, rows[0].wait);
}
