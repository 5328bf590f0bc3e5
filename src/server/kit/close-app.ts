import { setTimeout as pause } from 'node:timers/promises';

import type { App } from './mount.ts';

/** How long uploads in progress may take to finish when the product stops (F-send-22). */
const UPLOADS_MS = 30_000;
/**
 * How often connections are checked: a keep-alive connection becomes idle once its response is sent, and would
 * otherwise stay open for another minute.
 */
const LOOK_MS = 100;

/**
 * Time for two failed checks of /readyz, two seconds apart (deploy/haproxy.cfg): after them the proxy sends no more
 * requests.
 */
export const DRAIN_MS = 5_000;

/** Lets the application drain: while it does, each response tells the proxy to close its connection. */
export function addDraining(app: App): void {
  app.decorate('draining', false);
  app.addHook('onRequest', (_, reply, next) => {
    if (app.draining) reply.header('connection', 'close');
    next();
  });
}

/**
 * Accepts no more connections and waits for the responses in progress. A client that has not sent its whole request
 * within `uploadsMs` is cut off; it was promised nothing. Without this limit one silent client would delay the stop by
 * five minutes.
 *
 * Behind a proxy all requests are still answered for the first `drainMs`, while /readyz returns 503: closing a
 * connection at the moment the proxy sends a request over it would lose that request.
 */
export async function closeApp(app: App, { drainMs = 0, uploadsMs = UPLOADS_MS } = {}): Promise<void> {
  app.draining = true;
  if (drainMs > 0) await pause(drainMs);
  const idle = setInterval(() => app.server.closeIdleConnections(), LOOK_MS);
  const cut = setTimeout(() => app.server.closeAllConnections(), uploadsMs);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(cut);
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the process is about to stop; set by closeApp. */
    draining: boolean;
  }
}
