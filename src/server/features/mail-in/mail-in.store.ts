import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { MailInTable } from '#engine/database/tables-mail-in.ts';
import { provenAccount } from '#server/kit/scope.ts';
import type { AccountId } from '#server/kit/scope.ts';

/** The brand that takes mail for a domain: its send domain, or, where it has none, its primary one. */
export async function findBrandOfDomain(
  db: Db,
  domain: string,
  publicHost: string,
): Promise<number | undefined> {
  const { rows } = await brandOfDomain(domain, publicHost).execute(db);
  return rows[0]?.id;
}

/** A brand that has the domain of its own comes before the default one, which has the public host's for want of another. */
function brandOfDomain(domain: string, publicHost: string): RawBuilder<{ id: number }> {
  return sql`
    select b.id from brand b left join brand_domain d on d.brand_id = b.id and d.is_primary
    where coalesce(nullif(lower(b.send_domain), ''), d.domain, ${publicHost}) = ${domain}
    order by coalesce(nullif(b.send_domain, ''), d.domain) is null, b.is_default desc, b.id limit 1`;
}

/** Which domain the mails of a brand's senders go to. */
export async function readSendDomain(db: Db, brandId: number, publicHost: string): Promise<string> {
  const { rows } = await sql<{ domain: string }>`
    select coalesce(nullif(lower(b.send_domain), ''), d.domain, ${publicHost}) as domain
    from brand b left join brand_domain d on d.brand_id = b.id and d.is_primary
    where b.id = ${brandId}`.execute(db);
  return rows[0]?.domain ?? publicHost;
}

/** An account that a sender may send from. */
export interface SenderAccount {
  id: AccountId;
  number: string;
  hipaa: boolean;
  language: string;
  /** Mails of it that became faxes within an hour. */
  recentMails: number;
  /** What it wants of cover pages; undefined where nobody said. */
  cover: CoverWish | undefined;
}

/** What the account wants of cover pages. */
export interface CoverWish {
  useCoverpage: boolean;
  templateId: number;
}

/**
 * Accounts of the brand of a domain that an address may send from, the best first: a named address counts more than a domain
 * (invariant 10 of the entities). Whoever is not active, or has no number yet, sends nothing. All that a mail needs to know
 * of them is asked at once, because every mail asks.
 */
export async function findSenderAccounts(
  db: Db,
  { domain, publicHost, sender }: { domain: string; publicHost: string; sender: string },
): Promise<SenderAccount[]> {
  const ownDomain = sender.slice(sender.lastIndexOf('@') + 1);
  const { rows } = await sql<{
    id: number;
    number: string;
    hipaa: boolean;
    language: string;
    recentMails: number;
    useCoverpage: boolean | null;
    templateId: number | null;
    exact: boolean;
  }>`
    with allowed as (
      select a.id, true as exact from account a where lower(a.admin_email) = ${sender}
      union all
      select s.account_id, true from subaccount s where s.email = ${sender} and s.send_faxes
      union all
      select w.account_id, false from whitelisted_domain w where w.domain = ${ownDomain} and w.active
    )
    select a.id, a.fax_number as number, a.is_hipaa as hipaa, s.language, bool_or(allowed.exact) as exact,
      c.use_coverpage as "useCoverpage", c.template_id as "templateId",
      (select count(*)::int from mail_in m
        where m.account_id = a.id and m.received_at > now() - interval '1 hour') as "recentMails"
    from allowed join account a on a.id = allowed.id join account_settings s on s.account_id = a.id
    left join cover_settings c on c.account_id = a.id
    where a.brand_id = (${brandOfDomain(domain, publicHost)})
      and a.state = 'active' and a.fax_number is not null
    group by a.id, s.language, c.use_coverpage, c.template_id order by exact desc, a.id`.execute(db);
  const best = rows.filter(({ exact }) => exact || !rows[0]?.exact);
  return best.map(({ id, number, hipaa, language, recentMails, useCoverpage, templateId }) => ({
    id: provenAccount(id),
    number,
    hipaa,
    language,
    recentMails,
    cover: useCoverpage === null || templateId === null ? undefined : { useCoverpage, templateId },
  }));
}

export async function insertMailIn(
  tx: Db,
  account: AccountId,
  mail: {
    documentId: number;
    sender: string;
    proof: MailInTable['proof'];
    messageId: string;
    subject: string;
  },
): Promise<void> {
  await tx
    .insertInto('mail_in')
    .values({
      account_id: account,
      document_id: mail.documentId,
      sender: mail.sender,
      proof: mail.proof,
      message_id: mail.messageId,
      subject: mail.subject,
    })
    .execute();
}

/** Mail senders of an account: the owner first. */
export async function readSendingRights(
  db: Db,
  account: AccountId,
): Promise<{ number: string; hipaa: boolean; senders: string[]; domains: string[] } | undefined> {
  const { rows } = await sql<{ number: string; hipaa: boolean; senders: string[]; domains: string[] }>`
    select coalesce(a.fax_number, '') as number, a.is_hipaa as hipaa,
      array[lower(a.admin_email)] || array(
        select s.email from subaccount s
        where s.account_id = a.id and s.send_faxes and s.email <> lower(a.admin_email) order by s.created_at
      ) as senders,
      array(
        select w.domain from whitelisted_domain w where w.account_id = a.id and w.active order by w.domain
      ) as domains
    from account a where a.id = ${account}`.execute(db);
  return rows[0];
}
