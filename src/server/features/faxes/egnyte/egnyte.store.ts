import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { BrandHome } from '#server/kit/brand-origin.ts';
import { provenAccount } from '#server/kit/scope.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** A file of a task. */
export interface TaskItem {
  name: string;
  path: string;
  size: number;
}

/** Files that somebody chose in Egnyte to be faxed. */
export interface EgnyteTask {
  id: string;
  domain: string;
  username: string;
  token: string;
  settings: string;
  items: TaskItem[];
  accountId: AccountId | null;
}

const TASK = sql`id, domain, username, token, settings, items, account_id as "accountId"`;

/** Stores the state of an authorization; it is valid once, for ten minutes, in one session (A-EGNYTE-02). */
export async function insertState(
  db: Db,
  state: { hash: Buffer; accountId: AccountId; sessionHash: Buffer; domain: string },
): Promise<void> {
  const { hash, accountId, domain } = state;
  await db
    .insertInto('token')
    .values({
      purpose: 'oauth_state',
      hash,
      subject_kind: 'account',
      subject_id: accountId,
      extra: JSON.stringify({ domain, session: state.sessionHash.toString('hex') }),
      expires_at: sql<Date>`now() + interval '10 minutes'`,
    })
    .execute();
}

/** Uses up a state. Returns undefined if it is unknown, used, expired, or from another session. */
export async function takeState(
  db: Db,
  hash: Buffer,
  sessionHash: Buffer,
): Promise<{ accountId: AccountId; domain: string } | undefined> {
  const { rows } = await sql<{ id: number; domain: string }>`
    update token set used_at = now()
    where hash = ${hash} and purpose = 'oauth_state' and used_at is null and expires_at > now()
      and extra->>'session' = ${sessionHash.toString('hex')}
    returning subject_id as id, extra->>'domain' as domain`.execute(db);
  const [row] = rows;
  return row && { accountId: provenAccount(row.id), domain: row.domain };
}

/** Stores a task, and deletes the expired ones. `link`: the key that lets it send; undefined as long as nobody agreed. */
export async function insertTask(
  db: Db,
  { link, ...task }: Omit<EgnyteTask, 'accountId'> & { link: EgnyteLink | undefined; openHash: Buffer },
): Promise<void> {
  await sql`delete from egnyte_task where expires_at < now()`.execute(db);
  await sql`
    insert into egnyte_task
      (id, domain, username, token, settings, items, account_id, link_id, open_hash, open_until, expires_at)
    values (${task.id}, ${task.domain}, ${task.username}, ${task.token}, ${task.settings}, ${JSON.stringify(task.items)},
      ${link?.accountId ?? null}, ${link?.id ?? null}, ${task.openHash}, now() + interval '5 minutes',
      now() + interval '24 hours')`.execute(db);
}

/** Assigns the task to the first browser that opens its one-time address; returns undefined from then on. */
export async function openTask(db: Db, openHash: Buffer, pinHash: Buffer): Promise<EgnyteTask | undefined> {
  const { rows } = await sql<EgnyteTask>`
    update egnyte_task set pin_hash = ${pinHash}
    where open_hash = ${openHash} and pin_hash is null and open_until > now() returning ${TASK}`.execute(db);
  return rows[0];
}

/**
 * Returns the task of this browser, on a host of its account's brand; undefined for everybody else (A-SEND-23,
 * A-XDOM-07), and once the key is gone that let it send (A-EGNYTE-08).
 */
export async function findTask(
  db: Db,
  id: string,
  pinHash: Buffer,
  brandId: number,
): Promise<EgnyteTask | undefined> {
  const { rows } = await sql<EgnyteTask>`
    select ${TASK} from egnyte_task t where id = ${id} and pin_hash = ${pinHash} and expires_at > now()
      and (account_id is null or exists (
        select from egnyte_link l join account a on a.id = l.account_id
        where l.id = t.link_id and a.id = t.account_id and a.brand_id = ${brandId}))`.execute(db);
  return rows[0];
}

/** Returns the database's time in milliseconds since 1970, rounded up: one clock for all machines. */
export async function databaseTime(db: Db): Promise<number> {
  const { rows } = await sql<{ ms: number }>`
    select ceil(extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database did not say its time');
  return row.ms;
}

/** Returns whether this session's login was at or after `since`. */
export async function isLoginSince(db: Db, sessionHash: Buffer, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('session')
    .select('id_hash')
    .where('id_hash', '=', sessionHash)
    .where('created_at', '>=', since)
    .executeTakeFirst();
  return row !== undefined;
}

/** Links a task to the account that it sends faxes for from now on. */
export async function linkTask(tx: Db, id: string, link: EgnyteLink): Promise<void> {
  const linked = { account_id: link.accountId, link_id: link.id };
  await tx.updateTable('egnyte_task').set(linked).where('id', '=', id).execute();
}

/** A key that Egnyte keeps for a person, and the account that it sends faxes for. */
export interface EgnyteLink {
  id: number;
  accountId: AccountId;
}

/** Stores a key that Egnyte keeps for a person. */
export async function insertLink(
  tx: Db,
  accountId: AccountId,
  domain: string,
  keyHash: Buffer,
): Promise<EgnyteLink> {
  const { id } = await tx
    .insertInto('egnyte_link')
    .values({ account_id: accountId, domain, key_hash: keyHash })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, accountId };
}

/** Returns a key of this domain with its account, if the account may act. */
export async function findLinked(db: Db, domain: string, keyHash: Buffer): Promise<EgnyteLink | undefined> {
  const { rows } = await sql<{ id: number; accountId: number }>`
    select l.id, a.id as "accountId" from egnyte_link l join account a on a.id = l.account_id
    where l.key_hash = ${keyHash} and l.domain = ${domain} and a.acts`.execute(db);
  return rows[0] && { id: rows[0].id, accountId: provenAccount(rows[0].accountId) };
}

/** Revokes every key with which Egnyte sends faxes for an account; what was chosen with one is not sent any more. */
export async function deleteLinks(tx: Db, account: AccountId): Promise<void> {
  await tx.deleteFrom('egnyte_link').where('account_id', '=', account).execute();
}

/** Returns the address of an account's brand. */
export async function homeOfAccount(db: Db, account: AccountId): Promise<BrandHome> {
  const { rows } = await sql<BrandHome>`
    select b.origin, d.domain from account a join brand b on b.id = a.brand_id
    left join brand_domain d on d.brand_id = b.id and d.is_primary where a.id = ${account}`.execute(db);
  return rows[0] ?? NO_HOME;
}

/**
 * Returns the address of the brand that answers at a host name: the address that Egnyte calls is registered for one
 * brand.
 */
export async function homeOfHost(db: Db, host: string): Promise<BrandHome> {
  const { rows } = await sql<BrandHome>`
    select b.origin, d.domain from brand b left join brand_domain d on d.brand_id = b.id and d.is_primary
    where b.id = coalesce((select brand_id from brand_domain where domain = ${host.toLowerCase()}),
      (select id from brand where is_default))`.execute(db);
  return rows[0] ?? NO_HOME;
}

const NO_HOME: BrandHome = { origin: null, domain: null };
