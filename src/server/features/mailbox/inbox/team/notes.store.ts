import { sql } from 'kysely';

import { rolesWith } from '#contract/kit/roles.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** A note about a fax. */
export interface NoteRow {
  id: number;
  faxId: number;
  /** Null for the login with number and password, and for a person who has left. */
  personId: number | null;
  /** The author's current name, or the one at that time; empty for the login with number and password. */
  author: string;
  text: string;
  mentions: number[];
  at: Date;
  edited: boolean;
}

/** Returns the notes of a fax, oldest first. */
export async function listNotes(db: Db, account: AccountId, faxId: number): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    select n.id, n.fax_id as "faxId", n.person_id as "personId", coalesce(h.name, n.author) as author, n.text,
      array(select m.person_id from fax_mention m where m.account_id = n.account_id and m.note_id = n.id
        order by m.person_id) as mentions,
      n.created_at as at, n.edited_at is not null as edited
    from fax_note n left join person h on h.id = n.person_id
    where n.account_id = ${account} and n.fax_id = ${faxId} order by n.id`.execute(db);
  return rows;
}

/** Locks a note and returns it; undefined if the account has none with this id. */
export async function lockNote(
  tx: Db,
  account: AccountId,
  id: number,
): Promise<Pick<NoteRow, 'faxId' | 'personId' | 'author'> | undefined> {
  return await tx
    .selectFrom('fax_note')
    .select(['fax_id as faxId', 'person_id as personId', 'author'])
    .where('account_id', '=', account)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** Adds a note and returns its id. */
export async function insertNote(
  tx: Db,
  account: AccountId,
  note: { faxId: number; personId: number | null; author: string; text: string },
): Promise<number> {
  const { faxId, personId, author, text } = note;
  const { id } = await tx
    .insertInto('fax_note')
    .values({ account_id: account, fax_id: faxId, person_id: personId, author, text })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes the text of a note. */
export async function updateNote(tx: Db, account: AccountId, id: number, text: string): Promise<void> {
  await tx
    .updateTable('fax_note')
    .set({ text, edited_at: sql`now()` })
    .where('account_id', '=', account)
    .where('id', '=', id)
    .execute();
}

/** Deletes a note with its mentions. */
export async function deleteNote(tx: Db, account: AccountId, id: number): Promise<void> {
  await tx.deleteFrom('fax_note').where('account_id', '=', account).where('id', '=', id).execute();
}

/**
 * Sets whom a note mentions: people of the account who may read its faxes. Existing mentions stay read if they were.
 * Returns who is newly mentioned.
 */
export async function setMentions(
  tx: Db,
  account: AccountId,
  noteId: number,
  people: readonly number[],
): Promise<number[]> {
  await sql`
    delete from fax_mention where account_id = ${account} and note_id = ${noteId}
      and person_id <> all(${people}::bigint[])`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    insert into fax_mention (account_id, note_id, person_id)
    select m.account_id, ${noteId}, m.person_id from membership m
    where m.account_id = ${account} and m.person_id = any(${people}::bigint[])
      and m.role = any(${rolesWith('read')}::text[])
    on conflict do nothing returning person_id as id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Marks a person's mentions in the notes of a fax as read. */
export async function seeMentions(
  db: Db,
  account: AccountId,
  faxId: number,
  personId: number,
): Promise<void> {
  await sql`
    update fax_mention m set seen_at = now() from fax_note n
    where m.account_id = ${account} and m.person_id = ${personId} and m.seen_at is null
      and n.account_id = m.account_id and n.id = m.note_id and n.fax_id = ${faxId}`.execute(db);
}
