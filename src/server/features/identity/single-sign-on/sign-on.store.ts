import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

import type { Attempt, LogoutOrder } from './open-id.ts';

/** How long a user may take at the provider. */
export const ATTEMPT_SECONDS = 600;

/** Stores a login that was started. */
export async function insertAttempt(
  db: Db,
  idHash: Buffer,
  providerId: number,
  { isTest, ...attempt }: Attempt,
): Promise<void> {
  await db
    .insertInto('sign_on_attempt')
    .values({
      id_hash: idHash,
      provider_id: providerId,
      ...attempt,
      is_test: isTest,
      expires_at: sql<Date>`now() + make_interval(secs => ${ATTEMPT_SECONDS})`,
    })
    .execute();
}

/** Uses up an attempt. Returns undefined if it is unknown, used, expired, or another provider's. */
export async function takeAttempt(db: Db, idHash: Buffer, providerId: number): Promise<Attempt | undefined> {
  return await db
    .deleteFrom('sign_on_attempt')
    .where('id_hash', '=', idHash)
    .where('provider_id', '=', providerId)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['state', 'nonce', 'verifier', 'is_test as isTest'])
    .executeTakeFirst();
}

/** Returns the person that a provider's subject is linked to. */
export async function findLinkedPerson(
  db: Db,
  providerId: number,
  subject: string,
): Promise<number | undefined> {
  return (await findLink(db, providerId, subject))?.person_id ?? undefined;
}

/** Returns the operator that a provider's subject is linked to. */
export async function findLinkedOperator(
  db: Db,
  providerId: number,
  subject: string,
): Promise<number | undefined> {
  return (await findLink(db, providerId, subject))?.operator_id ?? undefined;
}

async function findLink(db: Db, providerId: number, subject: string) {
  return await db
    .selectFrom('external_identity')
    .select(['person_id', 'operator_id'])
    .where('provider_id', '=', providerId)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** Links a provider's subject to a person or operator; replaces a previous link, whose owner has no access any more. */
export async function linkIdentity(
  tx: Db,
  link: { providerId: number; subject: string } & ({ personId: number } | { operatorId: number }),
): Promise<void> {
  const whose = {
    person_id: 'personId' in link ? link.personId : null,
    operator_id: 'operatorId' in link ? link.operatorId : null,
  };
  await tx
    .insertInto('external_identity')
    .values({ provider_id: link.providerId, subject: link.subject, ...whose })
    .onConflict((conflict) => conflict.columns(['provider_id', 'subject']).doUpdateSet(whose))
    .execute();
}

/** Records a login for the provider and for the identity. */
export async function noteSignOn(tx: Db, providerId: number, subject: string): Promise<void> {
  await sql`update identity_provider set last_login_at = now() where id = ${providerId}`.execute(tx);
  await sql`update external_identity set last_login_at = now()
    where provider_id = ${providerId} and subject = ${subject}`.execute(tx);
}

/** Tolerance for a logout token from a clock that is behind ours. */
const CLOCK_SECONDS = 60;

/** A session that a provider ended: its place, and its person (null for operators). */
interface OrderedEnd {
  kind: 'account' | 'parent' | 'operator';
  id: number;
  personId: number | null;
}

/**
 * Ends the sessions that a logout token names if they were opened before it was issued, so that a repeated token ends
 * no newer session. Notifies the open streams of accounts. Returns the ended sessions.
 */
export async function endOrderedSessions(
  tx: Db,
  providerId: number,
  { subject, sid, issuedAt }: LogoutOrder,
): Promise<OrderedEnd[]> {
  const { rows } = await sql<OrderedEnd>`
    with ended as (
      delete from session s
      where s.provider_id = ${providerId} and s.created_at <= ${issuedAt}::timestamptz + make_interval(secs => ${CLOCK_SECONDS})
      and (${sid}::text is null or s.provider_sid = ${sid})
      and (${subject}::text is null or exists (
        select from external_identity e
        where e.provider_id = ${providerId} and e.subject = ${subject}
          and case s.kind when 'operator' then e.operator_id = s.subject_id else e.person_id = s.person_id end))
      returning case s.kind when 'person' then 'account' when 'operator' then 'operator' else 'parent' end as kind,
        s.subject_id as id, s.person_id as "personId")
    select *, case kind when 'account' then pg_notify('f2e_changed', id || ':account') end from ended`.execute(
    tx,
  );
  return rows;
}
