import {
  operatorBlockedDomainAdd,
  operatorBlockedDomainRemove,
  operatorBlockedDomains,
} from '#contract/gateways/senders.admin.ts';
import type { Database } from '#engine/database/port.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { allowed } from '#server/kit/operator-refusal.ts';

import { addBlockedDomain, listBlockedDomains, removeBlockedDomain } from './blocked-domains.ts';

/** The reason of domains that the operator blocked, as the command line writes it. */
const BY_OPERATOR = 'operator';
/** The reason of domains that ship with the product. */
const SHIPPED = 'public';

/** Mounts the console's blocked sender domains. */
export function mountBlockedDomainAdmin(app: App, database: Database): void {
  mount(app, operatorBlockedDomains, async ({ query }) => {
    const all = await listBlockedDomains(database);
    return { rows: query.shipped === '1' ? all : all.filter(({ reason }) => reason !== SHIPPED) };
  });

  mount(app, operatorBlockedDomainAdd, async ({ body: { domain } }) => {
    allowed(await addBlockedDomain(database, domain, BY_OPERATOR));
    return done;
  });

  mount(app, operatorBlockedDomainRemove, async ({ body: { domain } }) => {
    allowed(await removeBlockedDomain(database, domain));
    return done;
  });
}
