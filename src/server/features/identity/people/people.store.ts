import { sql } from 'kysely';

import type { Role } from '#contract/kit/roles.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** Somebody who works on an account. */
export interface MemberRow {
  id: number;
  name: string;
  email: string;
  role: Role;
  password: boolean;
  singleSignOn: boolean;
  passkey: boolean;
  secondStep: boolean;
  fromDirectory: boolean;
  lastActiveAt: Date | null;
}

/** The account that people are invited to. */
export interface InvitingAccount {
  brandId: number;
  number: string;
  language: string;
}

/** Who works on the account: owners first, then by name. */
export async function listMembers(db: Db, account: AccountId): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select h.id, h.name, h.email, m.role, h.password_hash is not null as password,
      exists (select from external_identity x where x.person_id = h.id) as "singleSignOn",
      exists (select from passkey k where k.person_id = h.id) as passkey,
      exists (select from second_step s where s.person_id = h.id and s.confirmed_at is not null) as "secondStep",
      m.source = 'scim' as "fromDirectory",
      greatest(m.last_used_at, (
        select max(s.last_seen_at) from session s where s.person_id = h.id and s.subject_id = m.account_id
      )) as "lastActiveAt"
    from membership m join person h on h.id = m.person_id
    where m.account_id = ${account}
    order by m.role <> 'owner', lower(h.name), h.id`.execute(db);
  return rows;
}

/** When somebody last logged in with number and password. */
export async function readNumberLogin(db: Db, account: AccountId): Promise<Date | null> {
  const row = await db
    .selectFrom('account')
    .select('last_login_at as at')
    .where('id', '=', account)
    .executeTakeFirst();
  return row?.at ?? null;
}

/** The account with its row held: people are added and counted one after the other. Undefined unless it is active. */
export async function lockAccount(tx: Db, account: AccountId): Promise<InvitingAccount | undefined> {
  const row = await tx
    .selectFrom('account as a')
    .leftJoin('account_settings as s', 's.account_id', 'a.id')
    .select(['a.brand_id as brandId', 'a.fax_number as number', 's.language'])
    .where('a.id', '=', account)
    .where('a.state', '=', 'active')
    .forNoKeyUpdate('a')
    .executeTakeFirst();
  return row && { brandId: row.brandId, number: row.number ?? '', language: row.language ?? 'en' };
}

/** Whether somebody's role on the account comes from a directory, which alone changes it. */
export async function isFromDirectory(tx: Db, account: AccountId, personId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('membership')
    .select('id')
    .where('account_id', '=', account)
    .where('person_id', '=', personId)
    .where('source', '=', 'scim')
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives somebody another role; the one of before, or undefined when they don't work on the account. */
export async function updateRole(
  tx: Db,
  account: AccountId,
  personId: number,
  role: Role,
): Promise<Role | undefined> {
  const { rows } = await sql<{ before: Role }>`
    update membership m set role = ${role}
    from (select id, role from membership where account_id = ${account} and person_id = ${personId} for update) old
    where m.id = old.id returning old.role as before`.execute(tx);
  return rows[0]?.before;
}

/** Takes somebody off the account; false when they don't work on it. */
export async function deleteMembership(tx: Db, account: AccountId, personId: number): Promise<boolean> {
  const row = await tx
    .deleteFrom('membership')
    .where('account_id', '=', account)
    .where('person_id', '=', personId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes a person's name, or whether they get mails about their work. */
export async function updatePerson(
  tx: Db,
  personId: number,
  fields: { name: string } | { team_mail: boolean },
): Promise<void> {
  await tx.updateTable('person').set(fields).where('id', '=', personId).execute();
}

/** What a person is called; undefined when there is none. */
export async function findPersonName(db: Db, personId: number): Promise<string | undefined> {
  const row = await db.selectFrom('person').select('name').where('id', '=', personId).executeTakeFirst();
  return row?.name;
}

/** An account that somebody may work on. */
export interface OwnAccountRow {
  id: number;
  faxNumber: string;
  role: Role;
  unread: number;
}

/** A person's accounts by number, or the one account of the login with number and password. */
export async function listOwnAccounts(
  db: Db,
  who: { personId: number } | { accountId: AccountId },
): Promise<OwnAccountRow[]> {
  const theirs =
    'personId' in who
      ? sql`join membership m on m.account_id = a.id and m.person_id = ${who.personId}
          join person h on h.id = m.person_id and h.brand_id = a.brand_id
          where a.state in ('active', 'suspended')`
      : sql`cross join (select 'owner' as role) m where a.id = ${who.accountId}`;
  const { rows } = await sql<OwnAccountRow>`
    select a.id, coalesce(a.fax_number, '') as "faxNumber", m.role,
      coalesce((select c.unread from folder_counter c where c.account_id = a.id and c.folder = 1), 0) as unread
    from account a ${theirs} order by a.fax_number nulls last, a.id`.execute(db);
  return rows;
}
