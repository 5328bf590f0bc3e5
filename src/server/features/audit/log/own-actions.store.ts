import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AdministratorId } from '#server/kit/scope.ts';

/** One action of an administrator, or of a person who works for one. */
export interface OwnAction {
  id: number;
  at: Date;
  action: string;
  /** A person's name; empty for the administrator's own login. */
  who: string;
  account: string;
  detail: string;
  address: string;
}

/** Returns a page of an administrator's actions, newest first; of the accounts it shows only the number or address. */
export async function listOwnActions(
  db: Db,
  parent: AdministratorId,
  { offset, limit }: { offset: number; limit: number },
): Promise<OwnAction[]> {
  const { rows } = await sql<OwnAction>`
    select u.id, u.at, u.action, u.address, coalesce(h.name, '') as who,
      coalesce(a.fax_number, n.digits, a.admin_email, '') as account,
      coalesce(u.detail ->> 'domain', u.detail ->> 'email', u.detail ->> 'type',
        case when u.action = 'mailbox.read' then u.object end, '') as detail
    from (
      select * from audit where actor_kind = 'parent' and actor_id = ${parent}
      order by id desc limit ${limit} offset ${offset}
    ) u
    left join person h on h.id = (u.detail ->> 'personId')::bigint
    left join account a on a.id = u.account_id and a.parent_id = ${parent}
    left join lateral (select digits from number where last_account_id = a.id limit 1) n on true
    order by u.id desc`.execute(db);
  return rows;
}

/** Counts the actions, up to `most`: the query reads no more rows, however many there are. */
export async function countOwnActions(db: Db, parent: AdministratorId, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from audit where actor_kind = 'parent' and actor_id = ${parent} limit ${most}
    ) shown`.execute(db);
  return rows[0]?.n ?? 0;
}
