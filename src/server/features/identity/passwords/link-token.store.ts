import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { removeRows } from '#server/kit/remove-rows.store.ts';

/** The purpose of a link. */
export type LinkPurpose = 'reset' | 'verify';

/** The account, administrator or person that a link belongs to. */
export interface LinkSubject {
  kind: 'account' | 'parent' | 'person';
  id: number;
}

/** A link whose key the caller presented. */
export interface LinkToken {
  id: number;
  subject: LinkSubject;
  /** The address that the link was sent to. */
  email: string;
  used: boolean;
  expired: boolean;
}

/** Stores the hash of a link's key, deletes unused earlier links for the same purpose, and returns the public id. */
export async function replaceToken(
  tx: Db,
  link: { purpose: LinkPurpose; hash: Buffer; subject: LinkSubject; email: string; minutes: number },
): Promise<number> {
  const { purpose, subject } = link;
  await tx
    .deleteFrom('token')
    .where('purpose', '=', purpose)
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .where('used_at', 'is', null)
    .execute();
  const { id } = await tx
    .insertInto('token')
    .values({
      purpose,
      hash: link.hash,
      subject_kind: subject.kind,
      subject_id: subject.id,
      extra: JSON.stringify({ email: link.email }),
      expires_at: sql<Date>`now() + make_interval(mins => ${link.minutes})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the link with this key in this brand (A-XDOM-07). For a verification link, the public id must match too. */
export async function findToken(
  db: Db,
  brandId: number,
  purpose: LinkPurpose,
  hash: Buffer,
  id?: number,
): Promise<LinkToken | undefined> {
  const row = await db
    .selectFrom('token')
    .select(['id', 'subject_kind', 'subject_id', 'extra'])
    .select(sql<boolean>`used_at is not null`.as('used'))
    .select(sql<boolean>`expires_at <= now()`.as('expired'))
    .where('hash', '=', hash)
    .where('purpose', '=', purpose)
    .where(
      sql<boolean>`${brandId} = case subject_kind when 'account' then (select brand_id from account where id = subject_id)
        when 'parent' then (select brand_id from parent where id = subject_id)
        else (select brand_id from person where id = subject_id) end`,
    )
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .executeTakeFirst();
  if (!row) return undefined;
  const { email } = row.extra as { email?: string };
  const subject = { kind: row.subject_kind, id: row.subject_id };
  return { id: row.id, subject, email: email ?? '', used: row.used, expired: row.expired };
}

/** Marks a link as used. Returns false if it was used in the meantime or has expired. */
export async function useToken(tx: Db, id: number): Promise<boolean> {
  const row = await tx
    .updateTable('token')
    .set({ used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes up to `limit` links that expired more than `days` ago. Returns how many were deleted. */
export async function deleteOldTokens(db: Db, days: number, limit: number): Promise<number> {
  const when = sql`expires_at < now() - make_interval(days => ${days})`;
  return await removeRows(db, 'token', ['id'], { when, limit });
}
