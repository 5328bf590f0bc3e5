import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** Returns the id of the administrator with this user name. */
export async function findAdministrator(
  db: Db,
  brandId: number,
  username: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('parent')
    .select('id')
    .where('brand_id', '=', brandId)
    .where(sql<boolean>`lower(username) = lower(${username})`)
    .executeTakeFirst();
  return row?.id;
}

/** Assigns a free service to every account of the administrator that has none yet. */
export async function fillServiceSlots(tx: Db, parentId: number): Promise<void> {
  await sql`
    with waiting as (
      select a.id, row_number() over (order by a.id) as place from account a
      where a.parent_id = ${parentId} and not exists (select from service_slot s where s.account_id = a.id)
    ), free as (
      select s.id, row_number() over (order by s.id) as place from service_slot s
      where s.parent_id = ${parentId} and s.account_id is null
    )
    update service_slot s set account_id = waiting.id
    from free join waiting using (place) where s.id = free.id`.execute(tx);
}

/**
 * Assigns a product to the administrator's account of a number, unless it has one already; returns the account's id if
 * it did.
 */
export async function sellManagedAccountAs(
  tx: Db,
  child: { parentId: number; number: string; productId: number },
): Promise<number | undefined> {
  const row = await tx
    .updateTable('account')
    .set({ product_id: child.productId })
    .where('parent_id', '=', child.parentId)
    .where('fax_number', '=', child.number)
    .where('product_id', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Adds the addresses that receive an account's faxes besides its owner, and the domains that may send from it. */
export async function describeManagedAccount(
  tx: Db,
  accountId: number,
  child: { secondaryEmails: readonly string[]; domains: readonly string[] },
): Promise<void> {
  for (const email of child.secondaryEmails)
    await tx
      .insertInto('subaccount')
      .values({
        account_id: accountId,
        email,
        receive_faxes: true,
        send_faxes: false,
        confirmed_at: new Date(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  for (const domain of child.domains)
    await tx
      .insertInto('whitelisted_domain')
      .values({ account_id: accountId, domain, active: true, proved_at: new Date(), proved_by: 'operator' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
