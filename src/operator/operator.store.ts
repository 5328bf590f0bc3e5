import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** Longer lists need a query. */
const LIST_LIMIT = 1_000;

/** A job as `f2e job list` shows it. */
export interface ListedJob {
  jobId: number;
  faxId: number;
  accountId: number;
  to: string;
  state: string;
  dials: number;
  /** Time of the next attempt; null for a finished job. */
  nextAt: Date | null;
  line: string | null;
  reason: string | null;
}

/** Unfinished jobs first, the newest of each first: both from an index. The state is one that jobs have. */
export async function listJobs(db: Db, state: string | undefined): Promise<ListedJob[]> {
  // Written into the statement: indexes hold some states alone.
  const open = sql`state in ('QUEUED', 'CONVERTING', 'SENDING', 'WAITING')`;
  const wanted = state === undefined ? sql`true` : sql`state = ${sql.lit(state)}`;
  const newest = sql`order by id desc limit ${LIST_LIMIT}`;
  const { rows } = await sql<ListedJob>`
    select j.id as "jobId", j.fax_id as "faxId", j.account_id as "accountId", j.to_number as "to", j.state,
      j.dials::int as dials, case when j.finished_at is null then j.next_at end as "nextAt", l.name as line,
      coalesce(j.last_error, f.reason) as reason
    from (
      (select 0 as rank, * from send_job where ${open} and ${wanted} ${newest})
      union all (select 1, * from send_job where not ${open} and ${wanted} ${newest})
    ) j
    join fax f on f.account_id = j.account_id and f.id = j.fax_id
    left join line l on l.id = j.line_id
    order by j.rank, j.id desc
    limit ${LIST_LIMIT}`.execute(db);
  return rows;
}

/** A fax as `f2e fax list` shows it. */
export interface ListedFax {
  fid: number;
  action: string;
  number: string;
  company: string;
  pages: number;
  status: string;
  folder: string;
  date: Date;
}

/** Lists the faxes of an account, newest first; deleted ones are marked as such. */
export async function listFaxes(db: Db, account: AccountId): Promise<ListedFax[]> {
  const { rows } = await sql<ListedFax>`
    select id as fid, action::text, other_number as number, company, pages, status,
      (array['Inbox', 'Sent', 'Archive', 'Outbox', 'deleted'])[folder] as folder, fax_at as date
    from fax where account_id = ${account} order by fax_at desc, id desc limit ${LIST_LIMIT}`.execute(db);
  return rows;
}

/** Returns the names of the applied schema changes; empty for a database that was never used. */
export async function listMigrations(db: Db): Promise<string[]> {
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass('schema_migration') is not null as exists`.execute(db);
  if (found[0]?.exists !== true) return [];
  const { rows } = await sql<{ name: string }>`select name from schema_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}

/** Counts accounts by state, for the status. */
export async function countAccounts(db: Db): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('account')
    .select(['state', (eb) => eb.fn.countAll<number>().as('accounts')])
    .groupBy('state')
    .execute();
  return new Map(rows.map(({ state, accounts }) => [state, accounts]));
}

/** Counts the counters that differ from what they count, by kind (architecture: what must always hold, 6). */
export async function countWrongCounters(
  db: Db,
): Promise<{ folders: number; parties: number; months: number }> {
  const { rows } = await sql<{ folders: number; parties: number; months: number }>`
    select (select count(*)::int from (
      select account_id, folder, count(*)::int as total, (count(*) filter (where is_new))::int as unread
      from fax where folder <> 5 group by account_id, folder
    ) counted
    full join (select account_id, folder, total, unread from folder_counter) kept using (account_id, folder)
    where coalesce(counted.total, 0) <> coalesce(kept.total, 0)
      or coalesce(counted.unread, 0) <> coalesce(kept.unread, 0)) as folders,
    (select count(*)::int from fax_party p
    left join (
      select account_id, party_id, count(*) filter (where folder = 1) as inbox,
        count(*) filter (where folder = 2) as sent, count(*) filter (where folder = 3) as archive,
        count(*) filter (where folder = 4) as outbox
      from fax where folder <> 5 group by account_id, party_id
    ) f on f.account_id = p.account_id and f.party_id = p.id
    where (p.in_inbox, p.in_sent, p.in_archive, p.in_outbox) <>
      (coalesce(f.inbox, 0), coalesce(f.sent, 0), coalesce(f.archive, 0), coalesce(f.outbox, 0))) as parties,
    (select count(*)::int from (
      select account_id, folder, month_of(at_minute) as month, count(*)::int as n
      from fax where folder <> 5 group by 1, 2, 3
    ) counted
    full join (select account_id, folder, month, n from month_counter) kept using (account_id, folder, month)
    where coalesce(counted.n, 0) <> coalesce(kept.n, 0)) as months`.execute(db);
  return rows[0] ?? { folders: 0, parties: 0, months: 0 };
}

/** Returns how many days ago the installation began, which is when its first schema file was applied. */
export async function readAgeDays(db: Db): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    select coalesce(extract(epoch from now() - min(applied_at)) / 86400, 0)::float8 as days from schema_migration`.execute(
    db,
  );
  return rows[0]?.days ?? 0;
}

/** Returns when the last backup was started, by whatever means; null if there was none. */
export async function readLastBackup(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(at) as at from audit where action = 'installation.backup'`.execute(db);
  return rows[0]?.at ?? null;
}

/** Returns whether the job queue has its tables, and how many of its jobs have permanently failed. */
export async function readQueueState(db: Db): Promise<{ exists: boolean; failed: number }> {
  const { rows } = await sql<{
    exists: boolean;
  }>`select to_regclass('pgboss.job') is not null as exists`.execute(db);
  if (rows[0]?.exists !== true) return { exists: false, failed: 0 };
  const failed = await sql<{ jobs: number }>`
    select count(*)::int as jobs from pgboss.job where state = 'failed'`.execute(db);
  return { exists: true, failed: failed.rows[0]?.jobs ?? 0 };
}

/** Returns how many seconds the newest audit row is in the future, because the clock was set back; 0 if it is not. */
export async function readSecondsAhead(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(coalesce(extract(epoch from max(at) - clock_timestamp()), 0), 0)::float8 as seconds
    from (select at from audit order by id desc limit 1000) newest`.execute(db);
  return rows[0]?.seconds ?? 0;
}

/** Returns the database's own time. */
export async function readDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now ?? new Date(0);
}

/** Waiting mails and suspended addresses. */
export interface MailState {
  waiting: number;
  oldestSeconds: number;
  /** Why the oldest attempted mail waits, like «encryption: …»; empty if none was deferred. */
  reason: string;
  suspended: number;
}

/** Counts the waiting mails and the addresses that get none because mails bounced, with the age of the oldest mail. */
export async function readMailState(db: Db): Promise<MailState> {
  const { rows } = await sql<MailState>`
    select count(*)::int as waiting,
      coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSeconds",
      coalesce((array_agg(last_reason order by created_at) filter (where tries > 0))[1], '') as reason,
      (select count(*)::int from mail_address where suspended_at is not null) as suspended
    from mail_out where state = 'queued'`.execute(db);
  return rows[0] ?? { waiting: 0, oldestSeconds: 0, reason: '', suspended: 0 };
}
