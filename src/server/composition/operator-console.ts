import type { Database } from '#engine/database/port.ts';

import type { Config } from '#server/config/config.ts';
import type { Engines } from './engines.ts';
import { mountAccountAdmin } from '#server/features/customers/accounts/account.admin.routes.ts';
import type { Accounts, Closing } from '#server/features/customers/accounts/accounts.service.ts';
import { mountNumberAdmin } from '#server/features/customers/accounts/number.admin.routes.ts';
import { mountUnroutedAdmin } from '#server/features/faxes/arrivals/unrouted.admin.routes.ts';
import { mountAuditAdmin } from '#server/features/audit/log/audit.admin.routes.ts';
import { readAccountMonths } from '#server/features/customers/usage/billing/billing.service.ts';
import { mountBrandAdmin } from '#server/features/brands/brands/brand.admin.routes.ts';
import { mountBrandWordsAdmin } from '#server/features/brands/brands/brand-words.admin.routes.ts';
import { createBrands } from '#server/features/brands/brands/brands.service.ts';
import { mountCancellationAdmin } from '#server/features/customers/cancellation/cancellation.admin.routes.ts';
import { listCancellations } from '#server/features/customers/cancellation/decide-cancellations.ts';
import { eraseAccount } from '#server/features/customers/cancellation/erasure/erasure.service.ts';
import type { ErasureDeps } from '#server/features/customers/cancellation/erasure/erasure.service.ts';
import type { Health } from '#server/features/operations/health/health.service.ts';
import { mountOverview } from '#server/features/operations/health/overview.routes.ts';
import { mountFigures } from '#server/features/operations/figures/figures.routes.ts';
import { mountSearch } from '#server/features/operations/search/search.routes.ts';
import { mountLineCallAdmin } from '#server/features/faxes/lines/calls/line-call.admin.routes.ts';
import { mountLineAdmin } from '#server/features/faxes/lines/line.admin.routes.ts';
import { mountMailDns } from '#server/features/email/outgoing/domains/mail-dns.routes.ts';
import { mountKeyAdmin } from '#server/features/identity/api-keys/api-keys.admin.routes.ts';
import { mountOperators } from '#server/features/identity/operators/operators.routes.ts';
import { createOperators } from '#server/features/identity/operators/operators.service.ts';
import { mountOperatorSignOn } from '#server/features/identity/single-sign-on/operator-sign-on.routes.ts';
import { OperatorSignOn } from '#server/features/identity/single-sign-on/operator-sign-on.service.ts';
import { readDayLimits } from '#server/features/faxes/queue/day-limit.store.ts';
import type { DayDefaults } from '#server/features/faxes/queue/day-limit.store.ts';
import { mountJobAdmin } from '#server/features/faxes/queue/job.admin.routes.ts';
import { mountAdministrators } from '#server/features/customers/administrators/administrators.admin.routes.ts';
import { sendLink } from '#server/features/identity/passwords/operate-links.ts';
import { createAdministrators } from '#server/features/customers/administrators/administrators.service.ts';
import { resetSecondStep } from '#server/features/identity/second-factor/operate-second-step.ts';
import type { SecondStepService } from '#server/features/identity/second-factor/second-step.service.ts';
import { mountBanAdmin } from '#server/features/identity/sessions/ban.admin.routes.ts';
import { createSessionAdmin } from '#server/features/identity/sessions/operate-sessions.ts';
import type { SessionService } from '#server/features/identity/sessions/session.service.ts';
import { createStorageAdmin, storageState } from '#server/features/faxes/copies/operate-storage.ts';
import type { StorageAdmin } from '#server/features/faxes/copies/operate-storage.ts';
import { mountOperatorView } from '#server/features/customers/administrators/mailbox-view/mailbox-view.admin.routes.ts';
import { OperatorMailboxView } from '#server/features/customers/administrators/mailbox-view/operator-view.service.ts';
import type { OperatorViewDeps } from '#server/features/customers/administrators/mailbox-view/operator-view.service.ts';
import { mountStorageAdmin } from '#server/features/faxes/copies/storage.admin.routes.ts';
import { mountBlockedDomainAdmin } from '#server/features/gateways/sender-domains/blocked-domain.admin.routes.ts';
import { mountSenderDomainAdmin } from '#server/features/gateways/sender-domains/sender-domain.admin.routes.ts';
import type { Messages } from '#server/kit/messages.ts';
import type { App } from '#server/kit/mount.ts';
import { provenOwner } from '#server/kit/owner.ts';
import { hostOf } from './email-to-fax.ts';
import type { Sending } from './sending.ts';
import type { Services } from './services.ts';
import { openIdOf } from './sign-in.ts';

/** Dependencies of the console: the verbs of the command line, behind their own kind of session. */
export interface ConsoleParts {
  /** The parts of the web side; `locales` is the folder with the words of the pages. */
  web: {
    config: Config;
    engines: Engines;
    services: Services;
    messages: Messages;
    folders: { locales: string };
  };
  sessions: SessionService;
  secondStep: SecondStepService;
  health: Health;
  /** Reads a mailbox for operators who look into it. */
  mailbox: Pick<OperatorViewDeps, 'inbox' | 'files' | 'access'>;
}

/** Mounts the operator console; does nothing unless F2E_OPERATOR_CONSOLE is 1. */
export function mountOperatorConsole(app: App, parts: ConsoleParts): void {
  const { web, sessions, secondStep, mailbox } = parts;
  const { config, engines, services, messages } = web;
  if (!config.operatorConsole) return;
  const { database, keys } = engines;
  const { accounts, mail, sending, auditChain: chain } = services;
  const { timezone: zone, node, publicPath } = config;
  const storages = createStorageAdmin({
    database,
    storages: engines.storages,
    secretKey: keys.for('storage-login'),
  });
  const operators = createOperators({ database });
  mountOperators(app, { operators, sessions, secondStep, publicPath, zone });
  const { openId, key } = openIdOf(web);
  const signOn = new OperatorSignOn({ database, openId, key, log: engines.log, sessions });
  mountOperatorSignOn(app, { service: signOn, sessions, publicPath });
  mountOverview(app, {
    health: parts.health,
    database,
    dataDir: config.dataDir,
    waiting: async () => await countWaiting(database, { accounts, storages, sending }),
  });
  mountFigures(app, { database, zone });
  mountSearch(app, { database, zone });
  mountJobAdmin(app, { database, zone });
  mountLineAdmin(app, sending.lineAdmin, engines.lineKinds);
  mountLineCallAdmin(app, { calls: sending.lineCalls, testCalls: sending.testCalls, zone });
  mountUnroutedAdmin(app, { faxes: sending.unrouted, zone });
  mountBlockedDomainAdmin(app, database);
  mountSenderDomainAdmin(app, { database, queueMail: mail.queueMail });
  const { loginFailures: failures } = config;
  const closing = { restDays: config.numberRestDays, queueMail: mail.queueMail };
  const erasing = { database, store: engines.files, chain };
  const { dayLimits } = config;
  mountAccounts(app, { database, services, accounts, zone, failures, closing, erasing, dayLimits });
  mountNumberAdmin(app, { database, accounts, zone });
  mountAdministrators(app, createAdministrators({ database, node }));
  mountCancellationAdmin(app, { database, zone, closing });
  mountStorageAdmin(app, { admin: storages, messages, zone });
  mountBrandAdmin(app, { database, files: engines.files, brands: createBrands({ database }) });
  mountBrandWordsAdmin(app, { database, locales: web.folders.locales, languages: messages.languages });
  mountMailDns(app, { domains: mail.domains, mailHost: hostOf(config.publicOrigin), dns: config.dns });
  mountAuditAdmin(app, { database, chain, zone });
  mountKeyAdmin(app, { database, queueMail: mail.queueMail, zone });
  const { inbox, files, access } = mailbox;
  const { queueMail } = mail;
  mountOperatorView(app, new OperatorMailboxView({ database, inbox, files, access, queueMail }));
}

function mountAccounts(
  app: App,
  admin: {
    database: Database;
    accounts: Accounts;
    zone: string;
    services: Services;
    failures: Config['loginFailures'];
    closing: Closing;
    erasing: ErasureDeps;
    dayLimits: DayDefaults;
  },
): void {
  const { database, accounts, zone, closing } = admin;
  const { tellOfChange: tell, mail } = admin.services;
  const sessions = createSessionAdmin({ database, failures: admin.failures });
  mountBanAdmin(app, { admin: sessions, zone });
  mountAccountAdmin(app, {
    database,
    accounts,
    zone,
    closing,
    sessionsOf: async (id) => await sessions.list(id),
    endSessions: async (id) => await sessions.revoke(id),
    resetSecondStep: async (id) =>
      await resetSecondStep({ database, tell }, provenOwner({ kind: 'account', id })),
    sendLink: async (id, which) => await sendLink({ database, queueMail: mail.queueMail }, id, which),
    erase: async (id, reason) => await eraseAccount(admin.erasing, id, reason),
    dayLimitsOf: async (id) => await readDayLimits(database.db, id, admin.dayLimits),
    monthsOf: async (id) => await readAccountMonths(database.db, id),
  });
}

/** Counts what waits for a decision by an operator. */
async function countWaiting(
  database: Database,
  { accounts, storages, sending }: { accounts: Accounts; storages: StorageAdmin; sending: Sending },
) {
  const [cancellations, ports, links, unrouted] = await Promise.all([
    listCancellations(database, true),
    accounts.listPortOrders(true),
    storages.list(),
    sending.unrouted.count(),
  ]);
  const failing = links.filter((link) => ['failing', 'held'].includes(storageState(link)));
  return {
    cancellations: cancellations.length,
    ports: ports.length,
    storages: failing.length,
    unrouted,
  };
}
