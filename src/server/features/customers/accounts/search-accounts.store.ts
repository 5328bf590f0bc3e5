import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';

import type { StoredAccount } from './accounts.store.ts';
import type { ListedNumber } from './operate-accounts.store.ts';

/** A section of a filtered list; an empty state matches any. */
interface Window {
  search: string;
  state: string;
  limit: number;
  offset: number;
}

/**
 * Returns accounts whose number, address or id begins with the search, of one administrator or of all, newest first.
 */
export async function searchAccounts(
  db: Db,
  { search, state, parent = null, limit, offset }: Window & { parent?: number | null },
): Promise<StoredAccount[]> {
  const words = search.trim().toLowerCase();
  const digits = words.includes('@') ? '' : words.replaceAll(/\D/g, '');
  const { rows } = await sql<StoredAccount>`
    select id, brand_id as "brandId", parent_id as "parentId", fax_number as "faxNumber",
      pending_number as "pendingNumber", admin_email as email, state, options, month_limit as "monthLimit",
      is_hipaa as hipaa, created_at as "createdAt", last_login_at as "lastLoginAt",
      password_hash is not null as "hasPassword", erased_at is not null as erased
    from account
    where (${state} = '' or state = ${state})
      and (${parent}::bigint is null or parent_id = ${parent}::bigint)
      and (${words} = '' or starts_with(lower(admin_email), ${words})
        or (${digits} <> '' and (id::text = ${digits} or starts_with(coalesce(fax_number, pending_number, ''), ${digits}))))
    order by id desc limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** Returns numbers that begin with the search, in order. */
export async function searchNumbers(
  db: Db,
  { search, state, limit, offset }: Window,
): Promise<ListedNumber[]> {
  return await db
    .selectFrom('number')
    .select(['digits as number', 'kind', 'area_code as area', 'state', 'account_id as uid'])
    .select('quarantine_until as until')
    .where((eb) => eb(eb.fn('starts_with', ['digits', eb.val(search.replaceAll(/\D/g, ''))]), '=', true))
    .$if(state !== '', (query) => query.where(sql<string>`state`, '=', state))
    .orderBy('digits')
    .limit(limit)
    .offset(offset)
    .execute();
}
