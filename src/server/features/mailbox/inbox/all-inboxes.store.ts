import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { FOLDER_NUMBER } from './fax-scope.ts';

/** A received fax in the list of all Inboxes. */
export interface ArrivedFaxRow {
  accountId: number;
  id: number;
  at: Date;
  number: string;
  sender: string;
  company: string;
  pages: number;
  isNew: boolean;
  status: 'OK' | 'FAILED';
  contact: { cid: string; to_person: string; company: string } | null;
  /** The position after which the next page starts. */
  position: string;
}

/** A page of the list: faxes after a position, all or only unread ones. */
export interface ArrivedPage {
  after: string | undefined;
  unread: boolean;
  length: number;
}

/** Returns the newest faxes in these accounts' Inboxes. Reads each account's own index, no further than the page. */
export async function listArrived(
  db: Db,
  accounts: readonly AccountId[],
  { after, unread, length }: ArrivedPage,
): Promise<ArrivedFaxRow[]> {
  const [time, id] = after?.split('.') ?? [];
  const behind =
    time === undefined
      ? sql``
      : sql`and (f.fax_at, f.id) < (timestamptz 'epoch' + ${time}::bigint * interval '1 microsecond', ${id}::bigint)`;
  const { rows } = await sql<ArrivedFaxRow>`
    select f.account_id as "accountId", f.id, f.fax_at as at, f.other_number as number, p.sender, f.company, f.pages,
      f.is_new as "isNew", f.status,
      (extract(epoch from f.fax_at) * 1000000)::bigint || '.' || f.id as position,
      case when c.id is not null then json_build_object(
        'cid', c.id::text, 'to_person', coalesce(c.to_person, ''), 'company', coalesce(c.company, '')) end as contact
    from unnest(${accounts}::bigint[]) as a(id)
    cross join lateral (
      select * from fax f
      where f.account_id = a.id and f.folder = ${FOLDER_NUMBER.Inbox} ${unread ? sql`and f.is_new` : sql``} ${behind}
      order by f.fax_at desc, f.id desc limit ${length}
    ) f
    join fax_party p on p.account_id = f.account_id and p.id = f.party_id
    left join contact c on c.account_id = f.account_id and c.fax_number = f.other_number and f.other_number <> ''
    order by f.fax_at desc, f.id desc limit ${length}`.execute(db);
  return rows;
}
