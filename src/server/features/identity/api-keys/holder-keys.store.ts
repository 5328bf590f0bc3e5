import { sql } from 'kysely';

import type { Scope } from '#contract/v1/scopes.ts';
import type { Db } from '#engine/database/port.ts';
import { columnOf, columnsOf } from '#server/kit/owner.ts';
import type { KeyHolder, Owner } from '#server/kit/owner.ts';
import type { KeyMode } from './key-format.rules.ts';

/** An API key as its holder sees it. */
export interface ApiKey {
  id: number;
  publicId: string;
  name: string;
  mode: KeyMode;
  scopes: Scope[];
  networks: string[];
  createdAt: Date;
  expiresAt: Date | null;
  expired: boolean;
  lastUsedAt: Date | null;
  lastAddress: string;
  /** Until when the previous secret also works. */
  oldUntil: Date | null;
}

/** Locks a holder's keys until the transaction ends, so that counts, names and changes are serialized. */
export async function lockKeys(tx: Db, holder: KeyHolder): Promise<void> {
  const whose = holder.kind === 'operator' ? 'operators' : `${holder.kind}/${holder.id}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`api keys of ${whose}`}, 0))`.execute(tx);
}

/** Returns all keys of a holder, newest first. */
export async function listKeysOf(db: Db, holder: KeyHolder): Promise<ApiKey[]> {
  return await keysOf(db, holder).orderBy('id', 'desc').execute();
}

/** Returns a key of a holder by its public id. */
export async function findKeyOf(db: Db, holder: KeyHolder, publicId: string): Promise<ApiKey | undefined> {
  return await keysOf(db, holder).where('public_id', '=', publicId).executeTakeFirst();
}

function keysOf(db: Db, holder: KeyHolder) {
  return db
    .selectFrom('api_key')
    .select(['id', 'public_id as publicId', 'name', 'mode', 'created_at as createdAt'])
    .select(['expires_at as expiresAt', 'last_used_at as lastUsedAt', 'last_address as lastAddress'])
    .select(sql<Scope[]>`scopes`.as('scopes'))
    .select(sql<string[]>`networks::text[]`.as('networks'))
    .select(sql<boolean>`coalesce(expires_at <= now(), false)`.as('expired'))
    .select(sql<Date | null>`case when old_until > now() then old_until end`.as('oldUntil'))
    .where(ofHolder(holder));
}

function ofHolder(holder: KeyHolder) {
  if (holder.kind === 'operator') return sql<boolean>`(account_id is null and parent_id is null)`;
  return sql<boolean>`${sql.ref(columnOf(holder))} = ${holder.id}`;
}

/** The values of a new key. */
export interface NewKeyRow {
  publicId: string;
  mode: KeyMode;
  name: string;
  hash: Buffer;
  scopes: readonly string[];
  networks: readonly string[];
  expiresAt: Date | null;
}

export async function insertKey(tx: Db, holder: KeyHolder, row: NewKeyRow): Promise<number> {
  const of = holder.kind === 'operator' ? { account_id: null, parent_id: null } : columnsOf(holder);
  const { id } = await tx
    .insertInto('api_key')
    .values({
      ...of,
      public_id: row.publicId,
      mode: row.mode,
      name: row.name,
      hash: row.hash,
      scopes: [...row.scopes],
      networks: asNetworks(row.networks),
      expires_at: row.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The bits behind the mask are dropped: 203.0.113.7/24 means its network. */
function asNetworks(networks: readonly string[]) {
  return sql<string[]>`array(select distinct network(n::inet)::cidr from unnest(${[...networks]}::text[]) n)`;
}

/** The properties of a key that can change. Undefined ones stay as they are. */
export interface KeyChange {
  name?: string | undefined;
  scopes?: readonly string[] | undefined;
  networks?: readonly string[] | undefined;
  expiresAt?: Date | null | undefined;
}

/** Changes the given properties of a holder's key. */
export async function updateKey(
  tx: Db,
  holder: KeyHolder,
  publicId: string,
  { name, scopes, networks, expiresAt }: KeyChange,
): Promise<void> {
  await tx
    .updateTable('api_key')
    .set({
      public_id: publicId,
      ...(name !== undefined && { name }),
      ...(scopes && { scopes: [...scopes] }),
      ...(networks && { networks: asNetworks(networks) }),
      ...(expiresAt !== undefined && { expires_at: expiresAt, expiry_told_at: null }),
    })
    .where(ofHolder(holder))
    .where('public_id', '=', publicId)
    .execute();
}

/** Stores a new secret. The previous one stays valid for `overlapHours`. */
export async function replaceSecret(
  tx: Db,
  holder: KeyHolder,
  publicId: string,
  { hash, overlapHours }: { hash: Buffer; overlapHours: number },
): Promise<void> {
  await tx
    .updateTable('api_key')
    .set({
      hash,
      old_hash: overlapHours > 0 ? sql`hash` : null,
      old_until: overlapHours > 0 ? sql`now() + make_interval(hours => ${overlapHours})` : null,
      rotated_at: sql`now()`,
    })
    .where(ofHolder(holder))
    .where('public_id', '=', publicId)
    .execute();
}

export async function deleteKey(tx: Db, holder: KeyHolder, publicId: string): Promise<void> {
  await tx.deleteFrom('api_key').where(ofHolder(holder)).where('public_id', '=', publicId).execute();
}

/** The recipient of notices about a holder's keys. */
export interface KeyContact {
  brandId: number;
  email: string;
  language: string;
  /** The fax number, or the user name of an administrator. */
  name: string;
}

/** Returns the recipient of notices; undefined if the account or administrator no longer exists. */
export async function findContact(db: Db, { kind, id }: Owner): Promise<KeyContact | undefined> {
  const { rows } =
    kind === 'account'
      ? await sql<KeyContact>`
          select a.brand_id as "brandId", a.admin_email as email, coalesce(s.language, 'en') as language,
            coalesce(a.fax_number, '') as name
          from account a left join account_settings s on s.account_id = a.id
          where a.id = ${id} and a.state <> 'closed'`.execute(db)
      : await sql<KeyContact>`
          select p.brand_id as "brandId", p.email, b.lang as language, p.username as name
          from parent p join brand b on b.id = p.brand_id where p.id = ${id}`.execute(db);
  return rows[0];
}
