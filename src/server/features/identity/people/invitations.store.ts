import { sql } from 'kysely';

import type { AnyRole } from '#contract/kit/roles.ts';
import type { Db } from '#engine/database/port.ts';
import { columnOf, columnsOf, provenOwner } from '#server/kit/owner.ts';
import type { Owner } from '#server/kit/owner.ts';

/** An invitation as the inviting place sees it. */
export interface InvitationRow {
  id: number;
  email: string;
  role: AnyRole;
  invitedAt: Date;
  invitedBy: string;
  expiresAt: Date;
  expired: boolean;
}

/** Returns the unanswered invitations of a place, newest first. */
export async function listInvitations(db: Db, place: Owner): Promise<InvitationRow[]> {
  return await db
    .selectFrom('invitation as i')
    .leftJoin('person as h', 'h.id', 'i.person_id')
    .select(['i.id', 'i.email', 'i.role', 'i.created_at as invitedAt', 'i.expires_at as expiresAt'])
    .select(sql<string>`coalesce(h.name, '')`.as('invitedBy'))
    .select(sql<boolean>`i.expires_at <= now()`.as('expired'))
    .where(`i.${columnOf(place)}`, '=', place.id)
    .orderBy('i.id', 'desc')
    .execute();
}

/** Stores an invitation. */
export async function insertInvitation(
  tx: Db,
  place: Owner,
  invitation: { email: string; role: AnyRole; personId: number | undefined; tokenHash: Buffer; days: number },
): Promise<void> {
  await tx
    .insertInto('invitation')
    .values({
      ...columnsOf(place),
      email: invitation.email,
      role: invitation.role,
      person_id: invitation.personId ?? null,
      token_hash: invitation.tokenHash,
      expires_at: sql<Date>`now() + make_interval(days => ${invitation.days})`,
    })
    .execute();
}

/** Renews an invitation's key and expiry. Returns its address; undefined if the place has none with this id. */
export async function renewInvitation(
  tx: Db,
  place: Owner,
  id: number,
  { tokenHash, days }: { tokenHash: Buffer; days: number },
): Promise<string | undefined> {
  const row = await tx
    .updateTable('invitation')
    .set({ token_hash: tokenHash, expires_at: sql<Date>`now() + make_interval(days => ${days})` })
    .where(columnOf(place), '=', place.id)
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}

/** Deletes an invitation. Returns its address; undefined if the place has none with this id. */
export async function deleteInvitation(tx: Db, place: Owner, id: number): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('invitation')
    .where(columnOf(place), '=', place.id)
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}

/** An invitation as its link shows it. */
export interface OpenInvitation {
  id: number;
  place: Owner;
  brandId: number;
  email: string;
  role: AnyRole;
  /** Empty for an administrator. */
  faxNumber: string;
  /** User name of the administrator; empty for an account. */
  administrator: string;
  invitedBy: string;
  expiresAt: Date;
  expired: boolean;
  /** The person in the brand who has this address. */
  personId: number | null;
}

/** Returns the invitation with this key to an active account or administrator of the brand. */
export async function findInvitation(
  db: Db,
  tokenHash: Buffer,
  brandId: number,
): Promise<OpenInvitation | undefined> {
  const { rows } = await sql<Omit<OpenInvitation, 'place'> & PlaceColumns>`
    select i.id, i.account_id as "accountId", i.parent_id as "parentId", ${brandId}::bigint as "brandId", i.email, i.role,
      coalesce(a.fax_number, '') as "faxNumber", coalesce(p.username, '') as administrator,
      coalesce(b.name, '') as "invitedBy", i.expires_at as "expiresAt", i.expires_at <= now() as expired,
      h.id as "personId"
    from invitation i
    left join account a on a.id = i.account_id and a.state = 'active' and a.brand_id = ${brandId}
    left join parent p on p.id = i.parent_id and p.state = 'active' and p.brand_id = ${brandId}
    left join person b on b.id = i.person_id
    left join person h on h.brand_id = ${brandId} and h.email = i.email
    where i.token_hash = ${tokenHash} and coalesce(a.id, p.id) is not null`.execute(db);
  return rows[0] && withPlace(rows[0]);
}

interface PlaceColumns {
  accountId: number | null;
  parentId: number | null;
}

/** Proves the scope: the holder of the key or the address was invited to this place by somebody with the right to. */
function withPlace<Row extends PlaceColumns>({ accountId, parentId, ...row }: Row) {
  const place =
    accountId === null
      ? provenOwner({ kind: 'parent', id: parentId ?? 0 })
      : provenOwner({ kind: 'account', id: accountId });
  return { ...row, place };
}

/** Uses up an invitation. Returns false if it was used in the meantime or has expired. */
export async function useInvitation(tx: Db, id: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('invitation')
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the person with an address in a brand. */
export async function findPersonByEmail(db: Db, brandId: number, email: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('email', '=', email)
    .executeTakeFirst();
  return row?.id;
}

/**
 * Returns the open invitations of an address to active accounts and administrators of a brand, or only those of one
 * administrator.
 */
export async function listInvitationsOf(
  db: Db,
  { brandId, email, parentId = null }: { brandId: number; email: string; parentId?: number | null },
): Promise<{ id: number; place: Owner; role: AnyRole }[]> {
  const { rows } = await sql<{ id: number; role: AnyRole } & PlaceColumns>`
    select i.id, i.role, a.id as "accountId", p.id as "parentId"
    from invitation i
    left join account a on a.id = i.account_id and a.state = 'active' and a.brand_id = ${brandId}
    left join parent p on p.id = i.parent_id and p.state = 'active' and p.brand_id = ${brandId}
    where i.email = ${email} and i.expires_at > now() and coalesce(a.id, p.id) is not null
      and (${parentId}::bigint is null or coalesce(a.parent_id, p.id) = ${parentId})
    order by i.id`.execute(db);
  return rows.map((row) => withPlace(row));
}

/** Adds a person whose address is verified; undefined if the brand has a person with this address. */
export async function insertPerson(
  tx: Db,
  person: { brandId: number; email: string; name: string; passwordHash: string | null },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('person')
    .values({
      brand_id: person.brandId,
      email: person.email,
      name: person.name,
      password_hash: person.passwordHash,
    })
    .onConflict((conflict) => conflict.columns(['brand_id', 'email']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Lets a person work at a place; an existing member keeps the role. */
export async function insertMembership(
  tx: Db,
  { personId, place, role }: { personId: number; place: Owner; role: AnyRole },
): Promise<void> {
  await tx
    .insertInto('membership')
    .values({ person_id: personId, ...columnsOf(place), role })
    .onConflict((conflict) => conflict.columns(['person_id', columnOf(place)]).doNothing())
    .execute();
}
