import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { provenAccount } from '#server/kit/scope.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { brandOfDomain } from './mail-in.store.ts';

/** The account's settings for cover pages. */
export interface CoverInput {
  useCoverpage: boolean;
  templateId: number;
}

/** An account that a sender's mails may be for, and how well its claim to the sender is supported. */
export interface SenderClaim {
  id: AccountId;
  number: string;
  active: boolean;
  hipaa: boolean;
  language: string;
  /** How many of its mails became faxes within the last hour. */
  recentMails: number;
  /** Its settings for cover pages; undefined if it has none. */
  cover: CoverInput | undefined;
  /** Whether the sender confirmed the address for this account, or the domain was proved. */
  proved: boolean;
  /** Whether it is the account's own email address, and proved. */
  own: boolean;
  /** Whether it is not proved, but sent before proofs were required and may continue for some days. */
  graced: boolean;
  /** Whether the address itself was entered, not only its domain. */
  named: boolean;
}

/**
 * Returns the accounts of a domain's brand that claim a sender: as the owner's address, as a subaccount, or by its
 * domain. A single query returns everything that a mail needs, because every mail runs it.
 */
export async function findSenderClaims(
  db: Db,
  { domain, publicHost, sender }: { domain: string; publicHost: string; sender: string },
): Promise<SenderClaim[]> {
  const ownDomain = sender.slice(sender.lastIndexOf('@') + 1);
  const { rows } = await sql<
    Omit<SenderClaim, 'id' | 'cover'> & {
      id: number;
      useCoverpage: boolean | null;
      templateId: number | null;
    }
  >`
    with claim as (
      select a.id, 'own' as kind, a.email_verified_at is not null as proved, a.sends_until
      from account a where lower(a.admin_email) = ${sender}
      union all
      select s.account_id, 'subaccount', s.confirmed_at is not null, s.sends_until
      from subaccount s where s.email = ${sender} and s.send_faxes
      union all
      select w.account_id, 'domain', w.proved_at is not null, w.sends_until
      from whitelisted_domain w where w.domain = ${ownDomain} and w.active
    )
    select a.id, a.fax_number as number, a.acts as active, a.is_hipaa as hipaa, s.language,
      c.use_coverpage as "useCoverpage", c.template_id as "templateId",
      (select count(*)::int from mail_in m
        where m.account_id = a.id and m.received_at > now() - interval '1 hour') as "recentMails",
      bool_or(claim.proved) as proved, bool_or(claim.proved and claim.kind = 'own') as own,
      coalesce(bool_or(claim.sends_until > now()), false) as graced, bool_or(claim.kind <> 'domain') as named
    from claim join account a on a.id = claim.id join account_settings s on s.account_id = a.id
    left join cover_settings c on c.account_id = a.id
    where a.brand_id = (${brandOfDomain(domain, publicHost)})
      and a.state in ('active', 'suspended') and a.fax_number is not null
    group by a.id, s.language, c.use_coverpage, c.template_id order by a.id`.execute(db);
  return rows.map(({ id, useCoverpage, templateId, ...claim }) => ({
    ...claim,
    id: provenAccount(id),
    cover: useCoverpage === null || templateId === null ? undefined : { useCoverpage, templateId },
  }));
}

/** Returns who may send from an account by mail, the owner first. */
export async function readSendingRights(
  db: Db,
  account: AccountId,
): Promise<{ number: string; hipaa: boolean; senders: string[]; domains: string[] } | undefined> {
  const { rows } = await sql<{ number: string; hipaa: boolean; senders: string[]; domains: string[] }>`
    select coalesce(a.fax_number, '') as number, a.is_hipaa as hipaa,
      array(
        select lower(a.admin_email) where a.email_verified_at is not null or a.sends_until > now()
      ) || array(
        select s.email from subaccount s
        where s.account_id = a.id and s.send_faxes and s.email <> lower(a.admin_email)
          and (s.confirmed_at is not null or s.sends_until > now())
        order by s.created_at
      ) as senders,
      array(
        select w.domain from whitelisted_domain w
        where w.account_id = a.id and w.active and (w.proved_at is not null or w.sends_until > now())
        order by w.domain
      ) as domains
    from account a where a.id = ${account}`.execute(db);
  return rows[0];
}
