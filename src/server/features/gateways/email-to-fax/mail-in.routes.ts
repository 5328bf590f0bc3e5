import { cancelMailedFax, sendByEmail } from '#contract/gateways/email-to-fax.ts';
import type { Database } from '#engine/database/port.ts';
import { AppError } from '#server/kit/app-error.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import { cancelByLink } from './cancel-link.ts';
import { readSendDomain } from './mail-in.store.ts';
import { readSendingRights } from './sender-rights.store.ts';

/** Dependencies of the calls. */
export interface MailInRoutes {
  database: Database;
  /** Host of the public origin. */
  publicHost: string;
  /** Whether this installation accepts mail at all. */
  listens: boolean;
}

/** Mounts the instructions for sending by email, and the cancel link (spec http-api 12.12). */
export function mountMailIn(app: App, { database, publicHost, listens }: MailInRoutes): void {
  mount(app, sendByEmail, async ({ caller }) => {
    const rights = await readSendingRights(database.db, caller.accountId);
    if (!rights) throw new AppError('NOT_FOUND');
    const domain = await readSendDomain(database.db, caller.brandId, publicHost);
    return {
      allowed: listens && !rights.hipaa && rights.number !== '',
      domain,
      address: `${rights.number}@${domain}`,
      from: rights.number,
      senders: rights.senders,
      domains: rights.domains,
    };
  });
  mount(
    app,
    cancelMailedFax,
    async ({ body, request }) => await cancelByLink(database, body.key, request.ip),
  );
}
