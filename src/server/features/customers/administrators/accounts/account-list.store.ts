import { sql } from 'kysely';

import type { ACCOUNT_SORTS } from '#contract/customers/administrators.ts';
import type { Db } from '#engine/database/port.ts';
import type { AdministratorId } from '#server/kit/scope.ts';

/** An account of an administrator with the details shown in the list. */
export interface ManagedAccountRow {
  id: number;
  fax_number: string | null;
  pending_number: string | null;
  admin_email: string;
  /** A changed address that is not confirmed yet. */
  new_email: string | null;
  proved: boolean;
  type: string;
  number_kind: 'local' | 'tollfree' | 'ported' | null;
  state: 'pending' | 'active' | 'suspended';
  order_state: 'new' | 'submitted' | 'accepted' | 'done' | 'rejected' | null;
  is_hipaa: boolean;
  may_view: boolean;
  subaccounts: string[];
  domains: { id: number; domain: string; active: boolean; proved: boolean }[];
}

/** Selects and sorts accounts. */
export interface ManagedAccountQuery {
  /** Every term must occur in the address or the number. */
  terms: readonly string[];
  id: number | null;
  sort: (typeof ACCOUNT_SORTS)[number] | null;
  order: 'asc' | 'desc';
  offset: number;
  limit: number;
}

const SORT_KEYS = {
  faxnumber: sql.raw('a.fax_number'),
  email: sql.raw('lower(a.admin_email)'),
  status: sql.raw('a.state'),
} as const;

/** Returns a page of an administrator's accounts; the id is always the last sort key, so that pages never overlap. */
export async function listManagedAccounts(
  db: Db,
  parent: AdministratorId,
  query: ManagedAccountQuery,
): Promise<ManagedAccountRow[]> {
  const direction = sql.raw(query.order === 'desc' ? 'desc' : 'asc');
  const order = query.sort === null ? sql`a.id` : sql`${SORT_KEYS[query.sort]} ${direction} nulls last, a.id`;
  const { rows } = await sql<ManagedAccountRow>`
    select a.id, a.fax_number, a.pending_number, a.admin_email, a.new_email,
      a.email_verified_at is not null and a.new_email is null as proved, a.type, n.kind as number_kind, a.state, a.is_hipaa,
      exists (select from product p where p.id = a.product_id and p.parent_view) as may_view,
      (select o.state from port_order o where o.account_id = a.id order by o.id desc limit 1) as order_state,
      array(select s.email from subaccount s where s.account_id = a.id order by s.created_at, s.email) as subaccounts,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', d.id, 'domain', d.domain, 'active', d.active,
          'proved', d.proved_at is not null) order by d.domain)
        from whitelisted_domain d where d.account_id = a.id), '[]') as domains
    from (
      select a.* from account a where ${matching(parent, query)} order by ${order} limit ${query.limit} offset ${query.offset}
    ) a
    left join number n on n.account_id = a.id
    order by ${order}`.execute(db);
  return rows;
}

/** Counts the accounts that a search finds. */
export async function countManagedAccounts(
  db: Db,
  parent: AdministratorId,
  query: Pick<ManagedAccountQuery, 'terms' | 'id'>,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from account a where ${matching(parent, query)}`.execute(db);
  return rows[0]?.n ?? 0;
}

function matching(parent: AdministratorId, { terms, id }: Pick<ManagedAccountQuery, 'terms' | 'id'>) {
  const words = terms.map(
    (term) =>
      sql`and strpos(lower(a.admin_email) || ' ' || coalesce(lower(a.new_email), '') || ' ' || coalesce(a.fax_number, a.pending_number, ''), ${term}) > 0`,
  );
  return sql`a.parent_id = ${parent} and a.state <> 'closed' ${id === null ? sql`` : sql`and a.id = ${id}`}
    ${sql.join(words, sql` `)}`;
}

/** Lists the accounts that have a number, by number. */
export async function listNumbers(
  db: Db,
  parent: AdministratorId,
): Promise<{ id: number; number: string; email: string }[]> {
  return await db
    .selectFrom('account')
    .select(['id', 'admin_email as email'])
    .select(sql<string>`fax_number`.as('number'))
    .where('parent_id', '=', parent)
    .where('state', '<>', 'closed')
    .where('fax_number', 'is not', null)
    .orderBy('fax_number')
    .execute();
}
