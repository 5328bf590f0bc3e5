import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { columnOf } from '#server/kit/owner.ts';
import type { Owner } from '#server/kit/owner.ts';

/** An endpoint without its secrets. */
export interface Endpoint {
  id: string;
  url: string;
  description: string;
  events: string[];
  active: boolean;
  offReason: 'owner' | 'operator' | 'gone' | 'failing' | null;
  failingSince: Date | null;
  createdAt: Date;
}

/** Serializes the counting and adding of an owner's endpoints until the transaction ends. */
export async function lockEndpoints(tx: Db, { kind, id }: Owner): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks of ${kind}/${id}`}, 0))`.execute(tx);
}

export async function listEndpoints(db: Db, owner: Owner): Promise<Endpoint[]> {
  return await endpointsOf(db, owner).orderBy('created_at').orderBy('id').execute();
}

export async function findEndpoint(db: Db, owner: Owner, id: string): Promise<Endpoint | undefined> {
  return await endpointsOf(db, owner).where('id', '=', id).executeTakeFirst();
}

function endpointsOf(db: Db, owner: Owner) {
  return db
    .selectFrom('webhook_endpoint')
    .select(['id', 'url', 'description', 'events', 'active'])
    .select(['off_reason as offReason', 'failing_since as failingSince', 'created_at as createdAt'])
    .where(columnOf(owner), '=', owner.id);
}

/** The row of a new endpoint. */
export interface NewEndpointRow {
  id: string;
  account_id: number | null;
  parent_id: number | null;
  url: string;
  host: string;
  description: string;
  events: string[];
  secret: string;
}

export async function insertEndpoint(tx: Db, row: NewEndpointRow): Promise<void> {
  await tx.insertInto('webhook_endpoint').values(row).execute();
}

/** The changes to an endpoint; a new address starts without the failures of the old one. */
export interface EndpointChange {
  url?: string | undefined;
  host?: string | undefined;
  description?: string | undefined;
  events?: string[] | undefined;
}

/** Returns false if the owner has no such endpoint. */
export async function updateEndpoint(
  tx: Db,
  owner: Owner,
  id: string,
  change: EndpointChange,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_endpoint')
    .set({ id, ...change, ...(change.url !== undefined && { failing_since: null, warned_at: null }) })
    .where(columnOf(owner), '=', owner.id)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Turns an endpoint on and clears its earlier failures. */
export async function turnOn(tx: Db, owner: Owner, id: string): Promise<void> {
  await tx
    .updateTable('webhook_endpoint')
    .set({ active: true, off_reason: null, failing_since: null, warned_at: null, stopped_host: null })
    .where(columnOf(owner), '=', owner.id)
    .where('id', '=', id)
    .execute();
}

/** Records the host that an operator stops, even if the endpoint gets another address later. */
export async function noteStopped(tx: Db, id: string): Promise<void> {
  await tx
    .updateTable('webhook_endpoint')
    .set({ stopped_host: sql<string>`host` })
    .where('id', '=', id)
    .where('stopped_host', 'is', null)
    .execute();
}

/** Returns whether an operator stopped posts to this host for the owner. */
export async function isStoppedHost(db: Db, owner: Owner, host: string): Promise<boolean> {
  const row = await db
    .selectFrom('webhook_endpoint')
    .select('id')
    .where(columnOf(owner), '=', owner.id)
    .where('stopped_host', '=', host)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns false if the owner has no such endpoint. */
export async function deleteEndpoint(tx: Db, owner: Owner, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('webhook_endpoint')
    .where(columnOf(owner), '=', owner.id)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns the sealed secret, locked until the transaction ends. */
export async function lockSecret(tx: Db, owner: Owner, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('webhook_endpoint')
    .select('secret')
    .where(columnOf(owner), '=', owner.id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.secret;
}

/** Saves a new secret. The previous one, if it can be read, also signs for `hours`. Returns until when. */
export async function saveSecrets(
  tx: Db,
  id: string,
  { secret, oldSecret, hours }: { secret: string; oldSecret: string | null; hours: number },
): Promise<Date> {
  const { until } = await tx
    .updateTable('webhook_endpoint')
    .set({ secret, old_secret: oldSecret, old_until: sql<Date>`now() + make_interval(hours => ${hours})` })
    .where('id', '=', id)
    .returning(sql<Date>`old_until`.as('until'))
    .executeTakeFirstOrThrow();
  return until;
}

/** Returns whether it is an account that handles health records. */
export async function isHipaa(db: Db, { kind, id }: Owner): Promise<boolean> {
  if (kind === 'parent') return false;
  const row = await db.selectFrom('account').select('is_hipaa').where('id', '=', id).executeTakeFirst();
  return row?.is_hipaa === true;
}
