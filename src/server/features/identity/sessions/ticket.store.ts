import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

import type { SignOn } from '#server/kit/sign-on.ts';

/** The purpose of a ticket: a portal sends the browser here with it, or the browser asks its user about it. */
export type TicketPurpose = 'sso' | 'handover';

/**
 * A portal redirects the browser here at once, so that a ticket later found in a log is useless (spec http-api 1.9). A
 * question to the user waits for the answer, and its ticket is in no log.
 */
const SECONDS: Readonly<Record<TicketPurpose, number>> = { sso: 60, handover: 300 };

/** The owner of a ticket. */
export interface TicketSubject {
  kind: 'account' | 'parent' | 'person';
  id: number;
  /** Set if a single sign-on provider verified the login. */
  signOn?: SignOn | undefined;
}

const SUBJECT = ['subject_kind as kind', 'subject_id as id'] as const;
const SIGN_ON = sql<SignOn | undefined>`extra->'signOn'`;

/** Stores the hash of a one-time ticket. */
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

/** Returns the owner of a ticket without using it up. */
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

/** Uses up a ticket and returns its owner; of two parallel requests, only one gets it. */
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

/** Returns the login name: a fax number, an administrator's user name, or an email address. */
export async function readLoginName(db: Db, { kind, id }: TicketSubject): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select fax_number as name from account where ${kind} = 'account' and id = ${id} and fax_number is not null
    union all
    select username from parent where ${kind} = 'parent' and id = ${id}
    union all
    select email from person where ${kind} = 'person' and id = ${id}`.execute(db);
  return rows[0]?.name;
}
