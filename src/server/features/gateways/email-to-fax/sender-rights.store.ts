import { sql } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import { provenAccount } from '#server/kit/scope.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { brandOfDomain } from './mail-in.store.ts';

/** What the account wants of cover pages. */
export interface CoverInput {
  useCoverpage: boolean;
  templateId: number;
}

/** An account that a sender's mails may be for, and how well its claim to the sender is founded. */
export interface SenderClaim {
  id: AccountId;
  number: string;
  active: boolean;
  hipaa: boolean;
  language: string;
  /** Mails of it that became faxes within an hour. */
  recentMails: number;
  /** What it wants of cover pages; undefined where nobody said. */
  cover: CoverInput | undefined;
  /** The sender confirmed the address for this account, or the domain did. */
  proved: boolean;
  /** It is the account's own e-mail address, and proved. */
  own: boolean;
  /** Not proved, but it sent before proofs were asked for and may for some days. */
  graced: boolean;
  /** The address itself was entered, not only its domain. */
  named: boolean;
}

/**
 * Accounts of the brand of a domain that claim a sender: as the owner's address, as a subaccount, or by its domain.
 * All that a mail needs to know of them is asked at once, because every mail asks.
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

/** Who may send from an account by mail: the owner first. */
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
