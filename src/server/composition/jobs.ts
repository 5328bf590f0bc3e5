import { createDatabaseCopy } from '#engine/database/copy.ts';
import { openJobQueue } from '#engine/jobs/queue.ts';
import type { JobDefinition, JobQueue } from '#engine/jobs/port.ts';

import { auditJobs } from '#server/features/audit/log/audit.jobs.ts';
import { backupJobs } from '#server/features/operations/backup/backup.jobs.ts';
import { draftJobs } from '#server/features/faxes/compose/drafts.jobs.ts';
import { splittingJobs } from '#server/features/faxes/arrivals/splitting/splitting.jobs.ts';
import { unroutedJobs } from '#server/features/faxes/arrivals/unrouted.jobs.ts';
import { faxCopyJobs } from '#server/features/faxes/compose/fax-copies.jobs.ts';
import { carriersJobs } from '#server/features/faxes/carriers/carriers.jobs.ts';
import { accountsJobs } from '#server/features/customers/accounts/accounts.jobs.ts';
import { multifaxUsageJobs } from '#server/features/customers/usage/multifax-usage.jobs.ts';
import { storedFaxesJobs } from '#server/features/faxes/files/stored-faxes.jobs.ts';
import { eventsJobs } from '#server/features/gateways/events/events.jobs.ts';
import { healthJobs } from '#server/features/operations/health/health.jobs.ts';
import { figuresJobs } from '#server/features/operations/figures/figures.jobs.ts';
import { pageTextJobs } from '#server/features/mailbox/inbox/page-text/page-text.jobs.ts';
import { rulesJobs } from '#server/features/mailbox/inbox/rules/rules.jobs.ts';
import { contactJobs } from '#server/features/mailbox/contacts/contacts.jobs.ts';
import { retentionJobs } from '#server/features/mailbox/retention/retention.jobs.ts';
import { maintenanceJobs } from '#server/features/operations/maintenance/maintenance.jobs.ts';
import { createMaintenance } from '#server/features/operations/maintenance/maintenance.service.ts';
import { apiKeysJobs } from '#server/features/identity/api-keys/api-keys.jobs.ts';
import { passwordJobs } from '#server/features/identity/passwords/password.jobs.ts';
import { createPasswordWork } from '#server/features/identity/passwords/password.service.ts';
import { createMailAnswers } from '#server/features/gateways/email-to-fax/mail-answers.ts';
import { mailInJobs } from '#server/features/gateways/email-to-fax/mail-in.jobs.ts';
import { whitelistedDomainsJobs } from '#server/features/gateways/sender-domains/whitelisted-domains.jobs.ts';
import { assembleKnownSenders } from './known-senders.ts';
import { createServices } from './services.ts';
import type { ServiceParts, Services } from './services.ts';

/** The services of a process, and every background job of the product. */
export interface Background {
  services: Services;
  definitions: JobDefinition[];
}

/** Builds the services and the background jobs; `enqueue` is how jobs add further jobs. */
export function assembleBackground(parts: ServiceParts, enqueue: JobQueue['enqueue']): Background {
  const services = createServices(parts, enqueue);
  const definitions = [
    customerJobs(parts, services),
    faxJobs(parts, services),
    mailJobs(parts, services),
    upkeepJobs(parts, services),
    passwordJobs(
      createPasswordWork({
        database: parts.engines.database,
        queue: { enqueue },
        queueMail: services.mail.queueMail,
      }),
    ),
  ].flat();
  return { services, definitions };
}

function customerJobs(
  { config, engines: { database, log } }: ServiceParts,
  { mail: { queueMail }, usage, subaccounts, lookUp }: Services,
): JobDefinition[] {
  const { keepDays, numberRestDays: restDays } = config;
  return [
    accountsJobs({ database, log, keepDays: keepDays.closed, restDays, queueMail }),
    multifaxUsageJobs(usage, config.usageRollUp),
    whitelistedDomainsJobs({ database, queueMail, lookUp }),
    assembleKnownSenders({ database, queueMail, subaccounts }),
    apiKeysJobs({ database, queueMail }),
    contactJobs(database),
  ].flat();
}

function faxJobs(
  { config, engines: { database, files, documents, log } }: ServiceParts,
  { mail: { queueMail, notices }, sending: { lines, arrivals, outbox }, onTextRead, faultPoint }: Services,
): JobDefinition[] {
  const mostBytes = config.mailAttachmentBytes;
  return [
    draftJobs({ database, files, log }),
    faxCopyJobs({ database, files, documents, queueMail, mostBytes, log }),
    storedFaxesJobs({ database, files, log, everyDays: config.scrubDays }),
    splittingJobs(arrivals),
    unroutedJobs({ database, files }),
    rulesJobs({ database, notices, queueMail, outbox }),
    pageTextJobs({ database, files, documents, log, read: onTextRead }, config.readText),
    carriersJobs({ database, files, lines, arrivals, faultPoint, log }),
  ].flat();
}

function mailJobs(
  { engines: { database, files, documents, log } }: ServiceParts,
  { mail: { definitions, queueMail } }: Services,
): JobDefinition[] {
  const answers = createMailAnswers({ database, files, documents, queueMail, log });
  return [definitions, mailInJobs(answers)].flat();
}

function upkeepJobs(
  { config, engines: { database, files, keys, log } }: ServiceParts,
  { auditChain, events, retention }: Services,
): JobDefinition[] {
  const { keepDays, nightlyBackups } = config;
  const copy = createDatabaseCopy(database.connection, log);
  return [
    auditJobs(auditChain, keepDays.audit),
    backupJobs({ database, files, keys, copy }, nightlyBackups),
    eventsJobs(events),
    retentionJobs(retention, log),
    figuresJobs(database),
    healthJobs(database),
    maintenanceJobs(createMaintenance({ database, store: files, log, keepDays })),
  ].flat();
}

/** Opens the queue with every job; `work` sets whether this process also runs them. Both composition roots use it. */
export async function openBackground(
  parts: ServiceParts,
  work: boolean,
): Promise<{ queue: JobQueue; services: Services }> {
  // Jobs may add jobs, so they need a reference to the queue before it is open.
  const opened = Promise.withResolvers<JobQueue>();
  const { services, definitions } = assembleBackground(parts, async (tx, kind, payload, options) => {
    await (await opened.promise).enqueue(tx, kind, payload, options);
  });
  const { database, log } = parts.engines;
  const queue = await openJobQueue({
    connection: database.connection,
    log,
    definitions,
    work,
    zone: parts.config.timezone,
  });
  opened.resolve(queue);
  return { queue, services };
}
