import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { removeRows } from '#server/kit/remove-rows.store.ts';
import type { Owner } from '#server/kit/owner.ts';

/** How many events are published at once. */
const BATCH = 500;

/** An event as it is published. */
export interface PublishedEvent {
  id: string;
  seq: number;
  type: string;
  data: Record<string, unknown>;
  createdAt: Date;
}

/** The reader: the owner of a key, or an operator, who reads everything. */
export type EventReader = Owner | { kind: 'operator' };

/** Returns whether committed events wait for their place in the order. */
export async function hasNewEvents(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('api_event')
    .select('id')
    .where('seq', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Gives committed events their places, and adds the deliveries to the endpoints that subscribe to them. One transaction
 * at a time, whichever process: a reader that has seen a number is never shown a lower one later. Returns how many.
 */
export async function publishSome(tx: Db): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('f2e events', 0))`.execute(tx);
  // A separate statement, so that it sees what the previous holder of the lock has committed.
  const { rows } = await sql<{ published: number }>`
    with fresh as (
      select id, row_number() over (order by created_at, id) as place
      from (select id, created_at from api_event where seq is null order by created_at, id limit ${BATCH}) waiting
    ), base as (
      -- Microseconds, so that the order goes on where events were purged or a backup was restored.
      select greatest(coalesce(max(seq), 0), (extract(epoch from clock_timestamp()) * 1e6)::bigint) as seq from api_event
    ), published as (
      update api_event e set seq = base.seq + fresh.place from fresh, base where e.id = fresh.id
      returning e.id, e.account_id, e.parent_id, e.type
    ), planned as (
      insert into webhook_delivery (endpoint_id, event_id)
      -- By their indexes: an installation may have thousands of endpoints, and an event is for few of them.
      select w.id, p.id
      from (select *, coalesce(parent_id, event_parent(account_id)) as administrator from published) p
      cross join lateral (
        select id, active, events from webhook_endpoint where account_id = p.account_id
        union all select id, active, events from webhook_endpoint where parent_id = p.administrator) w
      where w.active and p.type <> 'webhook.test' and (w.events = '{}' or p.type = any (w.events))
      on conflict do nothing
    )
    select count(*)::int as published from published`.execute(tx);
  return rows[0]?.published ?? 0;
}

/** Where a page of the list starts, and its filter and size. */
export interface EventPage {
  after: number;
  type: string | undefined;
  limit: number;
}

/** Returns the published events that a reader may see, in their order. */
export async function readEvents(
  db: Db,
  reader: EventReader,
  { after, type, limit }: EventPage,
): Promise<PublishedEvent[]> {
  const { rows } = await sql<PublishedEvent>`
    select id, seq, type, data, created_at as "createdAt" from api_event
    where seq > ${after} and ${ofReader(reader)} and (${type ?? null}::text is null or type = ${type ?? null})
    order by seq limit ${limit}`.execute(db);
  return rows;
}

/** Returns the condition on `api_event` that leaves only what a reader may see. */
export function ofReader(reader: EventReader) {
  if (reader.kind === 'operator') return sql`true`;
  if (reader.kind === 'account') return sql`account_id = ${reader.id}`;
  return sql`(parent_id = ${reader.id} or account_id in (
    select a.id from account a join product p on p.id = a.product_id
    where a.parent_id = ${reader.id} and p.parent_view))`;
}

/** Removes up to `limit` events older than `days`, with their deliveries. Returns how many. */
export async function deleteOldEvents(db: Db, days: number, limit: number): Promise<number> {
  const when = sql`created_at < now() - make_interval(days => ${days})`;
  return await removeRows(db, 'api_event', ['id'], { when, limit });
}
