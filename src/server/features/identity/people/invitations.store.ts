import { sql } from 'kysely';

import type { Role } from '#contract/kit/roles.ts';
import type { Db } from '#engine/database/port.ts';
import { provenAccount } from '#server/kit/scope.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** An invitation as the account's owners see it. */
export interface InvitationRow {
  id: number;
  email: string;
  role: Role;
  invitedAt: Date;
  invitedBy: string;
  expiresAt: Date;
  expired: boolean;
}

/** Invitations of an account that nobody has answered, the newest first. */
export async function listInvitations(db: Db, account: AccountId): Promise<InvitationRow[]> {
  return await db
    .selectFrom('invitation as i')
    .leftJoin('person as h', 'h.id', 'i.person_id')
    .select(['i.id', 'i.email', 'i.role', 'i.created_at as invitedAt', 'i.expires_at as expiresAt'])
    .select(sql<string>`coalesce(h.name, '')`.as('invitedBy'))
    .select(sql<boolean>`i.expires_at <= now()`.as('expired'))
    .where('i.account_id', '=', account)
    .orderBy('i.id', 'desc')
    .execute();
}

/** Remembers an invitation. */
export async function insertInvitation(
  tx: Db,
  account: AccountId,
  invitation: { email: string; role: Role; personId: number | undefined; tokenHash: Buffer; days: number },
): Promise<void> {
  await tx
    .insertInto('invitation')
    .values({
      account_id: account,
      email: invitation.email,
      role: invitation.role,
      person_id: invitation.personId ?? null,
      token_hash: invitation.tokenHash,
      expires_at: sql<Date>`now() + make_interval(days => ${invitation.days})`,
    })
    .execute();
}

/** Gives an invitation another key and its full time; its address, or undefined when the account has none of this id. */
export async function renewInvitation(
  tx: Db,
  account: AccountId,
  id: number,
  { tokenHash, days }: { tokenHash: Buffer; days: number },
): Promise<string | undefined> {
  const row = await tx
    .updateTable('invitation')
    .set({ token_hash: tokenHash, expires_at: sql<Date>`now() + make_interval(days => ${days})` })
    .where('account_id', '=', account)
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}

/** Withdraws an invitation; its address, or undefined when the account has none of this id. */
export async function deleteInvitation(tx: Db, account: AccountId, id: number): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('invitation')
    .where('account_id', '=', account)
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}

/** An invitation as its link knows it. */
export interface OpenInvitation {
  id: number;
  accountId: AccountId;
  brandId: number;
  email: string;
  role: Role;
  faxNumber: string;
  invitedBy: string;
  expiresAt: Date;
  expired: boolean;
  /** The person who has this address in the brand. */
  personId: number | null;
}

/** The invitation with this key to an active account of the brand. */
export async function findInvitation(
  db: Db,
  tokenHash: Buffer,
  brandId: number,
): Promise<OpenInvitation | undefined> {
  const { rows } = await sql<Omit<OpenInvitation, 'accountId'> & { accountId: number }>`
    select i.id, a.id as "accountId", a.brand_id as "brandId", i.email, i.role, coalesce(a.fax_number, '') as "faxNumber",
      coalesce(b.name, '') as "invitedBy", i.expires_at as "expiresAt", i.expires_at <= now() as expired,
      h.id as "personId"
    from invitation i
    join account a on a.id = i.account_id and a.state = 'active' and a.brand_id = ${brandId}
    left join person b on b.id = i.person_id
    left join person h on h.brand_id = a.brand_id and h.email = i.email
    where i.token_hash = ${tokenHash}`.execute(db);
  const [row] = rows;
  // Who has the key was invited to this account by its owner.
  return row && { ...row, accountId: provenAccount(row.accountId) };
}

/** Uses an invitation up; false when somebody else was faster, or it has ended. */
export async function useInvitation(tx: Db, id: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('invitation')
    .where('id', '=', id)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The person of an address in a brand. */
export async function findPersonByEmail(db: Db, brandId: number, email: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('person')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('email', '=', email)
    .executeTakeFirst();
  return row?.id;
}

/** The invitations of an address to active accounts of a brand, while they stand. */
export async function listInvitationsOf(
  db: Db,
  brandId: number,
  email: string,
): Promise<{ id: number; accountId: AccountId; role: Role }[]> {
  const rows = await db
    .selectFrom('invitation as i')
    .innerJoin('account as a', 'a.id', 'i.account_id')
    .select(['i.id', 'i.role', 'a.id as accountId'])
    .where('a.brand_id', '=', brandId)
    .where('a.state', '=', 'active')
    .where('i.email', '=', email)
    .where('i.expires_at', '>', sql<Date>`now()`)
    .orderBy('i.id')
    .execute();
  // Whoever has the address was invited to these accounts by their owners.
  return rows.map((row) => ({ ...row, accountId: provenAccount(row.accountId) }));
}

/** A new person, whose address an invitation has proved; undefined when somebody with this address is there already. */
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

/** Lets a person work on an account; who is there already keeps the role. */
export async function insertMembership(
  tx: Db,
  membership: { personId: number; accountId: AccountId; role: Role },
): Promise<void> {
  await tx
    .insertInto('membership')
    .values({ person_id: membership.personId, account_id: membership.accountId, role: membership.role })
    .onConflict((conflict) => conflict.columns(['person_id', 'account_id']).doNothing())
    .execute();
}
