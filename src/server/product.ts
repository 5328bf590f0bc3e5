import { join } from 'node:path';

import type { Database } from '#engine/database/port.ts';
import type { JobQueue } from '#engine/jobs/port.ts';

import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import type { Engines } from './engines.ts';
import { mountBranding } from './features/branding/branding.routes.ts';
import { BrandingService } from './features/branding/branding.service.ts';
import { mountCompose } from './features/compose/compose.routes.ts';
import { mountHealth } from './features/health/health.routes.ts';
import { createHealth } from './features/health/health.service.ts';
import { createMetrics } from './features/health/metrics.ts';
import { mountLiveEvents } from './features/live-events/live-events.routes.ts';
import { LiveEvents } from './features/live-events/live-events.service.ts';
import type { QueueMail } from './features/mail-out/mail-out.service.ts';
import { mountOutbox } from './features/outbox/outbox.routes.ts';
import { SessionService } from './features/session/session.service.ts';
import { createFaultPoint } from './kit/fault-point.ts';
import { loadMessages } from './kit/messages.ts';
import type { Messages } from './kit/messages.ts';
import type { App } from './kit/mount.ts';
import { answerNotFound } from './kit/respond-error.ts';
import { serveWeb } from './kit/static-web.ts';
import { mountMailbox } from './mailbox.ts';
import { mountPreferences } from './preferences.ts';
import { assembleSending } from './sending.ts';
import type { Sending } from './sending.ts';
import { mountSignIn } from './sign-in.ts';

/** The files beside the code that are served or read at start. */
export interface Folders {
  brands: string;
  locales: string;
  /** The built client; null in tests that need no pages. */
  web: string | null;
}

const ROOT = join(import.meta.dirname, '../..');

/** Where those files are in a checkout. */
export const projectFolders: Folders = {
  brands: join(ROOT, 'brands'),
  locales: join(ROOT, 'locales'),
  web: join(ROOT, 'dist/web'),
};

/** The features between Send and the other account's inbox, over these engines; web and workers share them. */
export function sendingOf(config: Config, engines: Engines): Sending {
  return assembleSending({
    ...engines,
    zone: config.timezone,
    retryMinutes: config.retryMinutes,
    faultPoint: createFaultPoint(config.fault),
  });
}

/** What the web side is made of. */
export interface WebParts {
  config: Config;
  engines: Engines;
  queue: JobQueue;
  queueMail: QueueMail;
  sending: Sending;
  folders: Folders;
}

/** Builds the web side: every feature's service, mounted on one application. */
export async function assembleWeb(parts: WebParts): Promise<App> {
  const { config, engines, folders } = parts;
  const { database, keys, log } = engines;
  const messages = await loadMessages(folders.locales);
  const secure = config.publicOrigin.startsWith('https:');
  const branding = await BrandingService.load(database.db, folders.brands, secure);
  const sessions = new SessionService({
    database,
    accessTokenKey: keys.for('access-token'),
    publicOrigin: config.publicOrigin,
    idleSeconds: config.sessionIdleSeconds,
    seconds: config.sessionSeconds,
  });
  const { node, publicPath, trustProxy } = config;
  const knowsOrigin = async (origin: string) =>
    origin === config.publicOrigin || (await branding.knowsOrigin(origin));
  const app = await buildApp({ log, node, publicPath, trustProxy, messages, sessions, knowsOrigin });
  mountSignIn(app, { ...parts, sessions, messages });
  mountBranding(app, branding, folders.brands);
  mountMailbox(app, { ...engines, zone: config.timezone, languages: messages.languages });
  mountPreferences(app, { database, queueMail: parts.queueMail });
  await mountSending(app, parts, messages);
  await mountLive(app, database, sessions);
  mountHealth(app, {
    health: createHealth({ ...engines, queue: parts.queue }),
    metrics: createMetrics(database),
    metricsToken: config.metricsToken,
  });
  await mountPages(app, parts, branding, messages);
  return app;
}

async function mountSending(app: App, { config, sending }: WebParts, messages: Messages): Promise<void> {
  mountOutbox(app, sending);
  await mountCompose(app, {
    compose: sending.compose,
    messages,
    uploadFolder: join(config.dataDir, 'uploads'),
  });
}

async function mountLive(app: App, database: Database, sessions: SessionService): Promise<void> {
  const live = new LiveEvents();
  await live.start(database);
  app.addHook('onClose', async () => await live.stop());
  mountLiveEvents(app, live, async (token) => (await sessions.find(token, false)) !== undefined);
}

async function mountPages(
  app: App,
  parts: WebParts,
  branding: BrandingService,
  messages: Messages,
): Promise<void> {
  const { config, folders } = parts;
  if (!folders.web) {
    app.setNotFoundHandler(async (request, reply) => await answerNotFound(request, reply, messages));
    return;
  }
  await serveWeb(app, {
    webDir: folders.web,
    localesDir: folders.locales,
    publicPath: config.publicPath,
    brandOf: async (host) => await branding.ofHost(host),
    formTargets: async () => await branding.origins(config.publicOrigin),
    messages,
  });
}
