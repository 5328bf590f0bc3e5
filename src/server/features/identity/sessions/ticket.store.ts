import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

import type { SignOn } from '#server/kit/sign-on.ts';

/** What a ticket is for: a portal leads the browser here with it, or the browser asks its person with it. */
export type TicketPurpose = 'sso' | 'handover';

/**
 * A portal leads the browser here at once; a ticket seen later in some log opens nothing (spec http-api 1.9). A question to a
 * person waits for its answer, and its ticket stands in no log.
 */
const SECONDS: Readonly<Record<TicketPurpose, number>> = { sso: 60, handover: 300 };

/** Whose ticket it is. */
export interface TicketSubject {
  kind: 'account' | 'parent' | 'person';
  id: number;
  /** Proved by a provider of single sign-on. */
  signOn?: SignOn | undefined;
}

const SUBJECT = ['subject_kind as kind', 'subject_id as id'] as const;
const SIGN_ON = sql<SignOn | undefined>`extra->'signOn'`;

/** Remembers the hash of a one-time ticket. */
export async function insertTicket(
  tx: Db,
  hash: Buffer,
  subject: TicketSubject,
  purpose: TicketPurpose = 'sso',
): Promise<void> {
  await tx
    .insertInto('token')
    .values({
      purpose,
      hash,
      subject_kind: subject.kind,
      subject_id: subject.id,
      extra: JSON.stringify(subject.signOn ? { signOn: subject.signOn } : {}),
      expires_at: sql<Date>`now() + make_interval(secs => ${SECONDS[purpose]})`,
    })
    .execute();
}

/** Whose ticket it is, without using it up. */
export async function readTicket(
  db: Db,
  hash: Buffer,
  purpose: TicketPurpose,
): Promise<TicketSubject | undefined> {
  return await db
    .selectFrom('token')
    .select(SUBJECT)
    .select(SIGN_ON.as('signOn'))
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
}

/** Uses a ticket up; of two who bring it at once, one gets the subject. */
export async function useTicket(
  db: Db,
  hash: Buffer,
  purpose: TicketPurpose,
): Promise<TicketSubject | undefined> {
  return await db
    .updateTable('token')
    .set({ used_at: sql<Date>`now()` })
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(SUBJECT)
    .returning(SIGN_ON.as('signOn'))
    .executeTakeFirst();
}

/** What somebody logs in with: a fax number, an administrator's user name, or an email address. */
export async function readLoginName(db: Db, { kind, id }: TicketSubject): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select fax_number as name from account where ${kind} = 'account' and id = ${id} and fax_number is not null
    union all
    select username from parent where ${kind} = 'parent' and id = ${id}
    union all
    select email from person where ${kind} = 'person' and id = ${id}`.execute(db);
  return rows[0]?.name;
}
