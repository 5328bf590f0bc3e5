import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { isReady } from './queued-copies.store.ts';
import { LINK_COLUMNS } from './storage.store.ts';
import type { StorageKind, StorageLink } from './storage.store.ts';

/** Channel that tells workers about new copies and changed settings (migration 0095). */
export const STORAGE_CHANNEL = 'f2e_storage';

/** Whether a copy `d` of the storage can be made now. */
const READY = isReady(sql`storage_link.file_type`);

const ofActing = sql`exists (select from account a where a.id = storage_link.account_id and a.acts)`;
/** Lease on a storage, in seconds. Longer than any one file may take; it is renewed for every file. */
const LEASE_SECONDS = 600;

/**
 * Adds a copy to make for each storage that is set up and turned on, in the transaction that announces the fax (spec
 * http-api 7.6). The copy counts as planned when the fax arrived, because waiting for the words of its pages ends some
 * minutes after that.
 */
export async function insertDeliveries(tx: Db, account: AccountId, fid: number): Promise<void> {
  await sql`
    insert into storage_delivery (storage_id, account_id, fax_id, created_at)
    select id, account_id, ${fid}, (
        select d.created_at from fax f join document d on d.id = f.document_id
        where f.account_id = ${account} and f.id = ${fid})
    from storage_link
    where account_id = ${account} and active and place->>'host' <> '' and place->>'login' <> '' and secret is not null
      and (kind = 'sftp' or place->>'folder' <> '')
    on conflict do nothing`.execute(tx);
}

/**
 * Most storages on one server that are served at once in the whole installation: a slow server must never occupy every
 * worker.
 */
const MOST_OF_HOST = 4;

/** Claims storages that are due, of accounts that may act. No other worker delivers there while the lease lasts. */
export async function claimLinks(db: Db, room: number): Promise<StorageLink[]> {
  const links: StorageLink[] = [];
  // One by one, because each counts toward its server's limit.
  while (links.length < room) {
    const link = await claimLink(db);
    if (!link) break;
    links.push(link);
  }
  return links;
}

async function claimLink(db: Db): Promise<StorageLink | undefined> {
  const { rows } = await sql<StorageLink>`
    with busy as materialized (
      select lower(place->>'host') as host from storage_link where lease_until > now()
      group by 1 having count(*) >= ${MOST_OF_HOST}
    ), due as (
      select id from storage_link
      where active and not held and ${ofActing} and next_at <= now() and (lease_until is null or lease_until < now())
        and exists (select 1 from storage_delivery d where d.storage_id = storage_link.id and ${READY})
        and lower(place->>'host') not in (select host from busy)
      order by next_at limit 1 for update skip locked
    ), taken as (
      update storage_link l set lease_token = l.lease_token + 1, lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
      from due where l.id = due.id returning l.*
    )
    select ${LINK_COLUMNS} from taken l`.execute(db);
  return rows[0];
}

/** Returns the milliseconds until the next storage is due; undefined if nothing waits. */
export async function nextDue(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number | null }>`
    select extract(epoch from min(greatest(next_at, coalesce(lease_until, next_at))) - now())::float8 * 1000 as ms
    from storage_link where active and not held and ${ofActing}
      and exists (select 1 from storage_delivery d where d.storage_id = storage_link.id and ${READY})`.execute(
    db,
  );
  return rows[0]?.ms ?? undefined;
}

/** Most attempts of a copy whose part files are remembered. */
const MOST_PARTS = 50;

/**
 * Records an attempt and its file name, and renews the lease. Returns the earlier attempts, whose part files may still
 * be there; undefined if another worker has the lease by now.
 */
export async function beginCopy(
  db: Db,
  link: StorageLink,
  copyId: number,
  fileName: string,
): Promise<readonly string[] | undefined> {
  const own = String(link.leaseToken);
  const { rows } = await sql<{ parts: string[] }>`
    with kept as (
      update storage_link set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
      where id = ${link.id} and lease_token = ${link.leaseToken} and active returning id
    )
    update storage_delivery set tries = tries + 1, file_name = ${fileName},
      parts = case when cardinality(parts) < ${MOST_PARTS} then array_append(array_remove(parts, ${own}), ${own}) else parts end
    from kept where storage_delivery.id = ${copyId} and storage_id = kept.id and state = 'queued'
    returning parts`.execute(db);
  return rows[0]?.parts.filter((part) => part !== own);
}

/**
 * Returns whether the copy is still this worker's to make. If so, nobody takes over the storage before a whole lease
 * has passed.
 */
export async function keepCopy(db: Db, link: StorageLink, copyId: number): Promise<boolean> {
  const { rows } = await sql`
    update storage_link l set lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
    from storage_delivery d
    where l.id = ${link.id} and l.lease_token = ${link.leaseToken} and l.active
      and d.id = ${copyId} and d.storage_id = l.id and d.state = 'queued' returning l.id`.execute(db);
  return rows.length > 0;
}

/** Records that the file is there. Returns false if that was recorded before. */
export async function finishCopy(db: Db, copyId: number, place: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update storage_delivery set state = 'done', place = ${place}, reason = '', parts = '{}', ended_at = now()
    where id = ${copyId} and state = 'queued'`.execute(db);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Records that this copy can never be made; the ones behind it can. */
export async function failCopy(db: Db, copyId: number, reason: string): Promise<void> {
  await sql`
    update storage_delivery set state = 'failed', reason = ${reason}, ended_at = now()
    where id = ${copyId} and state = 'queued'`.execute(db);
}

/**
 * Records that the storage works and clears earlier faults. The first host key that it showed becomes the known one.
 */
export async function noteWorking(db: Db, link: StorageLink, hostKey = ''): Promise<void> {
  await sql`
    update storage_link set failing_since = null, tries = 0, last_error = '', noticed_at = null, last_ok_at = now(),
      host_key = case when host_key = '' then ${hostKey} else host_key end
    where id = ${link.id} and lease_token = ${link.leaseToken}`.execute(db);
}

/** How a storage failed, and when it is retried. */
export interface LinkFailure {
  reason: string;
  held: boolean;
  waitSeconds: number;
  offeredKey: string;
  noticed: boolean;
}

/** Records a failure and releases the lease. Returns false if the settings have changed since. */
export async function noteFailing(tx: Db, link: StorageLink, failure: LinkFailure): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update storage_link set failing_since = coalesce(failing_since, now()), tries = tries + 1,
      last_error = ${failure.reason}, held = ${failure.held}, offered_key = ${failure.offeredKey},
      next_at = now() + make_interval(secs => ${failure.waitSeconds}), lease_until = null,
      noticed_at = case when ${failure.noticed} then now() else noticed_at end
    where id = ${link.id} and lease_token = ${link.leaseToken}`.execute(tx);
  if (Number(numAffectedRows ?? 0) === 0) return false;
  await sql`
    update storage_delivery set reason = ${failure.reason}
    where id = (select min(id) from storage_delivery where storage_id = ${link.id} and state = 'queued')`.execute(
    tx,
  );
  return true;
}

/** Releases the lease; storages that have waited longer are served first. */
export async function releaseLink(db: Db, link: StorageLink): Promise<void> {
  await sql`
    update storage_link set lease_until = null, next_at = greatest(next_at, now())
    where id = ${link.id} and lease_token = ${link.leaseToken}`.execute(db);
}

/**
 * Claims the storages that wait for a person and whose owner has not been notified for a while, or ever. They count as
 * notified.
 */
export async function claimHeldNotices(tx: Db, everyDays: number): Promise<StorageLink[]> {
  const { rows } = await sql<StorageLink>`
    with silent as (
      select id from storage_link
      where active and held and ${ofActing} and coalesce(noticed_at, failing_since) < now() - make_interval(days => ${everyDays})
        and exists (select 1 from storage_delivery d where d.storage_id = storage_link.id and d.state = 'queued')
      limit 100 for update skip locked
    ), noted as (
      update storage_link l set noticed_at = now() from silent where l.id = silent.id returning l.*
    )
    select ${LINK_COLUMNS} from noted l`.execute(tx);
  return rows;
}

/** The recipient of a notice. */
export interface StorageOwner {
  brandId: number;
  email: string;
  language: string;
  number: string;
}

/** Returns the owner of an account, with what a mail needs. */
export async function findOwner(db: Db, account: AccountId): Promise<StorageOwner | undefined> {
  const { rows } = await sql<StorageOwner>`
    select a.brand_id as "brandId", a.admin_email as email, coalesce(s.language, 'en') as language,
      coalesce(a.fax_number, '') as number
    from account a left join account_settings s on s.account_id = a.id where a.id = ${account}`.execute(db);
  return rows[0];
}

/** A copy as the page lists it. */
export interface ListedCopy {
  id: number;
  fid: number;
  from: string;
  at: Date;
  state: 'queued' | 'done' | 'failed';
  name: string;
  place: string;
  reason: string;
  endedAt: Date | null;
}

/** Returns the newest copies of a storage. */
export async function listCopies(
  db: Db,
  account: AccountId,
  kind: StorageKind,
  limit: number,
): Promise<ListedCopy[]> {
  const { rows } = await sql<ListedCopy>`
    select d.id, d.fax_id as fid, f.other_number as "from", f.fax_at as at, d.state, d.file_name as name, d.place,
      d.reason, d.ended_at as "endedAt"
    from storage_link l
    join storage_delivery d on d.storage_id = l.id
    join fax f on f.account_id = d.account_id and f.id = d.fax_id
    where l.account_id = ${account} and l.kind = ${kind} order by d.id desc limit ${limit}`.execute(db);
  return rows;
}
