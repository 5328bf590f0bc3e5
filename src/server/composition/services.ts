import type { JobQueue } from '#engine/jobs/port.ts';

import type { Config } from '#server/config/config.ts';
import { openAuditChain } from '#server/features/audit/log/chain.ts';
import type { AuditChain } from '#server/features/audit/log/chain.ts';
import { createAccounts } from '#server/features/customers/accounts/accounts.service.ts';
import type { Accounts } from '#server/features/customers/accounts/accounts.service.ts';
import { SubaccountsService } from '#server/features/customers/subaccounts/subaccounts.service.ts';
import { MultifaxUsage } from '#server/features/customers/usage/multifax-usage.service.ts';
import { EventsService } from '#server/features/gateways/events/events.service.ts';
import { dnsLookUp } from '#server/features/email/outgoing/domains/mail-domains.service.ts';
import { beginSplitting } from '#server/features/faxes/arrivals/splitting/begin-splitting.ts';
import type { ArrivalSplits } from '#server/features/faxes/arrivals/splitting/begin-splitting.ts';
import { createTransmissionReports } from '#server/features/faxes/reports/transmission-report.service.ts';
import type { MakeTransmissionReport } from '#server/features/faxes/reports/transmission-report.service.ts';
import { ApiKeysService } from '#server/features/identity/api-keys/api-keys.service.ts';
import { AppPasswordsService } from '#server/features/identity/passwords/app-passwords/app-passwords.service.ts';
import { createTellOfChange } from '#server/features/identity/passwords/password.service.ts';
import type { TellOfChange } from '#server/features/identity/passwords/password.service.ts';
import { beginReading } from '#server/features/mailbox/inbox/page-text/begin-reading.ts';
import { beginRules } from '#server/features/mailbox/inbox/rules/begin-rules.ts';
import { PageTexts } from '#server/features/mailbox/inbox/page-text/page-text.service.ts';
import type { ReadDeps } from '#server/features/mailbox/inbox/page-text/read-faxes.ts';
import { RetentionService } from '#server/features/mailbox/retention/retention.service.ts';
import { createFaultPoint } from '#server/kit/fault-point.ts';
import type { FaultPoint } from '#server/kit/fault-point.ts';
import type { Messages } from '#server/kit/messages.ts';
import type { Engines } from './engines.ts';
import { assembleMail } from './outgoing-mail.ts';
import type { Mail } from './outgoing-mail.ts';
import { assembleSending } from './sending.ts';
import type { Sending } from './sending.ts';

/** Dependencies of the services. */
export interface ServiceParts {
  config: Config;
  engines: Omit<Engines, 'lineKinds' | 'storages'>;
  messages: Messages;
}

/**
 * The services that several roles of a process use. A service that only a single page needs is built where it is
 * mounted.
 */
export interface Services {
  mail: Mail;
  sending: Sending;
  reports: MakeTransmissionReport;
  auditChain: AuditChain;
  accounts: Accounts;
  usage: MultifaxUsage;
  subaccounts: SubaccountsService;
  appPasswords: AppPasswordsService;
  apiKeys: ApiKeysService;
  events: EventsService;
  retention: RetentionService;
  /** The texts on pages of faxes. */
  pageTexts: PageTexts;
  /** Resumes all work that waited for the words on the pages of a fax. */
  onTextRead: ReadDeps['read'];
  tellOfChange: TellOfChange;
  /** Schedules rules for faxes. */
  rules: ReturnType<typeof beginRules>;
  lookUp: ReturnType<typeof dnsLookUp>;
  faultPoint: FaultPoint;
}

/** Builds each of these services, once per process; `enqueue` is how they add background jobs. */
export function createServices(
  { config, engines, messages }: ServiceParts,
  enqueue: JobQueue['enqueue'],
): Services {
  const { database, files, documents, keys, log } = engines;
  const faultPoint = createFaultPoint(config.fault);
  const rules = beginRules(enqueue);
  const reports = createTransmissionReports({ database, files, documents, messages });
  const pageTexts = new PageTexts({ database });
  const splits = beginSplitting(enqueue, pageTexts);
  const mail = assembleMail({ config, engines, messages, reports, texts: pageTexts, faultPoint }, enqueue);
  const tellOfChange = createTellOfChange(mail.queueMail);
  return {
    mail,
    reports,
    tellOfChange,
    rules,
    faultPoint,
    sending: joinSending({ config, engines }, enqueue, {
      mail,
      rules,
      splits,
      pageTexts,
      faultPoint,
    }),
    auditChain: openAuditChain(database, keys.for('audit-chain')),
    accounts: createAccounts({
      database,
      node: config.node,
      zone: config.timezone,
      queueMail: mail.queueMail,
    }),
    usage: new MultifaxUsage({ database, zone: config.timezone }),
    subaccounts: new SubaccountsService({ database, queueMail: mail.queueMail }),
    apiKeys: new ApiKeysService({ database, queueMail: mail.queueMail, rate: config.apiRate, log }),
    events: new EventsService({ database }),
    pageTexts,
    onTextRead: goOn([splits.read, rules.read, mail.sendWithWords]),
    retention: new RetentionService({
      database,
      bounds: config.retention,
      restoreDays: config.keepDays.deleted,
    }),
    appPasswords: new AppPasswordsService({ database, tell: tellOfChange }),
    lookUp: dnsLookUp(config.dns),
  };
}

/** Combines callbacks: each is told, in order, that the text of a fax is known. */
function goOn(waiting: readonly Services['onTextRead'][]): Services['onTextRead'] {
  return async (tx, fax) => {
    for (const read of waiting) await read(tx, fax);
  };
}

/** Builds the features that send and receive. */
function joinSending(
  { config, engines }: Pick<ServiceParts, 'config' | 'engines'>,
  enqueue: JobQueue['enqueue'],
  {
    mail,
    rules,
    splits,
    pageTexts,
    faultPoint,
  }: Pick<Services, 'mail' | 'rules' | 'pageTexts' | 'faultPoint'> & { splits: ArrivalSplits },
): Sending {
  const { database, files, documents, keys, log } = engines;
  return assembleSending({
    database,
    files,
    documents,
    chooseLine: engines.chooseLine,
    lineKey: keys.for('line-config'),
    notices: mail.notices,
    rules,
    texts: beginReading(enqueue, config.readText),
    splits,
    pageTexts,
    scanner: engines.scanner,
    upload: config.upload,
    dayLimits: config.dayLimits,
    zone: config.timezone,
    retryMinutes: config.retryMinutes,
    faultPoint,
    log,
  });
}
