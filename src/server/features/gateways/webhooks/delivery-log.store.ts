import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { readableBy } from '#server/features/gateways/events/events.service.ts';
import type { Owner } from '#server/kit/owner.ts';

/** The outcome of an attempt. */
export interface LoggedAttempt {
  at: Date;
  status: number | null;
  ms: number;
  fault: string;
}

/** A delivery as its owner sees it. */
export interface LoggedDelivery {
  id: number;
  endpointId: string;
  eventId: string;
  type: string;
  data: Record<string, unknown>;
  eventAt: Date;
  state: 'queued' | 'delivered' | 'failed';
  attempts: number;
  last: LoggedAttempt | null;
  nextAt: Date;
  createdAt: Date;
}

const COLUMNS = sql`
  d.id, d.endpoint_id as "endpointId", d.event_id as "eventId", v.type, v.data, v.created_at as "eventAt", d.state,
  coalesce(l.n, 0) as attempts, d.next_at as "nextAt", d.created_at as "createdAt",
  l.at as "lastAt", l.status as "lastStatus", l.ms as "lastMs", l.fault as "lastFault"`;
const SOURCE = sql`
  from webhook_delivery d join api_event v on v.id = d.event_id
  left join lateral (
    select n, at, status, ms, fault from webhook_attempt where delivery_id = d.id order by n desc limit 1) l on true`;

type Row = Omit<LoggedDelivery, 'last'> & {
  lastAt: Date | null;
  lastStatus: number | null;
  lastMs: number | null;
  lastFault: string | null;
};

function logged({ lastAt, lastStatus, lastMs, lastFault, ...row }: Row): LoggedDelivery {
  const last = lastAt && { at: lastAt, status: lastStatus, ms: lastMs ?? 0, fault: lastFault ?? '' };
  return { ...row, last };
}

/** A page of an endpoint's deliveries, newest first. */
export interface LogPage {
  state: LoggedDelivery['state'] | undefined;
  /** Only those before this id. */
  before: number | undefined;
  limit: number;
}

/** Returns deliveries of an endpoint. The caller has checked its owner. */
export async function listLog(
  db: Db,
  endpointId: string,
  { state, before, limit }: LogPage,
): Promise<LoggedDelivery[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} ${SOURCE}
    where d.endpoint_id = ${endpointId} and (${state ?? null}::text is null or d.state = ${state ?? null})
      and (${before ?? null}::bigint is null or d.id < ${before ?? null})
    order by d.id desc limit ${limit}`.execute(db);
  return rows.map(logged);
}

/** Returns one of these deliveries. */
export async function findLogged(
  db: Db,
  endpointId: string,
  id: number,
): Promise<LoggedDelivery | undefined> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} ${SOURCE} where d.endpoint_id = ${endpointId} and d.id = ${id}`.execute(db);
  return rows[0] && logged(rows[0]);
}

/** Returns every attempt of a delivery, oldest first. */
export async function listAttempts(db: Db, deliveryId: number): Promise<LoggedAttempt[]> {
  return await db
    .selectFrom('webhook_attempt')
    .select(['at', 'status', 'ms', 'fault'])
    .where('delivery_id', '=', deliveryId)
    .orderBy('n')
    .execute();
}

/**
 * Makes a delivery due now, with all its attempts. Returns false if there is none. A post in progress keeps its lease;
 * the delivery is due once it has ended, whatever became of it.
 */
export async function requeue(tx: Db, endpointId: string, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhook_delivery set state = 'queued', tries = 0, ended_at = null, next_at = now(),
      resend_after = case when lease_until is not null then lease_token end
    where id = ${id} and endpoint_id = ${endpointId}`.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Makes everything that waits for an endpoint due. Returns how many deliveries. */
export async function hurry(tx: Db, endpointId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update webhook_delivery set next_at = now() where endpoint_id = ${endpointId} and state = 'queued'
      and next_at > now()`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Adds a test event and its delivery, to one endpoint only. Returns the delivery's id. */
export async function insertTest(tx: Db, endpointId: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with event as (
      insert into api_event (account_id, parent_id, type, data)
      select account_id, parent_id, 'webhook.test', jsonb_build_object('object', 'webhook', 'id', 'whk_' || id)
      from webhook_endpoint where id = ${endpointId} returning id
    )
    insert into webhook_delivery (endpoint_id, event_id) select ${endpointId}, id from event returning id`.execute(
    tx,
  );
  await sql`select pg_notify('f2e_events', '')`.execute(tx);
  if (!rows[0]) throw new Error('a test event made no delivery');
  return rows[0].id;
}

/** Interval between recovered posts, so that a receiver that is back is not flooded. */
const RECOVER_EVERY_MS = 50;

/** An endpoint, its owner, and the start of the recovery. */
export interface MissedSince {
  owner: Owner;
  endpointId: string;
  since: Date;
}

/** Selects the events since a given time that an endpoint should have received and has not. */
const missed = ({ owner, endpointId, since }: MissedSince) => sql`
  from webhook_endpoint w
  join (select id, seq, type from api_event where created_at >= ${since} and ${readableBy(owner)}) v
    on v.seq is not null and v.type <> 'webhook.test' and (w.events = '{}' or v.type = any (w.events))
  left join webhook_delivery d on d.endpoint_id = w.id and d.event_id = v.id
  where w.id = ${endpointId} and (d.id is null or d.state = 'failed')`;

export async function countMissed(db: Db, of: MissedSince): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n ${missed(of)}`.execute(db);
  return rows[0]?.n ?? 0;
}

/**
 * Makes a delivery of each of them due, one after another. Returns how many, without those that somebody else has made
 * due in this moment.
 */
export async function recoverMissed(tx: Db, of: MissedSince): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into webhook_delivery (endpoint_id, event_id, next_at)
    select w.id, v.id,
      now() + make_interval(secs => (row_number() over (order by v.seq))::float8 * ${RECOVER_EVERY_MS} / 1000)
    ${missed(of)}
    on conflict (endpoint_id, event_id) do update
      set state = 'queued', tries = 0, ended_at = null, next_at = excluded.next_at
      where webhook_delivery.state = 'failed'`.execute(tx);
  await sql`select pg_notify('f2e_events', '')`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** How an endpoint performed in the last 24 hours. */
export interface EndpointHealth {
  endpointId: string;
  /** Attempts per hour, oldest first: how many arrived and how many failed. */
  hours: { ok: number; failed: number }[];
  medianMs: number | null;
  waiting: number;
  nextAt: Date | null;
  lastStatus: number | null;
  lastFault: string;
}

/** Returns the health of these endpoints. The caller has checked their owner. */
export async function readHealth(db: Db, endpointIds: readonly string[]): Promise<EndpointHealth[]> {
  const { rows } = await sql<EndpointHealth>`
    select w.id as "endpointId", h.hours, m.median as "medianMs", q.waiting, q.next as "nextAt",
      l.status as "lastStatus", coalesce(l.fault, '') as "lastFault"
    from webhook_endpoint w
    cross join lateral (
      select jsonb_agg(jsonb_build_object('ok', ok, 'failed', failed) order by hour) as hours from (
        select hour, count(a.n) filter (where a.status between 200 and 299) as ok,
          count(a.n) filter (where a.status is null or a.status not between 200 and 299) as failed
        from generate_series(0, 23) hour
        left join webhook_attempt a on a.endpoint_id = w.id
          and a.at > now() - interval '24 hours' + make_interval(hours => hour)
          and a.at <= now() - interval '23 hours' + make_interval(hours => hour)
        group by hour) counted) h
    cross join lateral (
      select round(percentile_cont(0.5) within group (order by ms))::int as median from webhook_attempt
      where endpoint_id = w.id and at > now() - interval '24 hours' and status between 200 and 299) m
    cross join lateral (
      select count(*)::int as waiting, min(next_at) as next from webhook_delivery
      where endpoint_id = w.id and state = 'queued') q
    left join lateral (
      select status, fault from webhook_attempt where endpoint_id = w.id order by at desc limit 1) l on true
    where w.id = any (${[...endpointIds]})`.execute(db);
  return rows;
}
