import { join } from 'node:path';

import type { Database } from '#engine/database/port.ts';

import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import type { Engines } from './engines.ts';
import { mountBranding } from './features/branding/branding.routes.ts';
import { BrandingService } from './features/branding/branding.service.ts';
import { mountLiveEvents } from './features/live-events/live-events.routes.ts';
import { LiveEvents } from './features/live-events/live-events.service.ts';
import { mountSession } from './features/session/session.routes.ts';
import { SessionService } from './features/session/session.service.ts';
import { loadMessages } from './kit/messages.ts';
import type { App } from './kit/mount.ts';
import { answerNotFound } from './kit/respond-error.ts';
import { serveWeb } from './kit/static-web.ts';

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

/** Builds the web side: every feature's service, mounted on one application. */
export async function assembleWeb(config: Config, engines: Engines, folders: Folders): Promise<App> {
  const { database, keys, log } = engines;
  const messages = await loadMessages(folders.locales);
  const branding = await BrandingService.load(
    database.db,
    folders.brands,
    config.publicOrigin.startsWith('https:'),
  );
  const sessions = new SessionService({
    database,
    accessTokenKey: keys.for('access-token'),
    idleSeconds: config.sessionIdleSeconds,
    seconds: config.sessionSeconds,
  });
  const app = await buildApp({
    log,
    node: config.node,
    publicPath: config.publicPath,
    trustProxy: config.trustProxy,
    messages,
    sessions,
    knowsOrigin: async (origin) => origin === config.publicOrigin || (await branding.knowsOrigin(origin)),
  });
  mountSession(app, sessions);
  mountBranding(app, branding, folders.brands);
  await mountLive(app, database, sessions);
  if (folders.web) {
    await serveWeb(app, {
      webDir: folders.web,
      localesDir: folders.locales,
      publicPath: config.publicPath,
      brandOf: async (host) => await branding.ofHost(host),
      messages,
    });
  } else app.setNotFoundHandler(async (request, reply) => await answerNotFound(request, reply, messages));
  return app;
}

async function mountLive(app: App, database: Database, sessions: SessionService): Promise<void> {
  const live = new LiveEvents();
  await live.start(database);
  app.addHook('onClose', async () => await live.stop());
  mountLiveEvents(app, live, async (token) => (await sessions.find(token, false)) !== undefined);
}
