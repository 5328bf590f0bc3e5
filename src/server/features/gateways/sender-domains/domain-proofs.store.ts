import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { provenAccount } from '#server/kit/scope.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** A claim to a domain that is not proved yet. */
export interface WaitingClaim {
  id: number;
  accountId: AccountId;
  domain: string;
  proofKey: string;
}

/**
 * Returns the claims whose record is due to be looked up, longest unchecked first: every 15 minutes for two days, then
 * every six hours for a month.
 */
export async function findDueClaims(db: Db, limit: number): Promise<WaitingClaim[]> {
  const { rows } = await sql<{ id: number; accountId: number; domain: string; proofKey: string }>`
    select w.id, w.account_id as "accountId", w.domain, w.proof_key as "proofKey"
    from whitelisted_domain w join account a on a.id = w.account_id and a.state in ('active', 'suspended')
    where w.proved_at is null and greatest(w.created_at, w.sends_until - interval '30 days') > now() - interval '30 days'
      and (w.checked_at is null or w.checked_at < now() - case
        when greatest(w.created_at, w.sends_until - interval '30 days') > now() - interval '2 days'
        then interval '14 minutes' else interval '6 hours' end)
    order by w.checked_at nulls first, w.id limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, accountId: provenAccount(row.accountId) }));
}

/** Records when a DNS record was looked up. */
export async function noteCheck(db: Db, id: number): Promise<void> {
  await db
    .updateTable('whitelisted_domain')
    .set({ checked_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** The recipient of mails about an account's domains: its administrator, or else its owner. */
export interface DomainOwner {
  brandId: number;
  accountId: AccountId;
  to: string;
  language: string;
  number: string;
}

export async function readDomainOwner(tx: Db, account: AccountId): Promise<DomainOwner | undefined> {
  const { rows } = await sql<Omit<DomainOwner, 'accountId'>>`
    select a.brand_id as "brandId", coalesce(p.email, a.admin_email) as "to", coalesce(s.language, 'en') as language,
      coalesce(a.fax_number, a.pending_number, '') as number
    from account a left join parent p on p.id = a.parent_id
    left join account_settings s on s.account_id = a.id
    where a.id = ${account} and a.state <> 'closed'`.execute(tx);
  return rows[0] && { ...rows[0], accountId: account };
}

/** A claim, as the operator sees it. */
export interface OperatedClaim {
  domain: string;
  uid: number;
  number: string;
  active: boolean;
  proved: boolean;
  by: string;
}

/** Returns the claims to domains whose name contains `search`, by name; the proved claim of each comes first. */
export async function listClaims(
  db: Db,
  { search, limit }: { search: string; limit: number },
): Promise<OperatedClaim[]> {
  const { rows } = await sql<OperatedClaim>`
    select w.domain, a.id as uid, coalesce(a.fax_number, a.pending_number, '') as number, w.active,
      w.proved_at is not null as proved, coalesce(w.proved_by, '') as by
    from whitelisted_domain w join account a on a.id = w.account_id
    where strpos(w.domain, ${search}) > 0
    order by w.domain, w.proved_at is null, a.id limit ${limit}`.execute(db);
  return rows;
}

/** Returns an account to which an operator assigns a domain; undefined if it is closed or does not exist. */
export async function findHolder(
  tx: Db,
  account: AccountId,
): Promise<{ number: string; hipaa: boolean } | undefined> {
  return await tx
    .selectFrom('account')
    .select('is_hipaa as hipaa')
    .select(sql<string>`coalesce(fax_number, pending_number, '')`.as('number'))
    .where('id', '=', account)
    .where('state', '<>', 'closed')
    .executeTakeFirst();
}
