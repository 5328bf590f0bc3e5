import type { Database, Db } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';

import { deleteDomain, insertDomain, makePrimary, readDomains } from './brand-domains.store.ts';
import { hostName } from '#server/kit/value-types.ts';
import type { BrandChange } from './brands.service.ts';
import { readBrands } from './brands.store.ts';

/** Ways to change a brand's host names. */
export type DomainVerb = 'add' | 'remove' | 'primary';

/** Aborts the transaction with a sentence for the operator. */
class Refused extends Error {}

/** Adds a host name to a brand, removes one, or makes one the domain of its links (spec operation 4). */
export async function changeDomain(
  database: Database,
  verb: DomainVerb,
  brandId: number,
  written: string,
): Promise<BrandChange> {
  const parsed = hostName.safeParse(written.toLowerCase());
  if (!parsed.success) return { kind: 'refused', reason: `“${written}” is no domain name.` };
  const domain = parsed.data;
  try {
    await database.transaction(async (tx) => {
      const [brand] = await readBrands(tx, brandId);
      if (!brand) throw new Refused(`There is no brand ${brandId}.`);
      await VERBS[verb](tx, brandId, domain);
      await writeAudit(tx, {
        actor: { kind: 'operator' },
        action: `brand.domain-${verb}`,
        object: `brand/${brandId}`,
        detail: { domain },
      });
    });
  } catch (error) {
    if (error instanceof Refused) return { kind: 'refused', reason: error.message };
    throw error;
  }
  const [brand] = await readBrands(database.db, brandId);
  return brand ? { kind: 'ok', brand } : { kind: 'refused', reason: `There is no brand ${brandId}.` };
}

const VERBS: Record<DomainVerb, (tx: Db, brandId: number, domain: string) => Promise<void>> = {
  add: async (tx, brandId, domain) => {
    const first = (await readDomains(tx, brandId)).length === 0;
    if (!(await insertDomain(tx, brandId, domain, first)))
      throw new Refused(`The domain ${domain} belongs to a brand already.`);
  },
  remove: async (tx, brandId, domain) => {
    const known = (await readDomains(tx, brandId)).find((one) => one.domain === domain);
    if (!known) throw new Refused(`The brand ${brandId} has no domain ${domain}.`);
    // Without it, links in mails would lead nowhere, and logins could not be handed over.
    if (known.is_primary)
      throw new Refused(`${domain} is the brand’s primary domain; make another one primary first.`);
    await deleteDomain(tx, brandId, domain);
  },
  primary: async (tx, brandId, domain) => {
    if (!(await makePrimary(tx, brandId, domain)))
      throw new Refused(`The brand ${brandId} has no domain ${domain}; add it first.`);
  },
};
