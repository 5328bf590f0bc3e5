import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** The input by possible meaning; null for meanings that it cannot have. */
export interface SearchTerms {
  /** The input in lower case, never empty. */
  words: string;
  /** An id, if the whole input is one. */
  id: number | null;
  /** The leading digits of a fax number. */
  digits: string | null;
}

/** An account in the search results. */
export interface FoundAccount {
  id: number;
  number: string | null;
  email: string;
  state: 'pending' | 'active' | 'suspended' | 'closed';
}

/** An outgoing fax in the search results. */
export interface FoundFax {
  id: number;
  to: string;
  state: string;
  createdAt: Date;
}

/** Escapes the wildcards of `like`. */
const prefix = (text: string) => `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Returns an upper bound, in byte order, for the numbers that begin with these digits. */
const after = (digits: string) => `${digits}:`;

/** Finds accounts by id, or by the beginning of their number or address; each part is read from an index. */
export async function findAccounts(
  db: Db,
  { words, id, digits }: SearchTerms,
  limit: number,
): Promise<FoundAccount[]> {
  const { rows } = await sql<FoundAccount>`
    select id, number, email, state from (select distinct on (id) * from (
      (select 0 as rank, id, coalesce(fax_number, pending_number) as number, admin_email as email, state
      from account where id = ${id}::bigint)
      union all
      (select 1, id, fax_number, admin_email, state from account
      where fax_number >= ${digits} and fax_number < ${digits === null ? null : after(digits)}
      order by fax_number limit ${limit})
      union all
      (select 2, id, coalesce(fax_number, pending_number), admin_email, state from account
      where lower(admin_email) like ${prefix(words)} order by lower(admin_email) using ~<~ limit ${limit})
    ) found order by id, rank) best order by rank, id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Finds outgoing faxes by id or by the beginning of the called number, by number in descending order, newest first
 * within a number.
 */
export async function findFaxes(db: Db, { id, digits }: SearchTerms, limit: number): Promise<FoundFax[]> {
  const { rows } = await sql<FoundFax>`
    (select id, to_number as "to", state, created_at as "createdAt" from send_job where id = ${id}::bigint)
    union all
    (select id, to_number, state, created_at from send_job
    where to_number >= ${digits} and to_number < ${digits === null ? null : after(digits)}
    order by to_number desc, id desc limit ${limit})
    limit ${limit}`.execute(db);
  return rows;
}

/** Finds administrators by id, name or address; there are only a few hundred at most. */
export async function findAdministrators(
  db: Db,
  { words, id }: SearchTerms,
  limit: number,
): Promise<{ id: number; username: string; email: string }[]> {
  const { rows } = await sql<{ id: number; username: string; email: string }>`
    select id, username, email from parent
    where id = ${id}::bigint or strpos(lower(username), ${words}) > 0 or starts_with(lower(email), ${words})
    order by id = ${id}::bigint desc nulls last, lower(username), id limit ${limit}`.execute(db);
  return rows;
}
