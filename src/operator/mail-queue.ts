import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { openMailOut } from '#engine/mail/choose.ts';
import { openBackground } from '#server/background.ts';
import type { Config } from '#server/config.ts';
import type { QueueMail } from '#server/features/mail-out/mail-out.service.ts';
import { openInstallationKeys } from '#server/features/maintenance/installation.service.ts';
import type { Messages } from '#server/kit/messages.ts';

/** What a command has open when it wants to write to somebody. */
export interface MailQueueParts {
  config: Config;
  log: Logger;
  database: Database;
  files: FileStore;
  messages: Messages;
}

/** Opens the queue for adding only: the running product, or its next start, delivers the mails. */
export async function openMailQueue(
  parts: MailQueueParts,
): Promise<{ queueMail: QueueMail; close: () => Promise<void> }> {
  const { config, database, messages } = parts;
  const keys = await openInstallationKeys(database, config.masterKeyFile);
  const mail = openMailOut(config.smtpUrl, config.dataDir);
  const { queue, queueMail } = await openBackground(
    { config, engines: { ...parts, keys, mail }, messages },
    false,
  );
  return {
    queueMail,
    close: async () => {
      await queue.stop();
      await mail.close();
    },
  };
}
