import { sql } from 'kysely';

import type { CopyNaming } from '#contract/faxes/storage.ts';
import type { Db } from '#engine/database/port.ts';
import type { AccountId, AdministratorId } from '#server/kit/scope.ts';

export type StorageKind = 'sftp' | 'egnyte';
export type NamePattern = 'from-first' | 'date-first' | 'company-first';

/** The part of a storage that is not secret. Egnyte: `host` is the prefix of the domain, `login` the user there. */
export interface StoragePlace {
  host: string;
  port: number;
  folder: string;
  login: string;
}

/** The settings of a storage, with the outcome of its last test. */
export interface StorageSettings {
  active: boolean;
  place: StoragePlace;
  secret: string | null;
  hostKey: string;
  offeredKey: string;
  fileType: CopyNaming['fileType'];
  namePattern: NamePattern;
  byMonth: boolean;
  held: boolean;
  lastError: string;
}

/** A storage of an account. */
export interface StorageLink extends StorageSettings {
  id: number;
  accountId: AccountId;
  kind: StorageKind;
  failingSince: Date | null;
  tries: number;
  nextAt: Date;
  lastOkAt: Date | null;
  noticedAt: Date | null;
  leaseToken: number;
  waiting: number;
}

/** Columns of a StorageLink, from a table aliased `l`. */
export const LINK_COLUMNS = sql`
  l.id, l.account_id as "accountId", l.kind, l.active, l.place, l.secret, l.host_key as "hostKey",
  l.offered_key as "offeredKey", l.file_type as "fileType", l.name_pattern as "namePattern", l.by_month as "byMonth",
  l.failing_since as "failingSince", l.tries, l.next_at as "nextAt", l.held, l.last_error as "lastError",
  l.last_ok_at as "lastOkAt", l.noticed_at as "noticedAt", l.lease_token as "leaseToken",
  (select count(*)::int from storage_delivery d where d.storage_id = l.id and d.state = 'queued') as waiting`;

/** Returns the account's storage of a kind. */
export async function findLink(
  db: Db,
  account: AccountId,
  kind: StorageKind,
): Promise<StorageLink | undefined> {
  const { rows } = await sql<StorageLink>`
    select ${LINK_COLUMNS} from storage_link l where l.account_id = ${account} and l.kind = ${kind}`.execute(
    db,
  );
  return rows[0];
}

/** Serializes two concurrent saves, so that each sees what the other wrote. */
export async function lockAccount(tx: Db, account: AccountId): Promise<void> {
  await tx.selectFrom('account').select('id').where('id', '=', account).forNoKeyUpdate().execute();
}

/**
 * Writes what a person decided. A worker that is delivering loses its lease, and with it the right to record an outcome
 * of the old settings. Waiting copies are due at once.
 */
export async function saveLink(
  tx: Db,
  account: AccountId,
  kind: StorageKind,
  settings: StorageSettings,
): Promise<void> {
  const { active, place, secret, hostKey, offeredKey, fileType, namePattern, byMonth, held, lastError } =
    settings;
  await sql`
    insert into storage_link as l (account_id, kind, active, place, secret, host_key, offered_key, file_type,
      name_pattern, by_month, held, last_error, failing_since)
    values (${account}, ${kind}, ${active}, ${JSON.stringify(place)}, ${secret}, ${hostKey}, ${offeredKey}, ${fileType},
      ${namePattern}, ${byMonth}, ${held}, ${lastError}, case when ${lastError} = '' then null else now() end)
    on conflict (account_id, kind) do update set
      active = excluded.active, place = excluded.place, secret = excluded.secret, host_key = excluded.host_key,
      offered_key = excluded.offered_key, file_type = excluded.file_type, name_pattern = excluded.name_pattern,
      by_month = excluded.by_month, held = excluded.held, last_error = excluded.last_error, tries = 0,
      failing_since = case when excluded.last_error = '' then null else coalesce(l.failing_since, now()) end,
      noticed_at = case when excluded.last_error = '' then null else l.noticed_at end,
      next_at = now(), lease_token = l.lease_token + 1, lease_until = null, updated_at = now()`.execute(tx);
  await sql`select pg_notify('f2e_storage', '')`.execute(tx);
}

/**
 * Removes the waiting copies of a storage that was disconnected for good: they have no destination (spec http-api 7.5).
 */
export async function dropWaiting(tx: Db, linkId: number): Promise<void> {
  await tx
    .deleteFrom('storage_delivery')
    .where('storage_id', '=', linkId)
    .where('state', '=', 'queued')
    .execute();
}

/** Makes waiting copies due now. Returns true if there is such a storage. */
export async function makeDue(tx: Db, account: AccountId, kind: StorageKind): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update storage_link set next_at = now() where account_id = ${account} and kind = ${kind}`.execute(tx);
  await sql`select pg_notify('f2e_storage', '')`.execute(tx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** Replaces the tokens of a connection, unless it leads to another domain by now. */
export async function saveSecret(
  db: Db,
  { id, place }: Pick<StorageLink, 'id' | 'place'>,
  secret: string,
): Promise<void> {
  await db
    .updateTable('storage_link')
    .set({ secret })
    .where('id', '=', id)
    .where('secret', 'is not', null)
    .where(sql`place->>'host'`, '=', place.host)
    .execute();
}

/** How long one renewal may take; a process that claimed it longer ago has died. */
const RENEWAL_SECONDS = 60;

/** Claims the renewal of a connection's tokens; undefined while another process is at it. The end of the claim names it. */
export async function claimRenewal(db: Db, id: number): Promise<Date | undefined> {
  // As exact as a date of ours.
  const { rows } = await sql<{ until: Date }>`
    update storage_link set renewing_until = date_trunc('milliseconds', now()) + make_interval(secs => ${RENEWAL_SECONDS})
    where id = ${id} and (renewing_until is null or renewing_until < now())
    returning renewing_until as until`.execute(db);
  return rows[0]?.until;
}

/** Lets the next one renew, unless it does already: this claim was over. */
export async function endRenewal(db: Db, id: number, claim: Date): Promise<void> {
  const mine = db.updateTable('storage_link').where('id', '=', id).where('renewing_until', '=', claim);
  await mine.set({ renewing_until: null }).execute();
}

/** Locks the storages with a secret after an id, in order; nobody else can change them until the transaction ends. */
export async function lockSecrets(
  tx: Db,
  after: number,
  limit: number,
): Promise<(StorageLink & { secret: string })[]> {
  const { rows } = await sql<StorageLink & { secret: string }>`
    select ${LINK_COLUMNS} from storage_link l
    where l.id > ${after} and l.secret is not null order by l.id limit ${limit} for no key update of l`.execute(
    tx,
  );
  return rows;
}

/** A storage in an administrator's list. */
export interface ManagedAccountStorage {
  id: number;
  uid: number;
  faxNumber: string;
  email: string;
  kind: StorageKind;
  place: StoragePlace;
  active: boolean;
  lastError: string;
}

/** Returns the storages of all accounts of an administrator. */
export async function listManagedAccountStorages(
  db: Db,
  parent: AdministratorId,
): Promise<ManagedAccountStorage[]> {
  const { rows } = await sql<ManagedAccountStorage>`
    select l.id, a.id as uid, coalesce(a.fax_number, a.pending_number, '') as "faxNumber", a.admin_email as email,
      l.kind, l.place, l.active, l.last_error as "lastError"
    from storage_link l join account a on a.id = l.account_id
    where a.parent_id = ${parent} and a.state <> 'closed'
    order by a.fax_number, l.kind`.execute(db);
  return rows;
}
