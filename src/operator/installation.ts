import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';

import { openDatabase } from '#engine/database/connect.ts';
import type { Database } from '#engine/database/port.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { configOfProcess } from '#server/config/config.ts';
import type { Config } from '#server/config/config.ts';
import type { Accounts, Closing } from '#server/features/customers/accounts/accounts.service.ts';
import type { AuditChain } from '#server/features/audit/log/chain.ts';
import { createBrands } from '#server/features/brands/brands/brands.service.ts';
import type { Brands } from '#server/features/brands/brands/brands.service.ts';
import type { LineAdmin } from '#server/features/faxes/lines/manage-lines.ts';
import type { Administrators } from '#server/features/customers/administrators/administrators.service.ts';
import type { ApiKeysService } from '#server/features/identity/api-keys/api-keys.service.ts';
import { loadMessages } from '#server/kit/messages.ts';
import type { Messages } from '#server/kit/messages.ts';
import type { Mail } from '#server/composition/outgoing-mail.ts';
import { createLogger } from '#server/kit/logging.ts';
import type { Sending } from '#server/composition/sending.ts';
import type { Services } from '#server/composition/services.ts';
import { upgradeSchema } from '#server/composition/upgrade.ts';

import { withoutCommits } from './dry-run.ts';
import type { CommandParts } from './open-services.ts';

const LOCALES = join(import.meta.dirname, '../../locales');

/** Time limit, because a person waits for the command's answer. */
const PATIENCE_MS = 5_000;

/** Pool size: a command makes one change at a time. */
const POOL_SIZE = 3;

/** A command converts one document, while the product may be converting others. */
const CONVERT_WORKERS = 1;

/** The installation as commands use it: each part is loaded and opened when a command first needs it. */
export interface Installation {
  config: Config;
  log: Logger;
  readonly messages: () => Promise<Messages>;
  /** Connects to the running database, or starts the embedded one for the duration of this command. */
  readonly database: () => Promise<Database>;
  /** Like `database`, without bringing the schema up to date. */
  readonly databaseAsIs: () => Promise<Database>;
  readonly files: () => Promise<FileStore>;
  readonly documents: () => Promise<DocumentEngine>;
  /** Needs the master key; throws KeyRefusal without it. */
  readonly mail: () => Promise<Mail>;
  readonly brands: () => Promise<Brands>;
  readonly accounts: () => Promise<Accounts>;
  readonly administrators: () => Promise<Administrators>;
  readonly apiKeys: () => Promise<ApiKeysService>;
  readonly lines: () => Promise<LineAdmin>;
  readonly sending: () => Promise<Sending>;
  /** Needs the master key; throws KeyRefusal without it. */
  readonly auditChain: () => Promise<AuditChain>;
  /** Resumes the work that waits for the text of a fax. */
  readonly onTextRead: () => Promise<Services['onTextRead']>;
  /** Closes the opened parts, the database last. */
  readonly close: () => Promise<void>;
}

/** Reads the environment; opens nothing yet. With `dryRun` every change is rolled back. Throws ConfigError. */
export function createInstallation({ dryRun = false } = {}): Installation {
  const config = configOfProcess();
  // A command's stderr is for its one sentence; for debugging, F2E_LOG enables more.
  const log = createLogger(['trace', 'debug'].includes(config.logLevel) ? config.logLevel : 'silent');
  const closers: Closers = [];
  const databaseAsIs = once(async () => await joinDatabase(config, log, closers));
  const database = once(async () => await bringUpToDate(config, await databaseAsIs(), log, dryRun));
  const files = once(async () => await openFiles(config, databaseAsIs, closers));
  const documents = once(async () => await openConverters(config, log, closers));
  const messages = once(async () => await loadMessages(LOCALES));
  const services = async (converters?: DocumentEngine) => {
    const [opened, stored, texts] = [await database(), await files(), await messages()];
    const parts = { config, log, database: opened, files: stored, messages: texts, documents: converters };
    return await joinServices(parts, closers);
  };
  // Few commands convert anything; a command that only mails need not start converters.
  const mail = once(async () => (await services()).mail);
  return {
    config,
    log,
    messages,
    databaseAsIs,
    database,
    files,
    documents,
    lines: once(async () => await joinLines(config, log, await database())),
    sending: once(async () => (await services(await documents())).sending),
    auditChain: once(async () => await joinAuditChain(config, await database())),
    mail,
    onTextRead: once(async () => (await services()).onTextRead),
    ...administration(config, database, mail),
    close: async () => {
      for (const closer of closers.splice(0)) await closer();
    },
  };
}

/** Opens the customer features of the installation. */
function administration(
  config: Config,
  database: Installation['database'],
  mail: Installation['mail'],
): Pick<Installation, 'administrators' | 'apiKeys' | 'brands' | 'accounts'> {
  const { node, timezone: zone } = config;
  const { queueMail } = closingOf({ config, mail });
  return {
    administrators: once(async () => {
      const { createAdministrators } =
        await import('#server/features/customers/administrators/administrators.service.ts');
      return createAdministrators({ database: await database(), node });
    }),
    brands: once(async () => createBrands({ database: await database() })),
    accounts: once(async () => {
      const { createAccounts } = await import('#server/features/customers/accounts/accounts.service.ts');
      return createAccounts({ database: await database(), node, zone, queueMail });
    }),
    apiKeys: once(async () => {
      const { ApiKeysService } = await import('#server/features/identity/api-keys/api-keys.service.ts');
      return new ApiKeysService({ database: await database(), queueMail, rate: config.apiRate });
    }),
  };
}

/** Returns the dependencies of closing an account; the mail parts are opened only if there is a mail to send. */
export function closingOf({ config, mail }: Pick<Installation, 'config' | 'mail'>): Closing {
  return {
    restDays: config.numberRestDays,
    queueMail: async (tx, asked) => await (await mail()).queueMail(tx, asked),
  };
}

/** Functions that close parts at the end of a command, the last opened first. */
type Closers = (() => Promise<void>)[];

async function joinDatabase(config: Config, log: Logger, closers: Closers): Promise<Database> {
  const { databaseUrl: url, databaseDirectUrl: directUrl, dataDir } = config;
  const [max, patienceMs] = [POOL_SIZE, PATIENCE_MS];
  const opened = await openDatabase({ url, directUrl, dataDir, log, max, patienceMs });
  closers.unshift(async () => await opened.close());
  return opened;
}

async function bringUpToDate(
  config: Config,
  database: Database,
  log: Logger,
  dryRun: boolean,
): Promise<Database> {
  await upgradeSchema(config, database, log);
  await createBrands({ database }).ensureDefaultBrand();
  return dryRun ? withoutCommits(database) : database;
}

/**
 * Opens the file store. Files that a command stores while the bucket is unavailable are uploaded by the running
 * service.
 */
async function openFiles(
  config: Config,
  database: Installation['database'],
  closers: Closers,
): Promise<FileStore> {
  const { openFileStore } = await import('#engine/file-store/choose.ts');
  const { spoolOf } = await import('#server/features/faxes/files/stored-faxes.service.ts');
  const opened = await openFileStore(
    config.blobs,
    config.dataDir,
    spoolOf(config, database, { drains: false }),
  );
  closers.unshift(async () => await opened.close?.());
  return opened;
}

async function joinAuditChain(config: Config, database: Database): Promise<AuditChain> {
  const { openAuditChain } = await import('#server/features/audit/log/chain.ts');
  const keys = await keysOf(config, database);
  return openAuditChain(database, keys.for('audit-chain'));
}

async function keysOf(config: Config, database: Database) {
  const { openInstallationKeys } =
    await import('#server/features/operations/maintenance/installation.service.ts');
  return await openInstallationKeys(database, config.masterKeyFile);
}

async function joinLines(config: Config, log: Logger, database: Database): Promise<LineAdmin> {
  const { openLines } = await import('#server/composition/engines.ts');
  const { createLines } = await import('#server/features/faxes/lines/lines.service.ts');
  const { createLineAdmin } = await import('#server/features/faxes/lines/manage-lines.ts');
  const keys = await keysOf(config, database);
  const { timezone: zone } = config;
  const parts = { database, chooseLine: openLines(config), lineKey: keys.for('line-config'), log, zone };
  return createLineAdmin(parts, createLines(parts));
}

/** Opens the services. Few commands send faxes or mails; the others need not load the queue. */
async function joinServices(parts: CommandParts, closers: Closers): Promise<Services> {
  const { openServices } = await import('./open-services.ts');
  const opened = await openServices(parts);
  closers.unshift(opened.close);
  return opened.services;
}

async function openConverters(config: Config, log: Logger, closers: Closers): Promise<DocumentEngine> {
  const { openDocumentEngine } = await import('#engine/documents/choose.ts');
  const opened = await openDocumentEngine({
    workers: CONVERT_WORKERS,
    untrusted: config.untrustedDocuments,
    tempDir: tmpdir(),
    wallMs: config.convertMs,
    headerLine: config.headerLine,
    log,
  });
  closers.unshift(async () => await opened.close());
  return opened;
}

function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return async () => await (opened ??= open());
}
