import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { provenAccount } from '#server/kit/scope.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** Senders from before proofs were required that have not been asked yet. Reading them marks them as asked. */
export interface KnownSenders {
  accounts: AccountId[];
  subaccounts: { accountId: AccountId; email: string }[];
  domains: { accountId: AccountId; domain: string; proofKey: string; until: Date }[];
}

/** Takes up to `limit` of each kind. */
export async function takeKnownSenders(tx: Db, limit: number): Promise<KnownSenders> {
  const accounts = await sql<{ id: number }>`
    update account set sends_asked_at = now() where id in (
      select id from account where sends_until > now() and sends_asked_at is null and email_verified_at is null
      order by id limit ${limit} for update skip locked)
    returning id`.execute(tx);
  const subaccounts = await sql<{ accountId: number; email: string }>`
    update subaccount s set sends_asked_at = now() from (
      select account_id, email from subaccount
      where sends_until > now() and sends_asked_at is null and confirmed_at is null
      order by account_id, email limit ${limit} for update skip locked) due
    where s.account_id = due.account_id and s.email = due.email
    returning s.account_id as "accountId", s.email`.execute(tx);
  const domains = await sql<{ accountId: number; domain: string; proofKey: string; until: Date }>`
    update whitelisted_domain set sends_asked_at = now() where id in (
      select id from whitelisted_domain where sends_until > now() and sends_asked_at is null and proved_at is null
      order by id limit ${limit} for update skip locked)
    returning account_id as "accountId", domain, proof_key as "proofKey", sends_until as until`.execute(tx);
  return {
    accounts: accounts.rows.map(({ id }) => provenAccount(id)),
    subaccounts: subaccounts.rows.map((row) => ({ ...row, accountId: provenAccount(row.accountId) })),
    domains: domains.rows.map((row) => ({ ...row, accountId: provenAccount(row.accountId) })),
  };
}
