import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { AdministrationRole, AnyRole, Role } from '#contract/kit/roles.ts';
import type { Db } from '#engine/database/port.ts';
import { columnOf } from '#server/kit/owner.ts';
import type { Owner } from '#server/kit/owner.ts';
import { signOnAllows } from '#server/kit/sign-on-places.store.ts';
import type { AccountId, AdministratorId } from '#server/kit/scope.ts';

/** A person who works on an account or for an administrator. */
export interface MemberRow {
  id: number;
  name: string;
  email: string;
  role: AnyRole;
  password: boolean;
  singleSignOn: boolean;
  passkey: boolean;
  secondStep: boolean;
  fromDirectory: boolean;
  lastActiveAt: Date | null;
}

/** The kind of a person's sessions at each kind of place. */
const PERSONAL_SESSIONS = { account: 'person', parent: 'multifax-person' } as const;

/** The account or administrator that people are invited to. */
export interface InvitingPlace {
  brandId: number;
  /** A fax number or a user name. */
  name: string;
  language: string;
}

/** Returns the members of a place: those with all rights first, then by name. */
export async function listMembers(db: Db, place: Owner): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select h.id, h.name, h.email, m.role, h.password_hash is not null as password,
      exists (select from external_identity x where x.person_id = h.id) as "singleSignOn",
      exists (select from passkey k where k.person_id = h.id) as passkey,
      exists (select from second_step s where s.person_id = h.id and s.confirmed_at is not null) as "secondStep",
      m.source <> 'manual' as "fromDirectory",
      greatest(m.last_used_at, (
        select max(s.last_seen_at) from session s
        where s.person_id = h.id and s.subject_id = ${place.id} and s.kind = ${PERSONAL_SESSIONS[place.kind]}
      )) as "lastActiveAt"
    from membership m join person h on h.id = m.person_id
    where ${column(place)} = ${place.id}
    order by m.role not in ('owner', 'administrator'), lower(h.name), h.id`.execute(db);
  return rows;
}

/** Returns the last login with fax number and password; null for administrators, whose logins are only in the audit. */
export async function readNumberLogin(db: Db, place: Owner): Promise<Date | null> {
  if (place.kind === 'parent') return null;
  const row = await db
    .selectFrom('account')
    .select('last_login_at as at')
    .where('id', '=', place.id)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** Returns an active place with its row locked, so that people are added and counted one at a time. */
export async function lockPlace(tx: Db, place: Owner): Promise<InvitingPlace | undefined> {
  const { rows } =
    place.kind === 'account'
      ? await sql<InvitingPlace>`
          select a.brand_id as "brandId", coalesce(a.fax_number, '') as name, coalesce(s.language, 'en') as language
          from account a left join account_settings s on s.account_id = a.id
          where a.id = ${place.id} and a.state = 'active' for no key update of a`.execute(tx)
      : await sql<InvitingPlace>`
          select p.brand_id as "brandId", p.username as name, b.lang as language
          from parent p join brand b on b.id = p.brand_id
          where p.id = ${place.id} and p.state = 'active' for no key update of p`.execute(tx);
  return rows[0];
}

/** Whether a member's role comes from the groups of a directory or provider, and so cannot be changed by hand. */
export async function isFromDirectory(tx: Db, place: Owner, personId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('membership')
    .select('id')
    .where(columnOf(place), '=', place.id)
    .where('person_id', '=', personId)
    .where('source', '<>', 'manual')
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes a member's role. Returns the previous role; undefined if the person does not work there. */
export async function updateRole(
  tx: Db,
  place: Owner,
  personId: number,
  role: AnyRole,
): Promise<AnyRole | undefined> {
  const { rows } = await sql<{ before: AnyRole }>`
    update membership m set role = ${role}
    from (
      select m.id, m.role from membership m where ${column(place)} = ${place.id} and m.person_id = ${personId} for update
    ) old
    where m.id = old.id returning old.role as before`.execute(tx);
  return rows[0]?.before;
}

/** Removes a member from the place. Returns false if the person does not work there. */
export async function deleteMembership(tx: Db, place: Owner, personId: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('membership')
    .where(columnOf(place), '=', place.id)
    .where('person_id', '=', personId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

function column(place: Owner) {
  return sql.ref(`m.${columnOf(place)}`);
}

/** Changes a person's name, or whether they get mails about their work. */
export async function updatePerson(
  tx: Db,
  personId: number,
  fields: { name: string } | { team_mail: boolean },
): Promise<void> {
  await tx.updateTable('person').set(fields).where('id', '=', personId).execute();
}

/** Returns a person's name; undefined if there is no such person. */
export async function findPersonName(db: Db, personId: number): Promise<string | undefined> {
  const row = await db.selectFrom('person').select('name').where('id', '=', personId).executeTakeFirst();
  return row?.name;
}

/** A person, and the single sign-on provider at which they logged in; null for none. */
interface AtPlaces {
  personId: number;
  providerId: number | null;
}

function reachableAt({ providerId }: AtPlaces, parent: RawBuilder<unknown>): RawBuilder<boolean> {
  return signOnAllows(sql`${providerId}::bigint`, parent);
}

/** An account that a person may work on. */
export interface OwnAccountRow {
  id: number;
  faxNumber: string;
  role: Role;
  unread: number;
}

/** Returns a person's accounts by number, or the one account of a login without a person. */
export async function listOwnAccounts(
  db: Db,
  who: AtPlaces | { accountId: AccountId },
): Promise<OwnAccountRow[]> {
  const theirs =
    'personId' in who
      ? sql`join membership m on m.account_id = a.id and m.person_id = ${who.personId}
          join person h on h.id = m.person_id and h.brand_id = a.brand_id
          where a.state in ('active', 'suspended') and ${reachableAt(who, sql`a.parent_id`)}`
      : sql`cross join (select 'owner' as role) m where a.id = ${who.accountId}`;
  const { rows } = await sql<OwnAccountRow>`
    select a.id, coalesce(a.fax_number, '') as "faxNumber", m.role,
      case when m.role = 'sender' then 0 else
        coalesce((select c.unread from folder_counter c where c.account_id = a.id and c.folder = 1), 0) end as unread
    from account a ${theirs} order by a.fax_number nulls last, a.id`.execute(db);
  return rows;
}

/** An administrator that a person may work for. */
export interface OwnAdministratorRow {
  id: number;
  username: string;
  role: AdministrationRole;
}

/** Returns the administrators that a person works for, by user name, or the one of a login without a person. */
export async function listOwnAdministrators(
  db: Db,
  who: AtPlaces | { parentId: AdministratorId },
): Promise<OwnAdministratorRow[]> {
  const theirs =
    'personId' in who
      ? sql`join membership m on m.parent_id = p.id and m.person_id = ${who.personId}
          join person h on h.id = m.person_id and h.brand_id = p.brand_id
          where p.state = 'active' and ${reachableAt(who, sql`p.id`)}`
      : sql`cross join (select 'administrator' as role) m where p.id = ${who.parentId}`;
  const { rows } = await sql<OwnAdministratorRow>`
    select p.id, p.username, m.role from parent p ${theirs} order by lower(p.username), p.id`.execute(db);
  return rows;
}
