import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { FaxStatus } from '#contract/v1/fax.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** A fax with its document and its latest job, as programs see it. */
export interface ApiFaxRow {
  id: number;
  /** Part of the names of its files. */
  pathKey: string;
  account: number;
  action: 'R' | 'S';
  status: FaxStatus;
  /** Whether it is not final. */
  isOpen: boolean;
  /** Whether it was canceled before its first call: marked as deleted, although nobody deleted it. */
  isDropped: boolean;
  /** Whether somebody deleted it. */
  gone: boolean;
  at: Date;
  /** The other party's number, as it is stored; empty if the caller sent none. */
  other: string;
  /** The account's own number. */
  own: string;
  pages: number;
  confirmed: number;
  attempts: number;
  /** When the next call is due. */
  dueAt: Date | null;
  finishedAt: Date | null;
  /** Why it failed, or why its last call did. */
  reason: string | null;
  isNew: boolean;
  /** The whole fax, if this is a part of a split fax. */
  partOf: number | null;
  /** The parts that are not deleted, if this is the whole fax. */
  parts: number[];
  hasFile: boolean;
  jobId: number | null;
  sha256: Buffer | null;
  bytes: number;
  clientRef: string | null;
  metadata: Record<string, string>;
  isTest: boolean;
}

/** Whether the deleted fax `f` with its latest job `j` was canceled before its first call. */
export const DROPPED = sql`(f.status = 'OK' and j.state is not distinct from 'CANCELLED')`;

/**
 * The state of the fax `f` with its latest job `j`. A fax that was canceled before its first call is marked as deleted,
 * but nobody has deleted it.
 */
export const STATUS = sql<FaxStatus>`case
  when f.action = 'R' then 'received'
  when f.outbox then case
    when j.state in ('QUEUED', 'CONVERTING', 'WAITING') and j.dials = 0 and greatest(j.send_at, j.opens_at) > now()
      then 'scheduled' else lower(j.state) end
  when f.uncertain_pages is not null then 'uncertain'
  when f.deleted_at is not null and ${DROPPED} then 'cancelled'
  when f.status = 'OK' then 'delivered'
  when f.reason = 'CANCELLED' then 'cancelled'
  else 'failed' end`;

/** The latest job of the fax `f`. */
export const LATEST_JOB = sql`left join lateral (
    select * from send_job where account_id = f.account_id and fax_id = f.id order by id desc limit 1
  ) j on f.action = 'S'`;

/**
 * Returns these faxes of the account, including deleted ones, in the order of the ids; those of other accounts are left
 * out.
 */
export async function readApiFaxes(db: Db, account: AccountId, ids: readonly number[]): Promise<ApiFaxRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await rowsOf<ApiFaxRow>(account, sql`${ids}::bigint[]`).execute(db);
  return rows;
}

/** Selects the faxes of an array of ids in the statement, in its order, with their times in microseconds. */
export function rowsOf<Row extends ApiFaxRow>(account: AccountId, ids: RawBuilder<unknown>): RawBuilder<Row> {
  return sql<Row>`
    select f.id, (extract(epoch from f.fax_at) * 1000000)::bigint as micros, f.path_key as "pathKey", f.account_id as account, f.outbox as "isOpen",
      f.deleted_at is not null and ${DROPPED} as "isDropped", f.deleted_at is not null and not ${DROPPED} as gone,
      j.id as "jobId", d.tiff_key is not null as "hasFile", f.action, ${STATUS} as status, f.fax_at as at, f.other_number as other,
      coalesce(a.fax_number, '') as own, case when f.outbox then coalesce(nullif(d.pages, 0), f.pages) else f.pages end as pages,
      case when f.action = 'R' then f.pages when f.uncertain_pages is not null then f.uncertain_pages
        when j.state = 'DELIVERED' then j.billed_pages when f.status = 'OK' and not f.outbox and j.id is null then f.pages
        else coalesce(j.confirmed_pages, 0) end as confirmed,
      coalesce(j.dials, 0)::int as attempts,
      case when f.outbox and j.state <> 'SENDING' then greatest(j.next_at, j.send_at, j.opens_at) end as "dueAt",
      case when f.action = 'R' then f.fax_at else j.finished_at end as "finishedAt",
      case when f.outbox then j.last_error else f.reason end as reason,
      f.part_of as "partOf", case when f.part_count is null or f.part_of is not null then '{}' else array(
        select p.id from fax p where p.account_id = f.account_id and p.part_of = f.id and p.deleted_at is null order by p.id
      ) end as parts,
      f.is_new as "isNew", case when d.tiff_key is not null then d.sha256 end as sha256, d.bytes,
      f.client_ref as "clientRef", f.metadata, f.is_test as "isTest"
    from unnest(${ids}) with ordinality as wanted(id, position)
    join fax f on f.account_id = ${account} and f.id = wanted.id
    join account a on a.id = f.account_id
    join document d on d.id = f.document_id
    ${LATEST_JOB}
    order by wanted.position`;
}
