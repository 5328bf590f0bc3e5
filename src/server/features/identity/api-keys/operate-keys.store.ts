import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { KeyHolderKind } from '#contract/v1/scopes.ts';
import type { KeyMode } from './key-format.rules.ts';

/** An API key as operators see it. */
export interface OperatedKey {
  id: number;
  publicId: string;
  kind: KeyHolderKind;
  accountId: number | null;
  administratorId: number | null;
  /** Fax number or user name; empty for operator keys. */
  holder: string;
  name: string;
  mode: KeyMode;
  scopes: string[];
  networks: string[];
  createdAt: Date;
  expiresAt: Date | null;
  expired: boolean;
  lastUsedAt: Date | null;
  lastAddress: string;
  /** Calls today (UTC), and how many of them a limit refused. Counts lag by up to five seconds. */
  callsToday: number;
  refusedToday: number;
}

/** The filter of an operator's search for keys. */
export interface KeySearch {
  accountId?: number | undefined;
  administratorId?: number | undefined;
  publicId?: string | undefined;
  /** Part of a name, a holder, an id or an address. */
  text?: string | undefined;
  limit: number;
}

/** Returns the keys of all holders, most recently used first. */
export async function listAllKeys(db: Db, search: KeySearch): Promise<OperatedKey[]> {
  const { accountId = null, administratorId = null, publicId = null, text = '', limit } = search;
  const like = `%${text.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`;
  const { rows } = await sql<OperatedKey>`
    select k.id, k.public_id as "publicId", k.account_id as "accountId", k.parent_id as "administratorId",
      case when k.account_id is not null then 'account' when k.parent_id is not null then 'administrator'
        else 'operator' end as kind,
      coalesce(a.fax_number, p.username, '') as holder, k.name, k.mode, k.scopes, k.networks::text[] as networks,
      k.created_at as "createdAt", k.expires_at as "expiresAt", coalesce(k.expires_at <= now(), false) as expired,
      k.last_used_at as "lastUsedAt", k.last_address as "lastAddress",
      coalesce(d.calls, 0)::int8 as "callsToday", coalesce(d.refused, 0)::int8 as "refusedToday"
    from api_key k left join account a on a.id = k.account_id left join parent p on p.id = k.parent_id
    left join api_key_day d on d.key_id = k.id and d.day = (now() at time zone 'UTC')::date
    where (${accountId}::bigint is null or k.account_id = ${accountId})
      and (${administratorId}::bigint is null or k.parent_id = ${administratorId})
      and (${publicId}::text is null or k.public_id = ${publicId})
      and concat_ws(' ', k.public_id, k.name, a.fax_number, p.username, k.last_address) ilike ${like}
    order by k.last_used_at desc nulls last, k.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Removes keys by row id. */
export async function deleteKeys(tx: Db, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('api_key').where('id', 'in', ids).execute();
}
