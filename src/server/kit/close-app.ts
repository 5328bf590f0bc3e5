import { setTimeout as pause } from 'node:timers/promises';

import type { App } from './mount.ts';

/** How long uploads under way may take to their end when the product stops (F-send-22). */
const UPLOADS_MS = 30_000;
/** A connection that is kept for further requests falls idle when its answer is out, and would last for a minute more. */
const LOOK_MS = 100;

/** Two failed checks of /readyz, two seconds apart (deploy/haproxy.cfg): then the proxy sends nothing more. */
export const DRAIN_MS = 5_000;

/** Lets the application be drained: while it is, each answer asks the proxy to give its connection up. */
export function addDraining(app: App): void {
  app.decorate('draining', false);
  app.addHook('onRequest', (_, reply, next) => {
    if (app.draining) reply.header('connection', 'close');
    next();
  });
}

/**
 * Takes no more connections and waits for the answers that are under way; whoever has not sent its request whole by then
 * is cut off, and was promised nothing. Without the bound one silent client would hold up the stop for five minutes.
 *
 * Behind a proxy everything is answered as ever for `drainMs` before that, while /readyz says 503: a connection that is
 * closed at the very moment when the proxy sends a request over it cuts that request off.
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
    /** The process is about to stop; set by closeApp. */
    draining: boolean;
  }
}
