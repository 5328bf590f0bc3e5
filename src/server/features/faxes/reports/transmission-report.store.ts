import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { madeByCaller } from '#server/kit/own-work.store.ts';

/** A fax whose sending has ended, and who sent it. */
export interface ReportedFax {
  faxId: number;
  /** Digits of the called number. */
  to: string;
  company: string;
  person: string;
  status: 'OK' | 'FAILED';
  reason: string | null;
  /** Pages known to have arrived; set while it is unknown whether the rest did. */
  uncertainPages: number | null;
  /** When it was submitted. */
  at: Date;
  endedAt: Date | null;
  /** Pages of the document, and its file; null if it was never converted to pages. */
  pages: number;
  tiffKey: string | null;
  jobId: number | null;
  /** Whether a program sent it with a test key: no telephone line was used. */
  isTest: boolean;
  confirmedPages: number;
  from: string;
  stationId: string;
  zone: string;
}

/** Returns a sent fax of the account that is no longer in the outbox. */
export async function readReportedFax(
  db: Db,
  accountId: number,
  faxId: number,
): Promise<ReportedFax | undefined> {
  const { rows } = await sql<ReportedFax>`
    select f.id as "faxId", f.other_number as "to", f.company,
      coalesce(p.contact_person, '') as person, f.status, f.reason,
      f.uncertain_pages as "uncertainPages", f.fax_at as at, j.finished_at as "endedAt", d.pages,
      d.tiff_key as "tiffKey", j.id as "jobId", f.is_test as "isTest", coalesce(j.confirmed_pages, 0) as "confirmedPages",
      coalesce(a.fax_number, '') as "from", a.station_id as "stationId", z.system_name as zone
    from fax f
    join document d on d.id = f.document_id
    join account a on a.id = f.account_id
    join account_settings s on s.account_id = a.id
    join timezone z on z.id = s.timezone_id
    left join fax_party p on p.account_id = f.account_id and p.id = f.party_id
    left join lateral (
      select id, finished_at, confirmed_pages from send_job
      where account_id = f.account_id and fax_id = f.id order by id desc limit 1
    ) j on true
    where f.account_id = ${accountId} and f.id = ${faxId} and f.action = 'S' and not f.outbox and f.deleted_at is null
      and ${madeByCaller('f.person_id')}`.execute(db);
  return rows[0];
}

/** A call placed for the fax. */
export interface ReportedCall {
  startedAt: Date;
  result: string;
  pages: number;
  rate: number | null;
  ecm: boolean | null;
  /** The last medium that carried the call over a SIP trunk; null on other lines. */
  media: 't38' | 'audio' | null;
  seconds: number | null;
  stationId: string;
}

/** Returns the ended calls of a job, oldest first. */
export async function readReportedCalls(db: Db, jobId: number): Promise<ReportedCall[]> {
  return await db
    .selectFrom('send_attempt as a')
    .leftJoin('line_call as c', (join) =>
      join.onRef('c.call_ref', '=', 'a.call_ref').on('c.direction', '=', 'out'),
    )
    .select(
      sql<ReportedCall['media']>`(
        select s ->> 'media' from jsonb_array_elements(c.steps) with ordinality as reached (s, n)
        where s ->> 'step' = 'media' order by n desc limit 1
      )`.as('media'),
    )
    .select(['a.started_at as startedAt', 'a.pages_sent as pages', 'a.rate', 'a.ecm'])
    .select(['a.call_seconds as seconds', 'a.station_id as stationId'])
    .select(sql<string>`coalesce(a.result, '')`.as('result'))
    .where('a.job_id', '=', jobId)
    .where('a.ended_at', 'is not', null)
    .orderBy('a.n')
    .execute();
}
