import { join } from 'node:path';

import type { Database } from '#engine/database/port.ts';
import type { JobQueue } from '#engine/jobs/port.ts';

import { buildApp, buildWatchApp } from './app.ts';
import type { Config } from '#server/config/config.ts';
import type { Engines } from './engines.ts';
import { mountBranding } from '#server/features/brands/branding/branding.routes.ts';
import { BrandHosts } from '#server/features/brands/branding/brand-hosts.service.ts';
import { BrandingService } from '#server/features/brands/branding/branding.service.ts';
import { mountCarriers } from '#server/features/faxes/carriers/carriers.routes.ts';
import { createCarriers } from '#server/features/faxes/carriers/carriers.service.ts';
import { mountCompose } from '#server/features/faxes/compose/compose.routes.ts';
import { mountFaxDrafts } from '#server/features/faxes/compose/fax-drafts.routes.ts';
import { mountForwarding } from '#server/features/faxes/compose/forwarding.routes.ts';
import { mountCoverPages } from '#server/features/faxes/compose/cover-pages/cover-pages.routes.ts';
import { AccessLog } from '#server/features/audit/fax-activity/fax-activity.service.ts';
import { mountHealth } from '#server/features/operations/health/health.routes.ts';
import { createHealth } from '#server/features/operations/health/health.service.ts';
import type { Health } from '#server/features/operations/health/health.service.ts';
import { createMetrics } from '#server/features/operations/health/metrics.ts';
import { mountLiveEvents } from '#server/features/mailbox/live-events/live-events.routes.ts';
import { LiveEvents } from '#server/features/mailbox/live-events/live-events.service.ts';
import { mountMailIn } from '#server/features/gateways/email-to-fax/mail-in.routes.ts';
import { Repeats } from '#server/features/gateways/public-api/repeats/repeats.service.ts';
import { joinNodes } from '#server/features/operations/health/nodes/nodes.service.ts';
import { mountErase } from '#server/features/faxes/files/erase.routes.ts';
import { mountOutbox } from '#server/features/faxes/queue/outbox.routes.ts';
import { SecondStepService } from '#server/features/identity/second-factor/second-step.service.ts';
import { mountSeparatorPage } from '#server/features/faxes/arrivals/splitting/separator-page.routes.ts';
import { mountTransmissionReport } from '#server/features/faxes/reports/transmission-report.routes.ts';
import type { SessionService } from '#server/features/identity/sessions/session.service.ts';
import { consoleDoor } from '#server/kit/console-door.ts';
import type { Messages } from '#server/kit/messages.ts';
import type { App } from '#server/kit/mount.ts';
import { answerNotFound } from '#server/kit/respond-error.ts';
import { serveWeb } from '#server/kit/static-web.ts';
import { hostOf } from './email-to-fax.ts';
import type { RunningMailIn } from './email-to-fax.ts';
import { mountMailbox } from './mailbox.ts';
import { mountMultifax } from './administrators.ts';
import { mountOperatorConsole } from './operator-console.ts';
import { mountPreferences } from './preferences.ts';
import type { Services } from './services.ts';
import { mountSignIn, openSessions } from './sign-in.ts';
import { mountPrograms } from './public-api.ts';
import { mountWebhooks } from './webhooks.ts';
import { mountExternalStorage } from './copies.ts';

/** The files beside the code that are served or read at start. */
export interface Folders {
  brands: string;
  locales: string;
  /** The built client; null in tests that need no pages. */
  web: string | null;
}

const ROOT = join(import.meta.dirname, '../../..');

/** The location of those files in a checkout. */
export const projectFolders: Folders = {
  brands: join(ROOT, 'brands'),
  locales: join(ROOT, 'locales'),
  web: join(ROOT, 'dist/web'),
};

/** Dependencies of the web side. */
export interface WebParts {
  config: Config;
  engines: Engines;
  queue: JobQueue;
  services: Services;
  messages: Messages;
  /** Incoming mail, if this process accepts it. */
  mailIn?: RunningMailIn | undefined;
  folders: Folders;
}

/** Builds the web side: every feature's service, mounted on one application. */
export async function assembleWeb(parts: WebParts): Promise<App> {
  const { config, engines, queue, services, folders, messages } = parts;
  const { database, log } = engines;
  const { publicOrigin, publicOriginSet, publicPath, trustProxy, jsonBytes } = config;
  const secure = publicOrigin.startsWith('https:');
  const hosts = new BrandHosts({ db: database.db, publicOrigin, publicOriginSet, log });
  const { brands: brandsDir } = folders;
  const branding = await BrandingService.load({ db: database.db, hosts, brandsDir, secure, log });
  const nodes = await joinNodes({ database, node: config.node, log });
  const secondStep = openSecondStep(parts);
  const sessions = openSessions(
    { config, engines, services },
    { hosts, secondStep, servingNode: nodes.serving },
  );
  const knowsOrigin = async (origin: string) => origin === publicOrigin || (await hosts.knowsOrigin(origin));
  const app = await buildApp({
    log,
    knowsNode: nodes.knows,
    publicPath,
    trustProxy,
    perAddress: config.connectionsPerAddress,
    apiRate: config.apiRate,
    jsonBytes,
    messages,
    sessions,
    keys: services.apiKeys,
    keptAnswers: new Repeats({ db: database.db, secretKey: engines.keys.for('api-answer') }),
    knowsOrigin,
    brandOfHost: async (host) => await hosts.of(host),
    opensConsole: consoleDoor(config),
  });
  app.addHook('onClose', nodes.stop);
  app.addHook('onClose', async () => await services.apiKeys.flush());
  const people = mountSignIn(app, { config, engines, queue, services, sessions, secondStep, messages });
  mountBranding(app, { branding, files: engines.files, brandsDir });
  const access = openAccessLog(app, engines);
  const mailbox = mountMailbox(app, { engines, config, access, services, people, messages });
  mountMultifax(app, { database, services, config });
  mountPreferences(app, { database, services });
  await mountSending(app, parts, access);
  await mountExternalStorage(app, { config, engines, services, messages });
  await mountLive(app, database, sessions, hosts);
  const health = mountWatch(app, parts);
  await mountPrograms(app, { config, engines, services, messages, hosts, branding, access, mailbox, health });
  mountWebhooks(app, { config, engines, services, hosts });
  mountOperatorConsole(app, { web: parts, sessions, secondStep, health, mailbox });
  await mountPages(app, parts, branding);
  return app;
}

function openSecondStep({ config, engines, services }: WebParts): SecondStepService {
  return new SecondStepService({
    database: engines.database,
    key: engines.keys.for('second-step'),
    tell: services.tellOfChange,
    failures: config.loginFailures,
  });
}

/** Opens the log of accesses to faxes; pending entries are written before the application stops. */
function openAccessLog(app: App, engines: Engines): AccessLog {
  const access = new AccessLog({ database: engines.database, log: engines.log });
  app.addHook('onClose', async () => await access.flush());
  return access;
}

/**
 * Builds the application of a process without the role web: health and metrics, at the same address as in other
 * processes.
 */
export async function assembleWatch(parts: Omit<WebParts, 'services'>): Promise<App> {
  const app = buildWatchApp({ log: parts.engines.log, messages: parts.messages });
  mountWatch(app, parts);
  return app;
}

function mountWatch(app: App, { config, engines, queue, mailIn }: Omit<WebParts, 'services'>): Health {
  const { database, files, documents, mail, log } = engines;
  const health = createHealth({
    database,
    files,
    documents,
    mail,
    queue,
    mailIn: mailIn?.listener,
    log,
  });
  mountHealth(app, {
    health,
    metrics: createMetrics({
      database,
      mailsIn: mailIn && (() => mailIn.counts.all()),
      places: { dataDir: config.dataDir, mailCert: config.mailTls?.cert ?? null },
    }),
    metricsToken: config.metricsToken,
  });
  return health;
}

async function mountSending(
  app: App,
  { config, engines, queue, services, messages }: WebParts,
  access: AccessLog,
): Promise<void> {
  const { database, files, documents, log } = engines;
  const { mail, sending, faultPoint } = services;
  const { compose, covers, drafts, lines } = sending;
  const { queueMail } = mail;
  await mountCarriers(app, createCarriers({ database, lines, queue, faultPoint, log }));
  mountOutbox(app, sending);
  mountErase(app, { database, files, deletedDays: config.keepDays.deleted });
  mountTransmissionReport(app, services.reports, access);
  mountSeparatorPage(app, { documents, messages });
  mountMailIn(app, {
    database,
    publicHost: hostOf(config.publicOrigin),
    listens: config.mailListen !== null,
  });
  mountCoverPages(app, { database, documents, covers, messages, publicPath: config.publicPath });
  await mountCompose(app, {
    compose,
    drafts,
    documents,
    messages,
    uploadFolder: join(config.dataDir, 'uploads'),
  });
  const mostBytes = config.mailAttachmentBytes;
  mountFaxDrafts(app, sending);
  mountForwarding(app, { database, files, documents, drafts, access, queueMail, mostBytes });
}

async function mountLive(
  app: App,
  database: Database,
  sessions: SessionService,
  hosts: BrandHosts,
): Promise<void> {
  const live = new LiveEvents();
  await live.start(database);
  app.addHook('onClose', async () => await live.stop());
  mountLiveEvents(app, live, async (token, host) => {
    const session = await sessions.find(token, false);
    return session !== undefined && (await hosts.of(host))?.brandId === session.brandId;
  });
}

async function mountPages(
  app: App,
  { config, folders, messages }: WebParts,
  branding: BrandingService,
): Promise<void> {
  if (!folders.web) {
    app.setNotFoundHandler(async (request, reply) => await answerNotFound(request, reply, messages));
    return;
  }
  await serveWeb(app, {
    webDir: folders.web,
    localesDir: folders.locales,
    upload: config.upload,
    keepDays: {
      deleted: config.keepDays.deleted,
      closed: config.keepDays.closed,
      number: config.numberRestDays,
    },
    publicPath: config.publicPath,
    pageBrandOf: async (host) => await branding.ofPage(host),
    formTargets: async () => await branding.origins(config.publicOrigin),
    messages,
  });
}
