import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** A counter that differs from the faxes. */
export interface CounterDifference {
  counter: 'folder' | 'unread' | 'party' | 'month' | 'names';
  accountId: number;
  folder: number;
  /** The party or the month; empty for whole folders. */
  key: string;
  stored: number;
  actual: number;
}

/** More would fill a screen without adding information. */
const MAX_DIFFERENCES = 1000;

/**
 * Counts all faxes and compares with what the triggers of migration 0004 kept. It reads every fax, so it is for `f2e
 * doctor`, not for requests. `names` are faxes whose number or company differs from their party's, or from that of the
 * party's contact if there is one.
 */
export async function recountCounters(db: Db): Promise<CounterDifference[]> {
  const { rows } = await sql<CounterDifference>`
    with actual as materialized (
      select account_id, folder, party_id, month_of(at_minute) as month, count(*)::int as n,
        count(*) filter (where is_new)::int as unread
      from fax where folder <> 5 group by 1, 2, 3, 4
    ), both_sides as (
      select 'folder' as counter, account_id, folder, '' as key, total as stored, 0 as actual from folder_counter
      union all select 'folder', account_id, folder, '', 0, n from actual
      union all select 'unread', account_id, folder, '', unread, 0 from folder_counter
      union all select 'unread', account_id, folder, '', 0, unread from actual
      union all select 'party', p.account_id, c.folder, p.id::text, c.n, 0 from fax_party p,
        lateral (values (1, p.in_inbox), (2, p.in_sent), (3, p.in_archive), (4, p.in_outbox)) as c(folder, n)
      union all select 'party', account_id, folder, party_id::text, 0, n from actual
      union all select 'month', account_id, folder, month::text, n, 0 from month_counter
      union all select 'month', account_id, folder, month::text, 0, n from actual
      union all select 'names', f.account_id, f.folder, f.party_id::text, 1, 0
        from fax f join fax_party p on p.account_id = f.account_id and p.id = f.party_id
        where p.number <> f.other_number
          or f.company <> case when p.contact_company = '' then p.company else p.contact_company end
    )
    select counter, account_id as "accountId", folder, key, sum(stored)::int as stored, sum(actual)::int as actual
    from both_sides group by counter, account_id, folder, key
    having sum(stored) <> sum(actual)
    order by account_id, counter, folder, key limit ${MAX_DIFFERENCES}`.execute(db);
  return rows;
}

/** Rebuilds all counters. Nothing is counted during that time: the lock allows reads but no changes to faxes. */
export async function rebuildCounters(tx: Db): Promise<void> {
  await sql`lock table fax in share mode`.execute(tx);
  await sql`delete from folder_counter`.execute(tx);
  await sql`delete from month_counter`.execute(tx);
  await sql`insert into folder_counter (account_id, folder, total, unread)
    select account_id, folder, count(*), count(*) filter (where is_new) from fax where folder <> 5
    group by 1, 2`.execute(tx);
  await sql`update fax_party p
    set in_inbox = c.inbox, in_sent = c.sent, in_archive = c.archive, in_outbox = c.outbox
    from (
      select p.account_id, p.id, count(*) filter (where f.folder = 1) as inbox, count(*) filter (where f.folder = 2) as sent,
        count(*) filter (where f.folder = 3) as archive, count(*) filter (where f.folder = 4) as outbox
      from fax_party p left join fax f on f.account_id = p.account_id and f.party_id = p.id group by 1, 2
    ) c
    where c.account_id = p.account_id and c.id = p.id
      and (p.in_inbox, p.in_sent, p.in_archive, p.in_outbox) <> (c.inbox, c.sent, c.archive, c.outbox)`.execute(
    tx,
  );
  await sql`insert into month_counter (account_id, folder, month, n)
    select account_id, folder, month_of(at_minute), count(*) from fax where folder <> 5 group by 1, 2, 3`.execute(
    tx,
  );
}
