import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

import type { Attempt, LogoutOrder } from './open-id.ts';

/** How long somebody may take at the provider. */
export const ATTEMPT_SECONDS = 600;

/** Remembers a login that begins. */
export async function insertAttempt(
  db: Db,
  idHash: Buffer,
  providerId: number,
  attempt: Attempt,
): Promise<void> {
  await db
    .insertInto('sign_on_attempt')
    .values({
      id_hash: idHash,
      provider_id: providerId,
      ...attempt,
      expires_at: sql<Date>`now() + make_interval(secs => ${ATTEMPT_SECONDS})`,
    })
    .execute();
}

/** Uses an attempt up; undefined when it is unknown, used, over, or another provider's. */
export async function takeAttempt(db: Db, idHash: Buffer, providerId: number): Promise<Attempt | undefined> {
  return await db
    .deleteFrom('sign_on_attempt')
    .where('id_hash', '=', idHash)
    .where('provider_id', '=', providerId)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['state', 'nonce', 'verifier'])
    .executeTakeFirst();
}

/** The person whom a provider knows by this subject. */
export async function findLinkedPerson(
  db: Db,
  providerId: number,
  subject: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('external_identity')
    .select('person_id')
    .where('provider_id', '=', providerId)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.person_id;
}

/** Links a subject of a provider to a person; one of before, who has no account any more, gives way. */
export async function linkPerson(
  tx: Db,
  link: { providerId: number; subject: string; personId: number },
): Promise<void> {
  await tx
    .insertInto('external_identity')
    .values({ provider_id: link.providerId, subject: link.subject, person_id: link.personId })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'subject']).doUpdateSet({ person_id: link.personId }),
    )
    .execute();
}

/** Notes a login, for the provider and for the person. */
export async function noteSignOn(tx: Db, providerId: number, subject: string): Promise<void> {
  await sql`update identity_provider set last_login_at = now() where id = ${providerId}`.execute(tx);
  await sql`update external_identity set last_login_at = now()
    where provider_id = ${providerId} and subject = ${subject}`.execute(tx);
}

/** A logout token may be made by a clock that is behind ours. */
const CLOCK_SECONDS = 60;

/**
 * Ends the sessions that a provider wants ended, if they began before it said so: the same order, sent again, ends no
 * newer one. Their open streams are told to look. Gives back whose they were.
 */
export async function endOrderedSessions(
  tx: Db,
  providerId: number,
  { subject, sid, issuedAt }: LogoutOrder,
): Promise<{ accountId: number; personId: number }[]> {
  const { rows } = await sql<{ accountId: number; personId: number }>`
    with ended as (
      delete from session s
      where s.provider_id = ${providerId} and s.created_at <= ${issuedAt}::timestamptz + make_interval(secs => ${CLOCK_SECONDS})
      and (${sid}::text is null or s.provider_sid = ${sid})
      and (${subject}::text is null or s.person_id in (
        select person_id from external_identity where provider_id = ${providerId} and subject = ${subject}))
      returning s.subject_id as "accountId", s.person_id as "personId")
    select *, pg_notify('f2e_changed', "accountId" || ':account') from ended`.execute(tx);
  return rows;
}
