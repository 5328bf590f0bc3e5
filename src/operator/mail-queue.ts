import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';
import type { ChosenLine } from '#engine/fax-line/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { openMailOut } from '#engine/mail/choose.ts';
import { openBackground } from '#server/composition/jobs.ts';
import type { ServiceParts } from '#server/composition/services.ts';
import type { Config } from '#server/config/config.ts';
import { openInstallationKeys } from '#server/features/operations/maintenance/installation.service.ts';
import type { Messages } from '#server/kit/messages.ts';
import type { Mail } from '#server/composition/outgoing-mail.ts';

/** What a command has open when it wants to write to somebody. */
export interface MailQueueParts {
  config: Config;
  log: Logger;
  database: Database;
  files: FileStore;
  messages: Messages;
}

/** Commands add jobs and do none: nothing is drawn here, and no line is used. */
const NO_DOCUMENTS = new Proxy({} as ServiceParts['engines']['documents'], {
  get: () => () => {
    throw new Error('commands do no jobs');
  },
});

function noLine(): ChosenLine {
  return { kind: 'refused', reason: 'Commands do no jobs.' };
}

/** Opens the queue for adding only: the running product, or its next start, delivers the mails. */
export async function openMailQueue(
  parts: MailQueueParts,
): Promise<{ mail: Mail; close: () => Promise<void> }> {
  const { config, database, files, log, messages } = parts;
  const keys = await openInstallationKeys(database, config.masterKeyFile);
  const mail = openMailOut(config.smtpUrl, config.dataDir);
  const { queue, services } = await openBackground(
    {
      config,
      engines: { database, files, documents: NO_DOCUMENTS, chooseLine: noLine, keys, mail, log },
      messages,
    },
    false,
  );
  return {
    mail: services.mail,
    close: async () => {
      await queue.stop();
      await mail.close();
    },
  };
}
