import type { JobDefinition, JobQueue } from '#engine/jobs/port.ts';
import { domainOf } from '#engine/mail/port.ts';

import type { Config } from '#server/config/config.ts';
import type { Engines } from './engines.ts';
import { createFaxNotices } from '#server/features/faxes/notices/fax-notices.service.ts';
import { createEncloseFax } from '#server/features/faxes/notices/enclose-fax.ts';
import type { FaxNotices } from '#server/features/faxes/notices/fax-notices.service.ts';
import { createMailBounces } from '#server/features/email/outgoing/bounces/mail-bounces.service.ts';
import type { MailBounces } from '#server/features/email/outgoing/bounces/mail-bounces.service.ts';
import { createMailDomains } from '#server/features/email/outgoing/domains/mail-domains.service.ts';
import type { MailDomains } from '#server/features/email/outgoing/domains/mail-domains.service.ts';
import { createMailDelivery } from '#server/features/email/outgoing/mail-delivery.ts';
import { mailOutJobs } from '#server/features/email/outgoing/mail-out.jobs.ts';
import { createQueueMail, createSendWithWords } from '#server/features/email/outgoing/mail-out.service.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import type { PageTexts } from '#server/features/mailbox/inbox/page-text/page-text.service.ts';
import type { MakeTransmissionReport } from '#server/features/faxes/reports/transmission-report.service.ts';
import type { FaultPoint } from '#server/kit/fault-point.ts';
import type { Messages } from '#server/kit/messages.ts';

/** Dependencies of outgoing mail. */
export interface MailParts {
  config: Config;
  engines: Pick<Engines, 'database' | 'files' | 'mail' | 'keys' | 'log'> & {
    /** Only the delivery of mails draws pages. */
    documents: Pick<
      Engines['documents'],
      'exportPdf' | 'exportTiff' | 'pageImage' | 'coverSheet' | 'firstPage' | 'joinPages'
    >;
  };
  messages: Messages;
  reports: MakeTransmissionReport;
  texts: Pick<PageTexts, 'forExport' | 'wordsDue'>;
  faultPoint: FaultPoint;
}

/**
 * The connected features of outgoing mail: who is notified of what, which sender a mail has, and what happens when it
 * bounces.
 */
export interface Mail {
  queueMail: QueueMail;
  /** Sends the mails that waited for the words of a fax, once they are known. */
  sendWithWords: ReturnType<typeof createSendWithWords>;
  notices: FaxNotices;
  bounces: MailBounces;
  domains: MailDomains;
  definitions: JobDefinition[];
}

/** Connects the features of outgoing mail. */
export function assembleMail(
  { config, engines, messages, reports, texts, faultPoint }: MailParts,
  enqueue: JobQueue['enqueue'],
): Mail {
  const { database, files, documents, keys, log } = engines;
  const from = config.mailFrom;
  const payloadKey = keys.for('mail-payload');
  const queueMail = createQueueMail({ queue: { enqueue }, payloadKey, from });
  const notices = createFaxNotices({
    queueMail,
    texts,
    zone: config.timezone,
    operatorEmail: config.operatorEmail,
  });
  const bounces = createMailBounces({
    database,
    key: keys.for('mail-bounce'),
    onSuspended: async (tx, accountId, address) => await notices.suspended(tx, accountId, address),
    log,
  });
  const domains = createMailDomains({ database, key: keys.for('mail-signing'), ownDomain: domainOf(from) });
  const delivery = createMailDelivery({
    database,
    files,
    mail: engines.mail,
    messages,
    payloadKey,
    from,
    publicOrigin: config.publicOrigin,
    publicPath: config.publicPath,
    bounces,
    domains,
    encloseFax: createEncloseFax({
      db: database.db,
      mostBytes: config.mailAttachmentBytes,
      files,
      documents,
      texts,
      report: reports,
      log,
    }),
    faultPoint,
    log,
  });
  const sendWithWords = createSendWithWords({ queue: { enqueue } });
  return { queueMail, sendWithWords, notices, bounces, domains, definitions: mailOutJobs(delivery) };
}
