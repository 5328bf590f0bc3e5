import { sql } from 'kysely';

import type { Database, Db } from '#engine/database/port.ts';

import type { PostOutcome } from './post-webhook.ts';

/** Lease of a delivery, in seconds: longer than a post may take. What a killed worker held is due again after it. */
const LEASE_SECONDS = 60;

/** Concurrent posts in the whole installation, to one host and per owner: a slow one never occupies every worker. */
const MOST = { host: 2, holder: 8 } as const;

/** A delivery that this worker posts now; a later claim has a higher token. */
export interface ClaimedDelivery {
  id: number;
  token: number;
  tries: number;
  endpointId: string;
  url: string;
  secret: string;
  oldSecret: string | null;
  eventId: string;
  type: string;
  data: Record<string, unknown>;
  createdAt: Date;
}

/** Claims deliveries that are due for this worker: those of the owners with the fewest first (migration 0560). */
export async function claimDeliveries(
  { kept }: Pick<Database, 'kept'>,
  room: number,
): Promise<ClaimedDelivery[]> {
  return await kept(sql<ClaimedDelivery>`
    select d.id, claimed.token, d.tries, e.id as "endpointId", e.url, e.secret,
      case when e.old_until > now() then e.old_secret end as "oldSecret",
      v.id as "eventId", v.type, v.data, v.created_at as "createdAt"
    from claim_webhook_deliveries(${room}::int, ${LEASE_SECONDS}, ${MOST.host}, ${MOST.holder}) claimed
    join webhook_delivery d on d.id = claimed.id
    join webhook_endpoint e on e.id = d.endpoint_id join api_event v on v.id = d.event_id`);
}

/** Returns the milliseconds until the next delivery is due; undefined if nothing waits. */
export async function nextDue(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    select extract(epoch from min(d.at) - now())::float8 * 1000 as ms
    from webhook_endpoint e cross join lateral (
      select greatest(next_at, coalesce(lease_until, next_at)) as at from webhook_delivery
      where endpoint_id = e.id and state = 'queued' order by next_at limit 1) d
    where e.active and webhook_acts(e.account_id, e.parent_id)`.execute(db);
  return rows[0]?.ms ?? undefined;
}

/** A post that arrived. */
export interface ArrivedPost {
  claim: Pick<ClaimedDelivery, 'id' | 'token'>;
  outcome: Pick<PostOutcome, 'status' | 'ms'>;
}

/** Whether somebody asked, while delivery `d` was being posted, to post it again (`requeue`). */
const AGAIN = sql`d.resend_after is not distinct from d.lease_token`;

/**
 * Records posts that arrived, all in one statement. Returns how many; deliveries that another worker has by now are
 * left alone.
 */
export async function noteDelivered(
  { kept }: Pick<Database, 'kept'>,
  posts: readonly ArrivedPost[],
): Promise<number> {
  const noted = await kept(sql`
    with posted as (
      select * from unnest(${posts.map(({ claim }) => claim.id)}::bigint[], ${posts.map(({ claim }) => claim.token)}::bigint[],
        ${posts.map(({ outcome }) => outcome.status)}::int[], ${posts.map(({ outcome }) => outcome.ms)}::int[])
        as p (id, token, status, ms)
    ), mine as (
      update webhook_delivery d set lease_until = null,
        state = case when ${AGAIN} then 'queued' else 'delivered' end,
        tries = case when ${AGAIN} then 0 else d.tries + 1 end,
        ended_at = case when ${AGAIN} then null else now() end
      from posted where d.id = posted.id and d.lease_token = posted.token and d.state = 'queued'
      returning d.id, d.endpoint_id, posted.status, posted.ms
    ), attempt as (
      insert into webhook_attempt (delivery_id, n, endpoint_id, status, ms)
      select mine.id, coalesce((select max(n) from webhook_attempt where delivery_id = mine.id), 0) + 1,
        mine.endpoint_id, mine.status, mine.ms from mine
    ), working as (
      update webhook_endpoint e set failing_since = null, warned_at = null
      from mine where e.id = mine.endpoint_id and e.failing_since is not null
    )
    select id from mine`);
  return noted.length;
}

/** How long an endpoint has failed, and whether its owner was notified. */
export interface FailingEndpoint {
  /** The address that it posts to now. */
  url: string;
  failingDays: number;
  warned: boolean;
}

/**
 * Records a failed post: the delivery waits for its next attempt, or has failed for good. Returns undefined if another
 * worker has the delivery by now.
 */
export async function noteFailed(
  tx: Db,
  claim: ClaimedDelivery,
  outcome: PostOutcome,
  waitSeconds: number | undefined,
): Promise<FailingEndpoint | undefined> {
  const wait = waitSeconds ?? null;
  const { rows } = await sql<FailingEndpoint>`
    with mine as (
      update webhook_delivery d set lease_until = null,
        tries = case when ${AGAIN} then 0 else tries + 1 end,
        state = case when ${wait}::float8 is null and not ${AGAIN} then 'failed' else 'queued' end,
        ended_at = case when ${wait}::float8 is null and not ${AGAIN} then now() end,
        next_at = now() + make_interval(secs => case when ${AGAIN} then 0 else coalesce(${wait}::float8, 0) end)
      where id = ${claim.id} and lease_token = ${claim.token} and state = 'queued' returning id, endpoint_id
    ), attempt as (
      insert into webhook_attempt (delivery_id, n, endpoint_id, status, ms, fault)
      select mine.id, coalesce((select max(n) from webhook_attempt where delivery_id = mine.id), 0) + 1,
        mine.endpoint_id, ${outcome.status}::int, ${outcome.ms}::int, ${outcome.fault} from mine
    )
    update webhook_endpoint e
    set failing_since = case when e.url = ${claim.url} then coalesce(e.failing_since, now()) else e.failing_since end
    from mine where e.id = mine.endpoint_id
    returning e.url, extract(epoch from now() - e.failing_since)::float8 / 86400 as "failingDays",
      e.warned_at is not null as warned`.execute(tx);
  return rows[0];
}

/** The owner of an endpoint, for mails; the owner is notified once. */
export interface EndpointOwner {
  accountId: number | null;
  administratorId: number | null;
  url: string;
  brandId: number;
  email: string;
  language: string;
}

/** Returns whom to notify about an endpoint; undefined if there is nobody anymore. */
export async function findEndpointOwner(tx: Db, endpointId: string): Promise<EndpointOwner | undefined> {
  const { rows } = await sql<EndpointOwner>`
    select e.account_id as "accountId", e.parent_id as "administratorId", e.url,
      coalesce(a.brand_id, p.brand_id) as "brandId", coalesce(a.admin_email, p.email) as email,
      coalesce(s.language, b.lang) as language
    from webhook_endpoint e
    left join account a on a.id = e.account_id left join account_settings s on s.account_id = a.id
    left join parent p on p.id = e.parent_id join brand b on b.id = coalesce(a.brand_id, p.brand_id)
    where e.id = ${endpointId}`.execute(tx);
  return rows[0];
}

/** Records that the owner was notified. */
export async function noteWarned(tx: Db, endpointId: string): Promise<void> {
  await tx
    .updateTable('webhook_endpoint')
    .set({ warned_at: sql<Date>`now()` })
    .where('id', '=', endpointId)
    .execute();
}

/** Turns an endpoint off. Its waiting deliveries fail, and can be recovered. Returns false if it was already off. */
export async function turnOff(
  tx: Db,
  endpointId: string,
  reason: 'owner' | 'operator' | 'gone' | 'failing',
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update webhook_endpoint set active = false, off_reason = ${reason} where id = ${endpointId} and active`.execute(
    tx,
  );
  await sql`
    update webhook_delivery set state = 'failed', ended_at = now(), lease_until = null
    where endpoint_id = ${endpointId} and state = 'queued'`.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Notifies programs of the same owner that an endpoint was turned off. */
export async function insertDisabledEvent(tx: Db, endpointId: string, reason: string): Promise<void> {
  await sql`
    insert into api_event (account_id, parent_id, type, data)
    select account_id, parent_id, 'webhook.disabled',
      jsonb_build_object('object', 'webhook', 'id', 'whk_' || id, 'reason', ${reason}::text)
    from webhook_endpoint where id = ${endpointId}`.execute(tx);
}
