import type { Database } from '#engine/database/port.ts';

import type { Config } from '#server/config/config.ts';
import { mountAudit } from '#server/features/audit/log/audit.routes.ts';
import { dnsLookUp } from '#server/features/email/outgoing/domains/mail-domains.service.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { mountMultifaxAccounts } from '#server/features/customers/administrators/accounts/multifax-accounts.routes.ts';
import { MultifaxAccounts } from '#server/features/customers/administrators/accounts/multifax-accounts.service.ts';
import { mountMultifaxUsage } from '#server/features/customers/usage/multifax-usage.routes.ts';
import { MultifaxUsage } from '#server/features/customers/usage/multifax-usage.service.ts';
import { mountWhitelistedDomains } from '#server/features/gateways/sender-domains/whitelisted-domains.routes.ts';
import { WhitelistedDomains } from '#server/features/gateways/sender-domains/whitelisted-domains.service.ts';
import type { App } from '#server/kit/mount.ts';

/** What the administrators' pages stand on. */
export interface MultifaxParts {
  database: Database;
  queueMail: QueueMail;
  config: Pick<Config, 'node' | 'timezone' | 'operatorEmail' | 'numberRestDays' | 'dns'>;
}

/** Mounts what a multifax administrator does: accounts, domains, usage (spec http-api 8). */
export function mountMultifax(app: App, { database, queueMail, config }: MultifaxParts): void {
  const { node, timezone: zone, operatorEmail, numberRestDays: restDays } = config;
  mountMultifaxAccounts(app, new MultifaxAccounts({ database, zone }), {
    database,
    queueMail,
    node,
    zone,
    operatorEmail,
    restDays,
  });
  mountAudit(app, { database, zone });
  mountMultifaxUsage(app, new MultifaxUsage({ database, zone }));
  mountWhitelistedDomains(
    app,
    new WhitelistedDomains({ database, queueMail, lookUp: dnsLookUp(config.dns) }),
  );
}
