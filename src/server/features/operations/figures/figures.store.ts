import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '#engine/database/port.ts';

/** Counts of what happened in an hour or a day, over all accounts. */
export interface Figures {
  delivered: number;
  notSent: number;
  uncertain: number;
  received: number;
  converted: number;
  notConverted: number;
  convertTypicalMs: number | null;
  convertSlowMs: number | null;
  oldestSeconds: number;
}

/** Figures with the stretch of time that they cover. */
export type FiguresPart = Figures & { from: Date; to: Date };

const hourOf = (column: string) => sql`date_bin('1 hour', ${sql.ref(column)}, 'epoch')`;
const sum = (column: string) => sql`coalesce(sum(${sql.ref(column)}), 0)::int`;

/** Returns the start of the newest stored hour; null before the first. */
export async function readNewestHour(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('hour_figures')
    .select('hour')
    .orderBy('hour', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.hour ?? null;
}

/**
 * Counts the hours from `from` to before `until` again; both must be full hours. The counts are read from indexes on
 * the time of completion. Counting the same hours twice yields the same figures.
 */
export async function countHours(db: Db, from: Date, until: Date): Promise<void> {
  const within = (column: string) => sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${until}`;
  await sql`
    with ended as (
      select ${hourOf('finished_at')} as hour, state, last_error as reason, count(*)::int as n from send_job
      where ${within('finished_at')} and state in ('DELIVERED', 'FAILED', 'UNCERTAIN') and not is_test group by 1, 2, 3
    ), came as (
      select ${hourOf('received_at')} as hour, count(*)::int as n from inbound_call
      where ${within('received_at')} and fax_id is not null group by 1
    ), made as (
      select ${hourOf('converted_at')} as hour,
        count(*) filter (where state = 'ready')::int as converted,
        count(*) filter (where state = 'failed')::int as not_converted,
        percentile_cont(0.5) within group (order by convert_ms) filter (where state = 'ready') as typical,
        percentile_cont(0.95) within group (order by convert_ms) filter (where state = 'ready') as slow
      from document where ${within('converted_at')} group by 1
    )
    insert into hour_figures (hour, delivered, not_sent, uncertain, received, reasons, converted, not_converted,
      convert_typical_ms, convert_slow_ms)
    select h.hour,
      coalesce((select sum(n) from ended e where e.hour = h.hour and state = 'DELIVERED'), 0),
      coalesce((select sum(n) from ended e where e.hour = h.hour and state = 'FAILED'), 0),
      coalesce((select sum(n) from ended e where e.hour = h.hour and state = 'UNCERTAIN'), 0),
      coalesce(c.n, 0),
      coalesce((select jsonb_object_agg(reason, n) from ended e
        where e.hour = h.hour and state = 'FAILED' and reason is not null), '{}'),
      coalesce(m.converted, 0), coalesce(m.not_converted, 0), round(m.typical), round(m.slow)
    from generate_series(${from}::timestamptz, ${until}::timestamptz - interval '1 hour', interval '1 hour') as h (hour)
    left join came c on c.hour = h.hour
    left join made m on m.hour = h.hour
    on conflict (hour) do update set delivered = excluded.delivered, not_sent = excluded.not_sent,
      uncertain = excluded.uncertain, received = excluded.received, reasons = excluded.reasons,
      converted = excluded.converted, not_converted = excluded.not_converted,
      convert_typical_ms = excluded.convert_typical_ms, convert_slow_ms = excluded.convert_slow_ms,
      counted_at = excluded.counted_at`.execute(db);
}

/** Stores how long the oldest due fax has waited, if that is longer than what is stored for this hour. */
export async function noteOldest(db: Db, hour: Date, seconds: number): Promise<void> {
  await sql`
    update hour_figures set oldest_seconds = greatest(oldest_seconds, ${Math.round(seconds)}::int)
    where hour = ${hour}`.execute(db);
}

/** Deletes the hours before `before`. */
export async function forgetHours(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('hour_figures').where('hour', '<', before).execute();
}

/** The last 24 hours, including the current one, as `(start, stop)`. */
export const HOURS = sql`
  select h, h + interval '1 hour' from generate_series(
    date_bin('1 hour', now(), 'epoch') - interval '23 hours', now(), interval '1 hour') as h`;

/** The last 30 calendar days of the zone, including today, as `(start, stop)`. */
export const daysOf = (zone: string) => sql`
  select d at time zone ${zone}, (d + interval '1 day') at time zone ${zone}
  from generate_series(date_trunc('day', now() at time zone ${zone}) - interval '29 days',
    now() at time zone ${zone}, interval '1 day') as d`;

/** One stretch of time as `(start, stop)`. */
export const stretch = (from: Date, to: Date) => sql`select ${from}::timestamptz, ${to}::timestamptz`;

/**
 * Returns the figures of each stretch, in order; zeros if nothing is stored. For more than one hour, `convertTypicalMs`
 * is the mean over the hours, weighted by the documents converted, and `convertSlowMs` that of the slowest hour.
 */
export async function readFigures(db: Db, stretches: RawBuilder<unknown>): Promise<FiguresPart[]> {
  const { rows } = await sql<FiguresPart>`
    select start as from, stop as to, ${sum('delivered')} as delivered, ${sum('not_sent')} as "notSent",
      ${sum('uncertain')} as uncertain, ${sum('received')} as received, ${sum('converted')} as converted,
      ${sum('not_converted')} as "notConverted",
      (sum(convert_typical_ms::float8 * converted)
        / nullif(sum(converted) filter (where convert_typical_ms is not null), 0))::float8 as "convertTypicalMs",
      max(convert_slow_ms)::int as "convertSlowMs", coalesce(max(oldest_seconds), 0)::int as "oldestSeconds"
    from (${stretches}) as stretches (start, stop)
    left join hour_figures on hour >= start and hour < stop
    group by start, stop order by start`.execute(db);
  return rows;
}

/** Returns when figures were last stored; null before the first time. */
export async function readStoredAt(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('hour_figures')
    .select('counted_at')
    .orderBy('hour', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.counted_at ?? null;
}

/** Returns the reasons why faxes were not sent since `from`, most frequent first. */
export async function readReasons(db: Db, from: Date): Promise<{ reason: string; count: number }[]> {
  const { rows } = await sql<{ reason: string; count: number }>`
    select key as reason, sum(value::int)::int as count
    from hour_figures, jsonb_each_text(reasons) where hour >= ${from}
    group by key order by count desc, key`.execute(db);
  return rows;
}
