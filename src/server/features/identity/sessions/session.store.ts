import { sql } from 'kysely';

import type { OperatorRole } from '#contract/kit/roles.ts';
import type { Db } from '#engine/database/port.ts';
import type { ActingPerson } from '#server/kit/scope.ts';
import { signOnAllows } from '#server/kit/sign-on-places.store.ts';

import type { SignOn } from '#server/kit/sign-on.ts';

/** The subject of a login: a fax account, a multifax administrator, or an operator of the installation. */
export interface LoginSubject {
  kind: 'user' | 'multifax' | 'operator';
  id: number;
  /** The person who works on the account or for the administrator with an individual login. */
  personId?: number | undefined;
  /** 0 for operators, who belong to no brand. */
  brandId: number;
  passwordHash: string | null;
  /** The hash that the password was verified against. The login is void once another hash is stored. */
  provedHash?: string | undefined;
  node: string;
  isHipaa: boolean;
  active: boolean;
  /** Set if a single sign-on provider verified the login; the provider may end the session. */
  signOn?: SignOn | undefined;
  /** Whether single sign-on lets a person in at this place; see signOnAllows. */
  reachable?: boolean | undefined;
}

/** An open session and its subject. */
export interface LiveSession {
  kind: 'user' | 'multifax' | 'task' | 'operator';
  subjectId: number;
  brandId: number;
  node: string;
  /** Seconds until it ends without further use. */
  expiresIn: number;
  /** Seconds since it was last used. */
  idleFor: number;
  idleSeconds: number;
  /** Seconds until it ends regardless of use. */
  endsIn: number;
  person: ActingPerson | null;
  /** Set for operators. */
  role: OperatorRole | null;
  signOn: SignOn | null;
}

/** Returns the account with this fax number, in any state; in this brand, or in any (null). */
export async function findLoginAccount(
  db: Db,
  faxNumber: string,
  brandId: number | null,
): Promise<CustomerSubject | undefined> {
  return await db
    .selectFrom('account')
    .select(['id', 'brand_id as brandId', 'password_hash as passwordHash', 'node', 'is_hipaa as isHipaa'])
    .select((eb) => eb('state', '=', 'active').as('active'))
    .where('fax_number', '=', faxNumber)
    .$if(brandId !== null, (query) => query.where('brand_id', '=', brandId ?? 0))
    .executeTakeFirst()
    .then((row) => (row ? { ...row, kind: 'user', active: Boolean(row.active) } : undefined));
}

/**
 * Returns the administrator with this user name, in this brand or else in the brand that has had one longest. User
 * names are unique only within a brand.
 */
export async function findLoginAdministrator(
  db: Db,
  username: string,
  brandId: number,
): Promise<CustomerSubject | undefined> {
  const { rows } = await sql<CustomerSubject>`
    select 'multifax' as kind, p.id, p.brand_id as "brandId", p.password_hash as "passwordHash", p.node,
      false as "isHipaa", p.state = 'active' as active
    from parent p
    where lower(p.username) = lower(${username})
    order by p.brand_id = ${brandId} desc, p.id
    limit 1`.execute(db);
  return rows[0];
}

/** A fax account or a multifax administrator. */
export type CustomerSubject = LoginSubject & { kind: 'user' | 'multifax' };

/** Returns the operator with this name or id. */
export async function findLoginOperator(
  db: Db,
  by: { name?: string; id?: number },
): Promise<LoginSubject | undefined> {
  const { rows } = await sql<LoginSubject>`
    select 'operator' as kind, id, 0 as "brandId", password_hash as "passwordHash", '' as node, false as "isHipaa",
      true as active
    from operator
    where (name = ${by.name ?? null} or id = ${by.id ?? null}::bigint) and removed_at is null`.execute(db);
  return rows[0];
}

/** Returns the account or administrator of a one-time ticket, if it may log in. */
export async function findTicketSubject(
  db: Db,
  { kind, id }: { kind: 'account' | 'parent'; id: number },
): Promise<CustomerSubject | undefined> {
  const { rows } = await sql<CustomerSubject>`
    select 'user' as kind, id, brand_id as "brandId", null as "passwordHash", node, is_hipaa as "isHipaa", true as active
    from account where ${kind} = 'account' and id = ${id} and state = 'active'
    union all
    select 'multifax', id, brand_id, null, node, false, true
    from parent where ${kind} = 'parent' and id = ${id} and state = 'active'`.execute(db);
  return rows[0];
}

/** Sessions of people have separate kinds. Operators need none because each is a person. */
const KIND_OF_PERSONS = { user: 'person', multifax: 'multifax-person', operator: 'operator' } as const;

/** Opens a session. Times come from the database, so that all machines agree. */
export async function insertSession(
  db: Db,
  session: {
    idHash: Buffer;
    kind: LoginSubject['kind'];
    subjectId: number;
    personId: number | undefined;
    signOn: SignOn | undefined;
    brandId: number;
    address: string;
    userAgent: string;
    idleSeconds: number;
    seconds: number;
  },
): Promise<void> {
  await db
    .insertInto('session')
    .values({
      id_hash: session.idHash,
      kind: session.personId === undefined ? session.kind : KIND_OF_PERSONS[session.kind],
      subject_id: session.subjectId,
      person_id: session.personId ?? null,
      provider_id: session.signOn?.providerId ?? null,
      provider_sid: session.signOn?.sid ?? null,
      brand_id: session.brandId,
      address: session.address,
      user_agent: session.userAgent,
      // The current time, not the transaction's start, which may have waited for others: the newest session comes last.
      created_at: sql<Date>`clock_timestamp()`,
      idle_seconds: session.idleSeconds,
      expires_at: sql<Date>`now() + make_interval(secs => ${session.seconds})`,
    })
    .execute();
}

/**
 * Returns the session with this hash if it is open: not revoked, idle for too long or expired, with an active subject,
 * a person who is still a member, and access that single sign-on still allows. One indexed read.
 */
export async function findLiveSession(db: Db, idHash: Buffer): Promise<LiveSession | undefined> {
  const { rows } = await sql<LiveSession>`
    select case s.kind when 'person' then 'user' when 'multifax-person' then 'multifax' else s.kind end as kind, s.subject_id as "subjectId", s.brand_id as "brandId",
      coalesce(a.node, p.node, '') as node, s.idle_seconds as "idleSeconds",
      extract(epoch from now() - s.last_seen_at)::float8 as "idleFor",
      floor(extract(epoch from least(s.last_seen_at + make_interval(secs => s.idle_seconds), s.expires_at) - now()))::int as "expiresIn",
      floor(extract(epoch from s.expires_at - now()))::int as "endsIn", o.role,
      case when h.id is not null then json_build_object('id', h.id, 'name', h.name, 'email', h.email, 'role', m.role) end as person,
      case when s.provider_id is not null then json_build_object('providerId', s.provider_id, 'sid', s.provider_sid) end as "signOn"
    from session s
    left join account a on s.kind in ('user', 'person') and a.id = s.subject_id and a.state in ('active', 'suspended')
    left join parent p on s.kind in ('multifax', 'multifax-person') and p.id = s.subject_id and p.state = 'active'
    left join operator o on s.kind = 'operator' and o.id = s.subject_id and o.removed_at is null
    left join membership m on m.person_id = s.person_id
      and case s.kind when 'person' then m.account_id when 'multifax-person' then m.parent_id end = s.subject_id
    left join person h on h.id = m.person_id
    where s.id_hash = ${idHash} and coalesce(a.id, p.id, o.id) is not null and s.revoked_at is null
      and (s.person_id is null or h.id is not null and ${signOnAllows(sql`s.provider_id`, sql`coalesce(a.parent_id, p.id)`)})
      and s.expires_at > now() and s.last_seen_at + make_interval(secs => s.idle_seconds) > now()`.execute(
    db,
  );
  return rows[0];
}

/** The owner whose sessions are counted together: a person across all accounts, or a login. */
type SessionHolder = Pick<LoginSubject, 'kind' | 'id' | 'personId'>;

/** Locks a subject's sessions until the transaction ends, so that parallel logins run one at a time. */
export async function lockSessions(tx: Db, { kind, id, personId }: SessionHolder): Promise<void> {
  const holder = personId === undefined ? `session/${kind}/${id}` : `session/person/${personId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${holder}, 0))`.execute(tx);
}

/**
 * Deletes a subject's oldest sessions beyond `most`, expired ones first. Returns how many of the deleted ones were
 * open. Call lockSessions first.
 */
export async function removeOldest(
  tx: Db,
  { kind, id, personId }: SessionHolder,
  most: number,
): Promise<number> {
  const theirs =
    personId === undefined ? sql`kind = ${kind} and subject_id = ${id}` : sql`person_id = ${personId}`;
  const { rows } = await sql<{ stood: boolean }>`
    with known as (
      select id_hash, created_at,
        expires_at > now() and last_seen_at + make_interval(secs => idle_seconds) > now() as stands
      from session where ${theirs} and revoked_at is null
    )
    delete from session s using (
      select id_hash, stands from known order by stands desc, created_at desc offset ${most}
    ) as old where s.id_hash = old.id_hash returning old.stands as stood`.execute(tx);
  return rows.filter(({ stood }) => stood).length;
}

/** Records that the session was used. */
export async function touchSession(db: Db, idHash: Buffer): Promise<void> {
  await db
    .updateTable('session')
    .set({ last_seen_at: sql<Date>`now()` })
    .where('id_hash', '=', idHash)
    .execute();
}

/** Deletes a session. Returns its subject; undefined if it was not open. The audit keeps a record of it. */
export async function removeSession(
  db: Db,
  idHash: Buffer,
): Promise<{ kind: LiveSession['kind']; id: number; personId: number | null } | undefined> {
  const row = await db
    .deleteFrom('session')
    .where('id_hash', '=', idHash)
    .where('revoked_at', 'is', null)
    .returning(['kind', 'subject_id as id', 'person_id as personId'])
    .executeTakeFirst();
  if (row?.kind === 'person') return { ...row, kind: 'user' };
  if (row?.kind === 'multifax-person') return { ...row, kind: 'multifax' };
  return row && { ...row, kind: row.kind };
}
