import type { Logger } from 'pino';

import type { Database } from '#engine/database/port.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { openMailOut } from '#engine/mail/choose.ts';
import { openVirusScanner } from '#engine/virus-scan/choose.ts';
import { openLines } from '#server/composition/engines.ts';
import { openBackground } from '#server/composition/jobs.ts';
import type { Services } from '#server/composition/services.ts';
import type { Config } from '#server/config/config.ts';
import { openInstallationKeys } from '#server/features/operations/maintenance/installation.service.ts';
import type { Messages } from '#server/kit/messages.ts';

/** The open parts of a command that sends faxes or mails. */
export interface CommandParts {
  config: Config;
  log: Logger;
  database: Database;
  files: FileStore;
  messages: Messages;
  /** Undefined for commands that convert nothing: they add jobs but run none. */
  documents?: DocumentEngine | undefined;
}

const NO_DOCUMENTS = new Proxy({} as DocumentEngine, {
  get: () => () => {
    throw new Error('commands do no jobs');
  },
});

/**
 * Builds the services of a command, once. The queue is open only for adding jobs: the running product, or its next
 * start, converts, sends and delivers.
 */
export async function openServices({
  config,
  log,
  database,
  files,
  messages,
  documents = NO_DOCUMENTS,
}: CommandParts): Promise<{ services: Services; close: () => Promise<void> }> {
  const keys = await openInstallationKeys(database, config.masterKeyFile);
  const mail = openMailOut(config.smtpUrl, config.dataDir);
  const chooseLine = openLines(config);
  const scanner = openVirusScanner(config.clamav);
  const engines = { database, files, documents, chooseLine, keys, mail, scanner, log };
  const { queue, services } = await openBackground({ config, engines, messages }, false);
  return {
    services,
    close: async () => {
      await queue.stop();
      await mail.close();
    },
  };
}
