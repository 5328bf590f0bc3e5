import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { FaxWork } from '#contract/mailbox/fax-work.ts';
import type { AccountId } from '#server/kit/scope.ts';
import type { Snapshot } from './snapshot.store.ts';
import { workOnWire } from './team/work.store.ts';

/** A fax as lists show it: its own fields, the other party, and the contact with that number. */
export interface FaxRecord {
  id: number;
  path_key: string;
  /** As defined in fax-scope.ts. */
  folder: number;
  action: 'R' | 'S';
  fax_at: Date;
  other_number: string;
  company: string;
  sender: string;
  to_person: string;
  pages: number;
  bytes: number;
  rotation: 0 | 90 | 180 | 270;
  /** Additional rotation of page 1, 2, …, on top of `rotation`. */
  page_turns: (0 | 90 | 180 | 270)[];
  is_new: boolean;
  archived: boolean;
  deleted_at: Date | null;
  status: 'OK' | 'FAILED';
  uncertain_pages: number | null;
  reason: string | null;
  /** Number of calls for a fax that was not sent. */
  calls: number | null;
  by_email: boolean;
  is_test: boolean;
  /** Why some or all pages of a received fax cannot be read. */
  fault: string | null;
  /** For a fax that was cut off: the complete one that the same sender sent afterwards. */
  whole_id: number | null;
  whole_at: Date | null;
  /** For a complete fax: the last one that was cut off before it. */
  cut_off_id: number | null;
  cut_off_at: Date | null;
  /** For a part of a split fax, its number. For the whole fax null, with the number of parts. */
  part_number: number | null;
  part_count: number | null;
  contact_id: number | null;
  contact_person: string | null;
  contact_company: string | null;
  work: FaxWork | null;
}

/** Reads the faxes with these ids, in this order. Ids of other accounts are left out. */
export async function readFaxRows(
  snapshot: Snapshot,
  account: AccountId,
  ids: readonly number[],
): Promise<FaxRecord[]> {
  return ids.length === 0 ? [] : await snapshot.rows(faxRows(account, ids), 'fax_rows');
}

/**
 * Returns the statement for readFaxRows. Each part is looked up once per fax: `limit 1` keeps the planner from joining
 * the tables in another order, which takes quadratic time in a mailbox that grew faster than its statistics.
 */
export function faxRows(account: AccountId, ids: readonly number[]): RawBuilder<FaxRecord> {
  return sql<FaxRecord>`
    select f.id, f.path_key, f.folder, f.action, f.fax_at, f.other_number, f.company, p.sender, p.to_person, f.pages, f.bytes,
      f.rotation, f.page_turns, f.is_new, f.archived, f.deleted_at, f.status, f.uncertain_pages, f.reason,
      f.part_number, f.part_count,
      f.action = 'S' and exists (
        select 1 from send_job j where j.account_id = f.account_id and j.fax_id = f.id and j.origin = 'email'
      ) as by_email, f.is_test,
      case when f.action = 'S' and f.status = 'FAILED' then (
        select j.dials::int from send_job j where j.account_id = f.account_id and j.fax_id = f.id order by j.id desc limit 1
      ) end as calls,
      case when f.action = 'R' then (select d.fault from document d where d.id = f.document_id) end as fault,
      whole.id as whole_id, whole.fax_at as whole_at, cut.id as cut_off_id, cut.fax_at as cut_off_at,
      c.id as contact_id, c.to_person as contact_person, c.company as contact_company,
      work.work
    from unnest(${ids}::bigint[]) with ordinality as wanted(id, position)
    cross join lateral (
      select * from fax one where one.account_id = ${account} and one.id = wanted.id limit 1
    ) f
    cross join lateral (
      select one.sender, one.to_person from fax_party one
      where one.account_id = ${account} and one.id = f.party_id limit 1
    ) p
    left join lateral (
      select one.id, one.fax_at from fax one
      where one.account_id = ${account} and one.id = f.whole_fax_id and one.deleted_at is null limit 1
    ) whole on true
    left join lateral (
      select one.id, one.fax_at from fax one
      where one.account_id = ${account} and one.whole_fax_id = f.id and one.deleted_at is null
      order by one.fax_at desc limit 1
    ) cut on f.action = 'R'
    left join lateral (
      select ${workOnWire} as work from fax_work w where w.account_id = ${account} and w.fax_id = f.id limit 1
    ) work on f.action = 'R'
    left join lateral (
      select one.id, one.to_person, one.company from contact one
      where one.account_id = ${account} and one.fax_number = f.other_number and one.fax_number <> '' limit 1
    ) c on f.other_number <> ''
    order by wanted.position`;
}
