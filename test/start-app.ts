import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Logger } from 'pino';

import type { DocumentEngine } from '#engine/documents/port.ts';
import { openFileStore } from '#engine/file-store/choose.ts';
import type { FileStore } from '#engine/file-store/port.ts';
import { openMailOut } from '#engine/mail/choose.ts';
import { openKeys } from '#engine/secrets/keys.ts';
import type { VirusScanner } from '#engine/virus-scan/port.ts';
import { assembleBackground } from '#server/composition/jobs.ts';
import { readConfig } from '#server/config/config.ts';
import type { LineKind } from '#engine/fax-line/kind-port.ts';
import { LINE_KINDS } from '#engine/fax-line/kinds.ts';
import { openRemoteStorages, openLines } from '#server/composition/engines.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { loadMessages } from '#server/kit/messages.ts';
import type { App } from '#server/kit/mount.ts';
import type { Mail } from '#server/composition/outgoing-mail.ts';
import { spoolOf } from '#server/features/faxes/files/stored-faxes.service.ts';
import { withKnownHashes } from '#server/features/faxes/files/checked-store.ts';
import type { DeliverDeps } from '#server/features/faxes/copies/deliver.ts';
import { assembleWeb, projectFolders } from '#server/composition/web-server.ts';
import { copiesOf } from '#server/composition/copies.ts';
import { webhooksOf } from '#server/composition/webhooks.ts';
import type { DeliverDeps as WebhookDeliverDeps } from '#server/features/gateways/webhooks/deliver-webhook.ts';
import type { Sending } from '#server/composition/sending.ts';
import type { Services } from '#server/composition/services.ts';

import { PASSWORD } from './factories.ts';
import { handQueue } from './hand-queue.ts';
import { logIn } from './log-in.ts';
import { createTestDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

/**
 * A browser's side of a session: cookies, the token header and, unless the brand is the default one, the host; for
 * app.inject.
 */
export interface SignedIn {
  cookies: Record<string, string>;
  headers: Record<string, string>;
}

/** The real application in this process, over its own database and files. */
export interface TestApp {
  app: App;
  database: TestDatabase;
  files: FileStore;
  /** F2E_DATA of the application. */
  folder: string;
  /** The services that the roles of a process share. */
  services: Services;
  /** The features behind sending and receiving; no worker runs unless a test starts one. */
  sending: Sending;
  /** Queues a mail like the features do. */
  queueMail: QueueMail;
  /** Outgoing mail as in the product. */
  mail: Mail;
  /** The dependencies for copying to external storage; no worker runs. */
  copies: DeliverDeps;
  /** The dependencies for posting events to webhooks; no worker runs. */
  webhooks: WebhookDeliverDeps;
  /** Runs the queued background jobs, and the jobs that they add, until none is left. */
  runJobs(): Promise<void>;
  /** Logs in through the real calls. */
  signIn(number: string, password?: string): Promise<SignedIn>;
  stop(): Promise<void>;
}

/** A document engine that fails if used; tests that convert provide a real one. */
const noDocuments = new Proxy({} as DocumentEngine, {
  get: (_, name) => () => {
    throw new Error(`this test has no document engine (${String(name)})`);
  },
});

/** Tests make more calls per second than programs may; tests of these limits set their own. */
const UNHURRIED = { F2E_API_CALLS_PER_SECOND: '10000', F2E_API_BURST: '100000', F2E_OCR: 'off' };

/** Starts the application for one test file; call `stop` in afterAll. */
export async function startApp(
  options: {
    documents?: DocumentEngine;
    scanner?: VirusScanner;
    /** The kinds of lines; by default the product's. */
    lineKinds?: readonly LineKind[];
    env?: Record<string, string>;
    /** A built client; most tests need no pages. */
    web?: string;
    /** The log of the application; none by default. */
    log?: Logger;
  } = {},
): Promise<TestApp> {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-app-'));
  const database = await createTestDatabase({ max: 8 });
  const config = readConfig({ F2E_DATA: folder, F2E_OPERATOR_CONSOLE: '1', ...UNHURRIED, ...options.env });
  const spool = spoolOf(config, async () => await Promise.resolve(database), { drains: true });
  const files = withKnownHashes(await openFileStore(config.blobs, folder, spool), database);
  const keys = await openKeys({ file: join(folder, 'master.key'), known: null });
  const documents = options.documents ?? noDocuments;
  const lineKinds = options.lineKinds ?? LINE_KINDS;
  const mail = openMailOut(config.smtpUrl, folder);
  const storages = openRemoteStorages(config);
  const engines = {
    scanner: options.scanner,
    database,
    files,
    documents,
    chooseLine: openLines(config, { kinds: lineKinds }),
    lineKinds,
    mail,
    storages,
    keys,
    log: options.log ?? pino({ level: 'silent' }),
  };
  const messages = await loadMessages(projectFolders.locales);
  const jobs = await handQueue(database);
  const { services, definitions } = assembleBackground(
    { config, engines, messages },
    async (...job) => await jobs.queue.enqueue(...job),
  );
  const { mail: outgoing, sending } = services;
  const app = await assembleWeb({
    config,
    engines,
    queue: jobs.queue,
    services,
    messages,
    folders: { ...projectFolders, web: options.web ?? null },
  });
  await app.ready();
  return {
    app,
    database,
    files,
    folder,
    services,
    sending,
    queueMail: outgoing.queueMail,
    mail: outgoing,
    copies: copiesOf({ engines, services, messages }),
    webhooks: webhooksOf({ config, engines, services }),
    runJobs: async () => await jobs.runAll(definitions),
    signIn: async (number, password = PASSWORD) =>
      await signIn(app, { number, password, host: await homeHeader(database, 'account', number) }),
    stop: async () => {
      await app.close();
      await files.close?.();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the header with the host of somebody's brand: its domain, unless it is the default brand. */
export async function homeHeader(
  { pool }: TestDatabase,
  table: 'account' | 'parent',
  name: string,
): Promise<{ host?: string }> {
  const column = table === 'account' ? 'fax_number' : 'username';
  const { rows } = await pool.query<{ host: string }>(
    `select d.domain as host from ${table} t join brand_domain d on d.brand_id = t.brand_id and d.is_primary
     where t.${column} = $1 order by t.id desc`,
    [name],
  );
  return rows[0] ? { host: rows[0].host } : {};
}

async function signIn(
  app: App,
  { number, password, host }: { number: string; password: string; host: { host?: string } },
): Promise<SignedIn> {
  const response = await logIn({ app }, number, password, { headers: host });
  if (response.statusCode !== 200) throw new Error(`login failed: ${response.body}`);
  const cookies = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));
  return { cookies, headers: { ...host, 'x-access-token': cookies['access-token'] ?? '' } };
}
