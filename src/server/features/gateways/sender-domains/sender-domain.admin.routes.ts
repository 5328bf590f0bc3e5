import { operatorSenderDomainAssign, operatorSenderDomains } from '#contract/gateways/senders.admin.ts';
import type { Database } from '#engine/database/port.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { allowed } from '#server/kit/operator-refusal.ts';

import { assignDomain, listSenderDomains } from './operate-domains.ts';

/** Mounts the console's whitelisted sender domains. */
export function mountSenderDomainAdmin(app: App, deps: { database: Database; queueMail: QueueMail }): void {
  mount(app, operatorSenderDomains, async ({ query }) => {
    const rows = await listSenderDomains(deps.database, query.search);
    return { rows: rows.map((row) => ({ ...row, uid: String(row.uid) })) };
  });

  mount(app, operatorSenderDomainAssign, async ({ body: { domain, uid } }) => {
    allowed(await assignDomain(deps, domain, uid));
    return done;
  });
}
