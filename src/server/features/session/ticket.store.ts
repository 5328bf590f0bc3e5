import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** A portal leads the browser here at once; a ticket seen later in some log opens nothing (contract 1.9). */
const TICKET_SECONDS = 60;

/** Whose ticket it is. */
export interface TicketSubject {
  kind: 'account' | 'parent';
  id: number;
}

/** Remembers the hash of a one-time ticket. */
export async function insertTicket(tx: Db, hash: Buffer, subject: TicketSubject): Promise<void> {
  await tx
    .insertInto('token')
    .values({
      purpose: 'sso',
      hash,
      subject_kind: subject.kind,
      subject_id: subject.id,
      expires_at: sql<Date>`now() + make_interval(secs => ${TICKET_SECONDS})`,
    })
    .execute();
}

/** Uses a ticket up; of two who bring it at once, one gets the subject. */
export async function useTicket(db: Db, hash: Buffer): Promise<TicketSubject | undefined> {
  return await db
    .updateTable('token')
    .set({ used_at: sql<Date>`now()` })
    .where('hash', '=', hash)
    .where('purpose', '=', 'sso')
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['subject_kind as kind', 'subject_id as id'])
    .executeTakeFirst();
}
