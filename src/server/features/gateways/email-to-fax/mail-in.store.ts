import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '#engine/database/port.ts';
import type { MailInTable } from '#engine/database/tables-mail-in.ts';
import type { AccountId } from '#server/kit/scope.ts';

/**
 * Returns the brand that accepts mail for a domain: the one with this send domain or, if it has none, this primary
 * domain.
 */
export async function findBrandOfDomain(
  db: Db,
  domain: string,
  publicHost: string,
): Promise<number | undefined> {
  const { rows } = await brandOfDomain(domain, publicHost).execute(db);
  return rows[0]?.id;
}

/**
 * Selects the brand of a domain. A brand with its own domain precedes the default one, which has the public host only
 * as a fallback.
 */
export function brandOfDomain(domain: string, publicHost: string): RawBuilder<{ id: number }> {
  return sql`
    select b.id from brand b left join brand_domain d on d.brand_id = b.id and d.is_primary
    where coalesce(nullif(lower(b.send_domain), ''), d.domain, ${publicHost}) = ${domain}
    order by coalesce(nullif(b.send_domain, ''), d.domain) is null, b.is_default desc, b.id limit 1`;
}

/** Returns the domain that a brand's senders mail to. */
export async function readSendDomain(db: Db, brandId: number, publicHost: string): Promise<string> {
  const { rows } = await sql<{ domain: string }>`
    select coalesce(nullif(lower(b.send_domain), ''), d.domain, ${publicHost}) as domain
    from brand b left join brand_domain d on d.brand_id = b.id and d.is_primary
    where b.id = ${brandId}`.execute(db);
  return rows[0]?.domain ?? publicHost;
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
