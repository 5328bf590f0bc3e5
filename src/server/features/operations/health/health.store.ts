import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** Runs a minimal query; throws if the database does not answer. */
export async function pingDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/** One queue in one state: how many entries wait, and how overdue the oldest one is. */
export interface QueueState {
  queue: 'send' | 'convert' | 'mail' | 'copy' | 'background';
  state: string;
  depth: number;
  /** 0 if nothing is overdue. */
  oldestSeconds: number;
}

/**
 * Counts everything that waits. Each part of the query uses a partial index over unfinished rows. Work that waits
 * because its account is suspended is counted, but never overdue.
 */
export async function readQueues(db: Db): Promise<QueueState[]> {
  const { rows } = await sql<QueueState>`
    select queue, state, count(*)::int as depth,
      greatest(coalesce(extract(epoch from now() - min(due)), 0), 0)::float8 as "oldestSeconds"
    from (
      select 'send' as queue, j.state, case when j.state in ('QUEUED', 'WAITING') and a.acts then j.next_at end as due
      from send_job j join account a on a.id = j.account_id
      where j.state in ('QUEUED', 'CONVERTING', 'SENDING', 'WAITING')
      union all
      select 'convert', 'new', case when a.acts then d.convert_at end
      from document d join account a on a.id = d.account_id where d.state = 'new'
      union all
      select 'mail', 'queued', case when coalesce(a.acts, true) then coalesce(m.words_until, m.created_at) end
      from mail_out m left join account a on a.id = m.account_id where m.state = 'queued'
      union all
      select 'copy', 'queued', case when a.acts then s.created_at end
      from storage_delivery s join account a on a.id = s.account_id where s.state = 'queued'
      union all
      select 'background', state::text, case when state in ('created', 'retry') then start_after end
      from pgboss.job where state in ('created', 'retry', 'active', 'failed')
    ) waiting group by queue, state`.execute(db);
  return rows;
}

/** Whether a mail waits because its relay was not encrypted as F2E_SMTP_URL requires. */
export async function mailsWaitForEncryption(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('mail_out')
    .select('id')
    .where('state', '=', 'queued')
    .where('last_reason', 'like', 'encryption:%')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts the faxes that a restore has held for a person to decide on. */
export async function countHeldJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select count(*)::int as held from send_job
    where state = 'UNCERTAIN' and last_error = 'HELD_AFTER_RESTORE'`.execute(db);
  return rows[0]?.held ?? 0;
}

/** Bytes of all fax pages, as they were counted last. */
export async function readStoredBytes(db: Db): Promise<number> {
  const row = await db.selectFrom('stored_bytes').select('bytes').executeTakeFirst();
  return row?.bytes ?? 0;
}

/** Bytes of so many documents after one, and the last of them; undefined after all of them. */
export async function sumBytesOfSome(
  db: Db,
  after: number,
  limit: number,
): Promise<{ bytes: number; last: number } | undefined> {
  const { rows } = await sql<{ bytes: number; last: number | null }>`
    select coalesce(sum(bytes), 0)::bigint as bytes, max(id) as last
    from (select id, bytes from document where id > ${after} order by id limit ${limit}) part`.execute(db);
  const [some] = rows;
  return some && some.last !== null ? { bytes: some.bytes, last: some.last } : undefined;
}

/** Keeps what was counted. */
export async function saveStoredBytes(db: Db, bytes: number): Promise<void> {
  const row = { bytes, counted_at: sql<Date>`now()` };
  await db
    .insertInto('stored_bytes')
    .values(row)
    .onConflict((conflict) => conflict.column('only_one').doUpdateSet(row))
    .execute();
}

/** How the clean-up of deleted faxes stands. */
export interface CleanUpState {
  /** When all whose time was over had been removed last. */
  purgedAt: Date | null;
  late: boolean;
  /** How long the files of one have waited to be removed; 0 where none waits. */
  oldestFileSeconds: number;
}

/** Whether the clean-up keeps up; it is late after so many days. */
export async function readCleanUp(db: Db, lateDays: number): Promise<CleanUpState> {
  const { rows } = await sql<CleanUpState>`
    select done_at as "purgedAt", coalesce(done_at < now() - make_interval(days => ${lateDays}), false) as late,
      greatest(extract(epoch from now() - (select min(due_at) from removed_document)), 0)::float8 as "oldestFileSeconds"
    from (select) one left join clean_up on name = 'purge-deleted-faxes'`.execute(db);
  return rows[0] ?? { purgedAt: null, late: false, oldestFileSeconds: 0 };
}

/** Returns when the latest fax was received; null before the first one. */
export async function readLastArrival(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('inbound_call')
    .select('received_at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.received_at ?? null;
}
