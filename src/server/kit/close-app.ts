import type { App } from './mount.ts';

/** How long uploads under way may take to their end when the product stops (F-send-22). */
const UPLOADS_MS = 30_000;
/** A connection that is kept for further requests falls idle when its answer is out, and would last for a minute more. */
const LOOK_MS = 100;

/**
 * Takes no more connections and waits for the answers that are under way; whoever has not sent its request whole by then
 * is cut off, and was promised nothing. Without the bound one silent client would hold up the stop for five minutes.
 */
export async function closeApp(app: App, uploadsMs = UPLOADS_MS): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), LOOK_MS);
  const cut = setTimeout(() => app.server.closeAllConnections(), uploadsMs);
  try {
    await app.close();
  } finally {
    clearInterval(idle);
    clearTimeout(cut);
  }
}
