import { sql } from 'kysely';

import { DASHBOARD_ROWS } from '#contract/mailbox/dashboard.ts';
import type { Db } from '#engine/database/port.ts';
import { madeByCaller } from '#server/kit/own-work.store.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** Failed faxes leave the dashboard after this many days (spec http-api 4.6). */
const FAILED_DAYS = 30;

/** A fax in the dashboard's form. */
export interface RecentRow {
  list: 'received' | 'sent' | 'failed';
  id: number;
  path_key: string;
  fax_at: Date;
  other_number: string;
  company: string;
  name: string;
  pages: number;
  is_new: boolean;
  status: 'OK' | 'FAILED';
  uncertain_pages: number | null;
  reason: string | null;
  /** Number of calls for a failed fax. */
  calls: number | null;
}

/**
 * Returns the latest faxes of the three lists, newest first, including archived and excluding deleted ones. Each
 * folder's newest rows come from its own index, so that the size of the mailbox does not matter.
 */
export async function readRecent(db: Db, account: AccountId): Promise<RecentRow[]> {
  const columns = sql`f.id, f.party_id, f.path_key, f.fax_at, f.other_number, f.company, f.pages, f.is_new, f.status, f.uncertain_pages, f.reason`;
  const latest = (list: string, folder: number, condition: ReturnType<typeof sql>) => sql`
    (select ${list}::text as list, ${columns} from fax f
     where f.account_id = ${account} and f.folder = ${sql.raw(String(folder))} and ${condition}
       and ${madeByCaller('f.person_id')}
     order by f.fax_at desc, f.id desc limit ${DASHBOARD_ROWS})`;
  const received = sql`f.action = 'R'`;
  const sent = sql`f.action = 'S' and f.status = 'OK' and not f.is_test`;
  const failed = sql`
    f.action = 'S' and f.status = 'FAILED' and f.superseded_by is null and not f.is_test
    and f.fax_at >= now() - make_interval(days => ${FAILED_DAYS})`;
  const { rows } = await sql<RecentRow>`
    select placed.*, coalesce(nullif(p.contact_person, ''), p.sender) as name,
      case when list = 'failed' then (
        select dials::int from send_job j where j.account_id = ${account} and j.fax_id = placed.id order by j.id desc limit 1
      ) end as calls from (
      select all_rows.*, row_number() over (partition by list order by fax_at desc, id desc) as place
      from (
        ${sql.join(
          [
            latest('received', 1, received),
            latest('received', 3, received),
            latest('sent', 2, sent),
            latest('sent', 3, sent),
            latest('failed', 2, failed),
            latest('failed', 3, failed),
          ],
          sql` union all `,
        )}
      ) all_rows
    ) placed
    join fax_party p on p.account_id = ${account} and p.id = placed.party_id
    where place <= ${DASHBOARD_ROWS} order by list, place`.execute(db);
  return rows;
}
