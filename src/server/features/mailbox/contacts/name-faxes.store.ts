import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** Faxes renamed in one transaction, which locks out new faxes of the party for about a third of a second. */
const BATCH = 1_000;

/** A party whose faxes do not all have its name yet. */
export interface RenamedParty {
  accountId: number;
  partyId: number;
}

export async function readRenamedParties(db: Db, most: number): Promise<RenamedParty[]> {
  return await db
    .selectFrom('fax_party_renamed')
    .select(['account_id as accountId', 'party_id as partyId'])
    .orderBy('account_id')
    .orderBy('party_id')
    .limit(most)
    .execute();
}

/**
 * Gives the next batch of the party's faxes after the id `after` its present name. Returns the id to go on after, and
 * null if there are no more faxes. The party stays locked until the transaction ends, so its name cannot change.
 */
export async function nameNextFaxes(
  tx: Db,
  { accountId, partyId }: RenamedParty,
  after: number,
): Promise<number | null> {
  await sql`select from fax_party where account_id = ${accountId} and id = ${partyId} for no key update`.execute(
    tx,
  );
  const { rows } = await sql<{ id: number }>`
    update fax f
    set company = d.company
    from (
      select one.account_id, one.id,
        case when p.contact_company = '' then p.company else p.contact_company end as company
      from fax_party p
      join fax one on one.account_id = p.account_id and one.folder = any ('{1,2,3,4,5}'::smallint[])
        and one.party_id = p.id
      where p.account_id = ${accountId} and p.id = ${partyId} and one.id > ${after}
        and one.company <> case when p.contact_company = '' then p.company else p.contact_company end
      order by one.id
      limit ${BATCH}
    ) d
    where f.account_id = d.account_id and f.id = d.id
    returning f.id`.execute(tx);
  return rows.length < BATCH ? null : Math.max(...rows.map(({ id }) => id));
}

/** Forgets a party whose faxes all have its name, and tells the account's open pages to ask again. */
export async function forgetRenamedParty(tx: Db, { accountId, partyId }: RenamedParty): Promise<void> {
  await tx
    .deleteFrom('fax_party_renamed')
    .where('account_id', '=', accountId)
    .where('party_id', '=', partyId)
    .execute();
  await sql`select pg_notify('f2e_changed', ${`${accountId}:faxes`})`.execute(tx);
}
