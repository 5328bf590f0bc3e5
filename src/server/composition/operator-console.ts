import type { Database } from '#engine/database/port.ts';

import type { Config } from '#server/config/config.ts';
import { webhookUrlOf } from './engines.ts';
import type { Engines } from './engines.ts';
import { mountAccountDesk } from '#server/features/customers/accounts/account-desk.routes.ts';
import { createAccounts } from '#server/features/customers/accounts/accounts.service.ts';
import type { Accounts, Closing } from '#server/features/customers/accounts/accounts.service.ts';
import { mountNumberDesk } from '#server/features/customers/accounts/number-desk.routes.ts';
import { mountUnroutedDesk } from '#server/features/faxes/arrivals/unrouted-desk.routes.ts';
import { mountAuditDesk } from '#server/features/audit/log/audit-desk.routes.ts';
import { openAuditChain } from '#server/features/audit/log/chain.ts';
import { readAccountMonths } from '#server/features/customers/usage/billing/billing.service.ts';
import { mountBrandDesk } from '#server/features/brands/brands/brand-desk.routes.ts';
import { mountBrandWordsDesk } from '#server/features/brands/brands/brand-words-desk.routes.ts';
import { createBrands } from '#server/features/brands/brands/brands.service.ts';
import { mountCancellationDesk } from '#server/features/customers/cancellation/cancellation-desk.routes.ts';
import { listCancellations } from '#server/features/customers/cancellation/decide-cancellations.ts';
import { eraseAccount } from '#server/features/customers/cancellation/erasure/erasure.service.ts';
import type { ErasureDeps } from '#server/features/customers/cancellation/erasure/erasure.service.ts';
import type { Health } from '#server/features/operations/health/health.service.ts';
import { mountOverview } from '#server/features/operations/health/overview.routes.ts';
import { mountLineDesk } from '#server/features/faxes/lines/line-desk.routes.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { mountMailDns } from '#server/features/email/outgoing/domains/mail-dns.routes.ts';
import { mountOperators } from '#server/features/identity/operators/operators.routes.ts';
import { createOperators } from '#server/features/identity/operators/operators.service.ts';
import { readDayLimits } from '#server/features/faxes/queue/day-limit.store.ts';
import type { DayDefaults } from '#server/features/faxes/queue/day-limit.store.ts';
import { mountJobDesk } from '#server/features/faxes/queue/job-desk.routes.ts';
import { mountParentDesk } from '#server/features/customers/administrators/parent-desk.routes.ts';
import { sendLink } from '#server/features/identity/passwords/operate-links.ts';
import { createParents } from '#server/features/customers/administrators/parents.service.ts';
import { createTellOfChange } from '#server/features/identity/passwords/password.service.ts';
import { resetSecondStep } from '#server/features/identity/second-factor/operate-second-step.ts';
import type { SecondStepService } from '#server/features/identity/second-factor/second-step.service.ts';
import { mountBanDesk } from '#server/features/identity/sessions/ban-desk.routes.ts';
import { createSessionDesk } from '#server/features/identity/sessions/operate-sessions.ts';
import type { SessionService } from '#server/features/identity/sessions/session.service.ts';
import { createStorageDesk, storageState } from '#server/features/faxes/copies/operate-storage.ts';
import type { StorageDesk } from '#server/features/faxes/copies/operate-storage.ts';
import { mountStorageDesk } from '#server/features/faxes/copies/storage-desk.routes.ts';
import { mountBlockedDomainDesk } from '#server/features/gateways/sender-domains/blocked-domain-desk.routes.ts';
import { mountSenderDomainDesk } from '#server/features/gateways/sender-domains/sender-domain-desk.routes.ts';
import type { Messages } from '#server/kit/messages.ts';
import type { App } from '#server/kit/mount.ts';
import { provenOwner } from '#server/kit/owner.ts';
import { hostOf } from './email-to-fax.ts';
import type { Mail } from './outgoing-mail.ts';
import type { Sending } from './sending.ts';

/** What the console stands on: the verbs of the command line, behind a session of its own kind. */
export interface ConsoleParts {
  config: Config;
  engines: Engines;
  mail: Mail;
  sending: Sending;
  sessions: SessionService;
  secondStep: SecondStepService;
  health: Health;
  messages: Messages;
  /** Folder of the words that pages say. */
  locales: string;
}

/** Mounts the console of operators; nothing of it is there unless F2E_OPERATOR_CONSOLE is 1. */
export function mountOperatorConsole(app: App, parts: ConsoleParts): void {
  const { config, engines, mail, sending, messages } = parts;
  if (!config.operatorConsole) return;
  const { database, keys } = engines;
  const { timezone: zone, node } = config;
  const accounts = createAccounts({ database, node, zone, queueMail: mail.queueMail });
  const storages = createStorageDesk({
    database,
    drops: engines.drops,
    secretKey: keys.for('storage-login'),
  });
  mountOperators(app, { ...parts, ...config, operators: createOperators({ database }), zone });
  mountOverview(app, {
    ...parts,
    database,
    waiting: async () => await countWaiting(database, { accounts, storages, sending }),
  });
  mountJobDesk(app, { database, zone });
  mountLineDesk(app, sending.lineAdmin, (name) => webhookUrlOf(config, name));
  mountUnroutedDesk(app, { faxes: sending.unrouted, zone });
  mountBlockedDomainDesk(app, database);
  mountSenderDomainDesk(app, { database, queueMail: mail.queueMail });
  const { loginFailures: failures } = config;
  const closing = { restDays: config.numberRestDays, queueMail: mail.queueMail };
  const chain = openAuditChain(database, keys.for('audit-chain'));
  const erasing = { database, store: engines.files, chain };
  mountAccounts(app, {
    database,
    accounts,
    zone,
    queueMail: mail.queueMail,
    failures,
    closing,
    erasing,
    dayLimits: config.dayLimits,
  });
  mountNumberDesk(app, { database, accounts, zone });
  mountParentDesk(app, createParents({ database, node }));
  mountCancellationDesk(app, { database, zone, closing });
  mountStorageDesk(app, { desk: storages, messages, zone });
  mountBrandDesk(app, { ...engines, brands: createBrands({ database }) });
  mountBrandWordsDesk(app, { database, locales: parts.locales, languages: messages.languages });
  mountMailDns(app, { domains: mail.domains, mailHost: hostOf(config.publicOrigin), dns: config.dns });
  mountAuditDesk(app, { database, chain, zone });
}

function mountAccounts(
  app: App,
  desk: {
    database: Database;
    accounts: Accounts;
    zone: string;
    queueMail: QueueMail;
    failures: Config['loginFailures'];
    closing: Closing;
    erasing: ErasureDeps;
    dayLimits: DayDefaults;
  },
): void {
  const { database, queueMail } = desk;
  const deps = { database, tell: createTellOfChange(queueMail) };
  const sessions = createSessionDesk({ database, failures: desk.failures });
  mountBanDesk(app, { desk: sessions, zone: desk.zone });
  mountAccountDesk(app, {
    ...desk,
    sessionsOf: async (id) => await sessions.list(id),
    endSessions: async (id) => await sessions.revoke(id),
    resetSecondStep: async (id) => await resetSecondStep(deps, provenOwner({ kind: 'account', id })),
    sendLink: async (id, which) => await sendLink(desk, id, which),
    erase: async (id, reason) => await eraseAccount(desk.erasing, id, reason),
    dayLimitsOf: async (id) => await readDayLimits(database.db, id, desk.dayLimits),
    monthsOf: async (id) => await readAccountMonths(database.db, id),
  });
}

/** What waits for a person to decide. */
async function countWaiting(
  database: Database,
  { accounts, storages, sending }: { accounts: Accounts; storages: StorageDesk; sending: Sending },
) {
  const [cancellations, ports, links, unrouted] = await Promise.all([
    listCancellations(database, true),
    accounts.listPortOrders(true),
    storages.list(),
    sending.unrouted.list(),
  ]);
  const failing = links.filter((link) => ['failing', 'held'].includes(storageState(link)));
  return {
    cancellations: cancellations.length,
    ports: ports.length,
    storages: failing.length,
    unrouted: unrouted.length,
  };
}
