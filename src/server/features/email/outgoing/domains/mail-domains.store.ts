import type { Db } from '#engine/database/port.ts';

/** The signing key of a domain as it is stored. */
export interface DomainKeyRow {
  domain: string;
  selector: string;
  /** The private key, sealed. */
  privateKey: string;
  publicKey: string;
}

export async function findDomainKey(db: Db, domain: string): Promise<DomainKeyRow | undefined> {
  return await db
    .selectFrom('mail_domain_key')
    .select(['domain', 'selector', 'private_key as privateKey', 'public_key as publicKey'])
    .where('domain', '=', domain)
    .executeTakeFirst();
}

/** Stores the key unless another process stored one first. */
export async function insertDomainKey(db: Db, row: DomainKeyRow): Promise<void> {
  await db
    .insertInto('mail_domain_key')
    .values({
      domain: row.domain,
      selector: row.selector,
      private_key: row.privateKey,
      public_key: row.publicKey,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Lists the domains that brands send from, without duplicates. */
export async function listSendDomains(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('brand')
    .select('send_domain')
    .distinct()
    .where('send_domain', '<>', '')
    .orderBy('send_domain')
    .execute();
  return rows.map(({ send_domain }) => send_domain.toLowerCase());
}
