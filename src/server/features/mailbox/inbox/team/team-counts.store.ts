import { sql } from 'kysely';

import { COUNTED } from '#contract/mailbox/team.ts';
import type { Tag } from '#contract/mailbox/team.ts';
import type { Role } from '#contract/kit/roles.ts';
import { rolesWith } from '#contract/kit/roles.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** Numbers of open faxes; each is at most COUNTED + 1. */
export interface OpenCounts {
  mine: number;
  unassigned: number;
  due: number;
  mentions: number;
}

/** A person who works on the account, and their number of open faxes. */
export interface TeamMember {
  id: number;
  name: string;
  role: Role;
  open: number;
}

const counted = (query: ReturnType<typeof sql>) =>
  sql<number>`(select count(*)::int from (${query} limit ${COUNTED + 1}) counted)`;

const open = (account: AccountId) => sql`
  select from fax_work w where w.account_id = ${account} and w.status <> 'done' and not w.deleted`;

/** Counts the account's open faxes: this person's, unassigned, and due by the reader's today; and unread mentions. */
export async function countOpen(db: Db, account: AccountId, person: number | null): Promise<OpenCounts> {
  const { rows } = await sql<OpenCounts>`
    select ${counted(sql`${open(account)} and w.assignee_id = ${person}::bigint`)} as mine,
      ${counted(sql`${open(account)} and w.assignee_id is null`)} as unassigned,
      ${counted(sql`${open(account)} and w.due_on <= (now() at time zone coalesce((
        select z.system_name from account_settings s join timezone z on z.id = s.timezone_id
        where s.account_id = ${account}), 'UTC'))::date`)} as due,
      ${counted(sql`
        select distinct n.fax_id from fax_mention m
        join fax_note n on n.account_id = m.account_id and n.id = m.note_id
        join fax_work w on w.account_id = n.account_id and w.fax_id = n.fax_id and not w.deleted
        where m.person_id = ${person}::bigint and m.account_id = ${account} and m.seen_at is null`)} as mentions`.execute(
    db,
  );
  return rows[0] ?? { mine: 0, unassigned: 0, due: 0, mentions: 0 };
}

/** Returns who works on the account, sorted by name. */
export async function listTeam(db: Db, account: AccountId): Promise<TeamMember[]> {
  const { rows } = await sql<TeamMember>`
    select h.id, h.name, m.role, ${counted(sql`${open(account)} and w.assignee_id = h.id`)} as open
    from membership m join person h on h.id = m.person_id
    where m.account_id = ${account} and m.role = any(${rolesWith('read')}::text[])
    order by lower(h.name), h.id`.execute(db);
  return rows;
}

/** Returns the tags of the account, sorted by name, each with its number of faxes. */
export async function listTags(db: Db, account: AccountId): Promise<Tag[]> {
  const { rows } = await sql<Tag>`
    select g.id::text as id, g.name, g.color, ${counted(sql`
      select from fax_tag t where t.account_id = ${account} and t.tag_id = g.id and not t.deleted`)} as faxes
    from tag g where g.account_id = ${account} order by lower(g.name)`.execute(db);
  return rows;
}
