import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';

import { openDatabase } from '#engine/database/connect.ts';
import { migrate } from '#engine/database/migrate.ts';
import type { Database } from '#engine/database/port.ts';
import { openDocumentEngine } from '#engine/documents/choose.ts';
import type { DocumentEngine } from '#engine/documents/port.ts';
import { chooseLine } from '#engine/fax-line/choose.ts';
import { openFileStore } from '#engine/file-store/choose.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { configOfProcess } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import { createAccounts } from '#server/features/accounts/accounts.service.ts';
import type { Accounts } from '#server/features/accounts/accounts.service.ts';
import { createBrands } from '#server/features/brands/brands.service.ts';
import type { Brands } from '#server/features/brands/brands.service.ts';
import { createLines } from '#server/features/lines/lines.service.ts';
import { createLineAdmin } from '#server/features/lines/manage-lines.ts';
import type { LineAdmin } from '#server/features/lines/manage-lines.ts';
import type { QueueMail } from '#server/features/mail-out/mail-out.service.ts';
import { createFaultPoint } from '#server/kit/fault-point.ts';
import { loadMessages } from '#server/kit/messages.ts';
import type { Messages } from '#server/kit/messages.ts';
import { createLogger } from '#server/logging.ts';
import { assembleSending } from '#server/sending.ts';
import type { Sending } from '#server/sending.ts';

import type { MailQueueParts } from './mail-queue.ts';

const LOCALES = join(import.meta.dirname, '../../locales');

/** A person waits for the answer of a command. */
const PATIENCE_MS = 5_000;

/** A command makes one change at a time. */
const POOL_SIZE = 3;

/** A command converts one document, while the product beside it may convert others. */
const CONVERT_WORKERS = 1;

/** The installation as commands reach it: parts are opened when a command first asks for them. */
export interface Installation {
  config: Config;
  log: Logger;
  readonly messages: () => Promise<Messages>;
  /** Joins the running database, or starts the embedded one for this command's duration. */
  readonly database: () => Promise<Database>;
  /** The same without bringing the schema up to date. */
  readonly databaseAsIs: () => Promise<Database>;
  readonly files: () => Promise<FileStore>;
  readonly documents: () => Promise<DocumentEngine>;
  readonly brands: () => Promise<Brands>;
  readonly accounts: () => Promise<Accounts>;
  readonly lines: () => Promise<LineAdmin>;
  readonly sending: () => Promise<Sending>;
  /** Closes what was opened, the database last. */
  readonly close: () => Promise<void>;
}

/** Reads the environment; opens nothing yet. Throws ConfigError. */
export function createInstallation(): Installation {
  const config = configOfProcess();
  // A command's stderr is for its one sentence; who debugs asks for more.
  const log = createLogger(['trace', 'debug'].includes(config.logLevel) ? config.logLevel : 'silent');
  const closers: Closers = [];
  const databaseAsIs = once(async () => await joinDatabase(config, log, closers));
  const database = once(async () => await bringUpToDate(await databaseAsIs(), log));
  const files = once(async () => await openFileStore(config.blobs, config.dataDir));
  const documents = once(async () => await openConverters(config, log, closers));
  const messages = once(async () => await loadMessages(LOCALES));
  const queueMail = once(async () => {
    const parts = {
      config,
      log,
      database: await database(),
      files: await files(),
      messages: await messages(),
    };
    return await joinMailQueue(parts, closers);
  });
  return {
    config,
    log,
    messages,
    databaseAsIs,
    database,
    files,
    documents,
    lines: once(async () => {
      const parts = { database: await database(), chooseLine, log };
      return createLineAdmin(parts, createLines(parts));
    }),
    sending: once(async () =>
      assembleSending({
        database: await database(),
        files: await files(),
        documents: await documents(),
        chooseLine,
        zone: config.timezone,
        retryMinutes: config.retryMinutes,
        faultPoint: createFaultPoint(config.fault),
        log,
      }),
    ),
    brands: once(async () => createBrands({ database: await database() })),
    accounts: once(async () =>
      createAccounts({
        database: await database(),
        node: config.node,
        zone: config.timezone,
        queueMail: async (tx, mail) => await (await queueMail())(tx, mail),
      }),
    ),
    close: async () => {
      for (const closer of closers.splice(0)) await closer();
    },
  };
}

/** What is closed at the end of a command, the last opened first. */
type Closers = (() => Promise<void>)[];

async function joinDatabase(config: Config, log: Logger, closers: Closers): Promise<Database> {
  const { databaseUrl: url, dataDir } = config;
  const opened = await openDatabase({ url, dataDir, log, max: POOL_SIZE, patienceMs: PATIENCE_MS });
  closers.unshift(async () => await opened.close());
  return opened;
}

async function bringUpToDate(database: Database, log: Logger): Promise<Database> {
  await migrate({ connection: database.connection, log });
  await createBrands({ database }).ensureDefaultBrand();
  return database;
}

/** Few commands write to anybody; the others need not load the queue. */
async function joinMailQueue(parts: MailQueueParts, closers: Closers): Promise<QueueMail> {
  const { openMailQueue } = await import('./mail-queue.ts');
  const opened = await openMailQueue(parts);
  closers.unshift(opened.close);
  return opened.queueMail;
}

async function openConverters(config: Config, log: Logger, closers: Closers): Promise<DocumentEngine> {
  const opened = await openDocumentEngine({
    workers: CONVERT_WORKERS,
    untrusted: config.untrustedDocuments,
    tempDir: tmpdir(),
    log,
  });
  closers.unshift(async () => await opened.close());
  return opened;
}

function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return async () => await (opened ??= open());
}
