import { createDatabaseCopy } from '#engine/database/copy.ts';
import { openJobQueue } from '#engine/jobs/queue.ts';
import type { JobDefinition, JobQueue } from '#engine/jobs/port.ts';

import { auditJobs } from '#server/features/audit/log/audit.jobs.ts';
import { openAuditChain } from '#server/features/audit/log/chain.ts';
import { backupJobs } from '#server/features/operations/backup/backup.jobs.ts';
import { draftJobs } from '#server/features/faxes/compose/drafts.jobs.ts';
import { faxCopyJobs } from '#server/features/faxes/compose/fax-copies.jobs.ts';
import { createArrivals } from '#server/features/faxes/arrivals/arrivals.service.ts';
import { carriersJobs } from '#server/features/faxes/carriers/carriers.jobs.ts';
import type { FetchCarriedDeps } from '#server/features/faxes/carriers/fetch-carried-fax.ts';
import { createLines } from '#server/features/faxes/lines/lines.service.ts';
import { createFaultPoint } from '#server/kit/fault-point.ts';
import type { Engines } from './engines.ts';
import { accountsJobs } from '#server/features/customers/accounts/accounts.jobs.ts';
import { multifaxUsageJobs } from '#server/features/customers/usage/multifax-usage.jobs.ts';
import { MultifaxUsage } from '#server/features/customers/usage/multifax-usage.service.ts';
import { storedFaxesJobs } from '#server/features/faxes/files/stored-faxes.jobs.ts';
import { figuresJobs } from '#server/features/operations/figures/figures.jobs.ts';
import { maintenanceJobs } from '#server/features/operations/maintenance/maintenance.jobs.ts';
import { createMaintenance } from '#server/features/operations/maintenance/maintenance.service.ts';
import { passwordJobs } from '#server/features/identity/passwords/password.jobs.ts';
import { createPasswordWork } from '#server/features/identity/passwords/password.service.ts';
import { createMailAnswers } from '#server/features/gateways/email-to-fax/mail-answers.ts';
import { mailInJobs } from '#server/features/gateways/email-to-fax/mail-in.jobs.ts';
import { dnsLookUp } from '#server/features/email/outgoing/domains/mail-domains.service.ts';
import { whitelistedDomainsJobs } from '#server/features/gateways/sender-domains/whitelisted-domains.jobs.ts';
import { assembleKnownSenders } from './known-senders.ts';
import { assembleMail } from './outgoing-mail.ts';
import type { Mail, MailParts } from './outgoing-mail.ts';

/** What background work stands on: delivering mails and fetching faxes from carriers need all of it. */
export type BackgroundParts = MailParts & {
  engines: Pick<Engines, 'chooseLine' | 'documents'>;
};

/** Outgoing mail, and every background job of the product. */
export interface Background {
  mail: Mail;
  definitions: JobDefinition[];
}

/** Joins the features that work in the background; `enqueue` is how jobs add further jobs. */
export function assembleBackground(parts: BackgroundParts, enqueue: JobQueue['enqueue']): Background {
  const { engines } = parts;
  const { database, files, log } = engines;
  const mail = assembleMail(parts, enqueue);
  const { queueMail } = mail;
  const { keepDays } = parts.config;
  return {
    mail,
    definitions: [
      ...auditJobs(openAuditChain(database, engines.keys.for('audit-chain')), keepDays.audit),
      ...backupJobs(
        { ...engines, copy: createDatabaseCopy(database.connection, log) },
        parts.config.nightlyBackups,
      ),
      ...draftJobs({ database, files, log }),
      ...faxCopyJobs({ ...engines, queueMail, mostBytes: parts.config.mailAttachmentBytes }),
      ...accountsJobs(database, {
        keepDays: keepDays.closed,
        restDays: parts.config.numberRestDays,
        queueMail,
      }),
      ...multifaxUsageJobs(
        new MultifaxUsage({ database, zone: parts.config.timezone }),
        parts.config.usageRollUp,
      ),
      ...storedFaxesJobs({ database, files, log, everyDays: parts.config.scrubDays }),
      ...figuresJobs(database),
      ...maintenanceJobs(createMaintenance({ database, store: files, log, keepDays })),
      ...mail.definitions,
      ...mailInJobs(createMailAnswers({ ...engines, queueMail })),
      ...carriersJobs(carriedParts(parts, mail)),
      ...whitelistedDomainsJobs({ database, queueMail, lookUp: dnsLookUp(parts.config.dns) }),
      ...assembleKnownSenders({ database, queueMail }),
      ...passwordJobs(createPasswordWork({ database, queue: { enqueue }, queueMail })),
    ],
  };
}

/** What fetching announced faxes needs: the lines that they wait on, and where they go. */
function carriedParts({ config, engines }: BackgroundParts, { notices }: Mail): FetchCarriedDeps {
  const faultPoint = createFaultPoint(config.fault);
  const shared = { ...engines, notices, zone: config.timezone, faultPoint };
  const lines = createLines({ ...engines, lineKey: engines.keys.for('line-config') });
  return { ...shared, lines, arrivals: createArrivals(shared) };
}

/** Opens the queue with every job; `work` says whether this process also does them. Both composition roots use it. */
export async function openBackground(
  parts: BackgroundParts,
  work: boolean,
): Promise<{ queue: JobQueue; mail: Mail }> {
  // Jobs may add jobs, so the jobs must know the queue before it is open.
  const opened = Promise.withResolvers<JobQueue>();
  const { mail, definitions } = assembleBackground(parts, async (...job) => {
    await (await opened.promise).enqueue(...job);
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
  return { queue, mail };
}
