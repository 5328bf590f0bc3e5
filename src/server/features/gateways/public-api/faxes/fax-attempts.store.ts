import type { Db } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** A call of a fax that was placed, or was about to be. */
export interface AttemptRow {
  n: number;
  startedAt: Date;
  endedAt: Date | null;
  /** Null if nothing was handed over to the line yet. */
  dialledAt: Date | null;
  result: string | null;
  pages: number;
  line: string | null;
  rate: number | null;
  ecm: boolean | null;
  seconds: number | null;
  stationId: string;
}

/** Returns the latest calls of a fax of the account, newest first. */
export async function readAttempts(
  db: Db,
  account: AccountId,
  faxId: number,
  limit: number,
): Promise<AttemptRow[]> {
  return await db
    .selectFrom('send_job as j')
    .innerJoin('send_attempt as a', 'a.job_id', 'j.id')
    .leftJoin('line as l', 'l.id', 'a.line_id')
    .select([
      'a.n',
      'a.started_at as startedAt',
      'a.ended_at as endedAt',
      'a.dialled_at as dialledAt',
      'a.result',
      'a.pages_sent as pages',
      'l.name as line',
      'a.rate',
      'a.ecm',
      'a.call_seconds as seconds',
      'a.station_id as stationId',
    ])
    .where('j.account_id', '=', account)
    .where('j.fax_id', '=', faxId)
    .orderBy('j.id', 'desc')
    .orderBy('a.n', 'desc')
    .limit(limit)
    .execute();
}

/** Returns the fax that a job of the account sends. Throws NOT_FOUND. */
export async function faxOfJob(db: Db, account: AccountId, jobId: number): Promise<number> {
  const job = await db
    .selectFrom('send_job')
    .select('fax_id')
    .where('account_id', '=', account)
    .where('id', '=', jobId)
    .executeTakeFirst();
  if (!job) throw new AppError('NOT_FOUND');
  return job.fax_id;
}
