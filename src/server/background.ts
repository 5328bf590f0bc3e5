import { openJobQueue } from '#engine/jobs/queue.ts';
import type { JobDefinition, JobQueue } from '#engine/jobs/port.ts';

import type { Config } from './config.ts';
import type { Engines } from './engines.ts';
import { createMailDelivery } from './features/mail-out/mail-delivery.ts';
import { mailOutJobs } from './features/mail-out/mail-out.jobs.ts';
import { createQueueMail } from './features/mail-out/mail-out.service.ts';
import type { QueueMail } from './features/mail-out/mail-out.service.ts';
import { maintenanceJobs } from './features/maintenance/maintenance.jobs.ts';
import { createMaintenance } from './features/maintenance/maintenance.service.ts';
import { passwordJobs } from './features/password/password.jobs.ts';
import { createPasswordWork } from './features/password/password.service.ts';
import type { Messages } from './kit/messages.ts';

/** What background work stands on. */
export interface BackgroundParts {
  config: Config;
  engines: Pick<Engines, 'database' | 'files' | 'mail' | 'keys' | 'log'>;
  messages: Messages;
}

/** Mails to queue, and every background job of the product. */
export interface Background {
  queueMail: QueueMail;
  definitions: JobDefinition[];
}

/** Joins the features that work in the background; `enqueue` is how jobs add further jobs. */
export function assembleBackground(parts: BackgroundParts, enqueue: JobQueue['enqueue']): Background {
  const { config, engines, messages } = parts;
  const { database, files, log } = engines;
  const payloadKey = engines.keys.for('mail-payload');
  const from = config.mailFrom;
  const queueMail = createQueueMail({ queue: { enqueue }, payloadKey, from });
  const delivery = createMailDelivery({
    ...engines,
    messages,
    payloadKey,
    from,
    publicOrigin: config.publicOrigin,
    publicPath: config.publicPath,
  });
  return {
    queueMail,
    definitions: [
      ...maintenanceJobs(createMaintenance({ database, store: files, log })),
      ...mailOutJobs(delivery),
      ...passwordJobs(createPasswordWork({ database, queue: { enqueue }, queueMail })),
    ],
  };
}

/** Opens the queue with every job; `work` says whether this process also does them. Both composition roots use it. */
export async function openBackground(
  parts: BackgroundParts,
  work: boolean,
): Promise<{ queue: JobQueue; queueMail: QueueMail }> {
  // Jobs may add jobs, so the jobs must know the queue before it is open.
  const opened = Promise.withResolvers<JobQueue>();
  const { queueMail, definitions } = assembleBackground(parts, async (...job) => {
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
  return { queue, queueMail };
}
