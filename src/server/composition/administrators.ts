import type { Database } from '#engine/database/port.ts';

import type { Config } from '#server/config/config.ts';
import { mountAudit } from '#server/features/audit/log/audit.routes.ts';
import { mountNumbersApi } from '#server/features/customers/accounts/numbers.api.routes.ts';
import { mountAccountsApi } from '#server/features/customers/administrators/accounts/accounts.api.routes.ts';
import { ApiAccounts } from '#server/features/customers/administrators/accounts/api-accounts.ts';
import { mountLegalHolds } from '#server/features/customers/accounts/legal-hold/administrator-holds.routes.ts';
import { AdministratorHolds } from '#server/features/customers/accounts/legal-hold/administrator-holds.service.ts';
import { mountMultifaxAccounts } from '#server/features/customers/administrators/accounts/multifax-accounts.routes.ts';
import { MultifaxAccounts } from '#server/features/customers/administrators/accounts/multifax-accounts.service.ts';
import { mountUsageApi } from '#server/features/customers/usage/billing/usage.api.routes.ts';
import { mountMultifaxUsage } from '#server/features/customers/usage/multifax-usage.routes.ts';
import { mountWhitelistedDomains } from '#server/features/gateways/sender-domains/whitelisted-domains.routes.ts';
import { WhitelistedDomains } from '#server/features/gateways/sender-domains/whitelisted-domains.service.ts';
import type { App } from '#server/kit/mount.ts';
import type { Services } from './services.ts';

/** Dependencies of the administrators' pages. */
export interface MultifaxParts {
  database: Database;
  services: Services;
  config: Pick<Config, 'node' | 'timezone' | 'operatorEmail' | 'numberRestDays'>;
}

/** Mounts the calls of a multifax administrator: accounts, domains, usage (spec http-api 8). */
export function mountMultifax(app: App, { database, services, config }: MultifaxParts): void {
  const { lookUp, usage } = services;
  const { queueMail } = services.mail;
  const { node, timezone: zone, operatorEmail, numberRestDays: restDays } = config;
  const adding = { database, queueMail, node, zone, operatorEmail, restDays };
  mountMultifaxAccounts(app, new MultifaxAccounts({ database, zone }), adding);
  const { accounts } = services;
  mountAccountsApi(
    app,
    new ApiAccounts({ database, queueMail, node, zone, operatorEmail, restDays, accounts }),
  );
  mountLegalHolds(app, new AdministratorHolds({ database }), zone);
  mountNumbersApi(app, database);
  mountUsageApi(app, database, zone);
  mountAudit(app, { database, zone });
  mountMultifaxUsage(app, usage);
  mountWhitelistedDomains(app, new WhitelistedDomains({ database, queueMail, lookUp }));
}
