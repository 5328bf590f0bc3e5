import { EVENT_CHANNEL } from '#server/features/gateways/events/events.service.ts';
import { createBell } from '#server/kit/bell.ts';
import { logEvent } from '#server/kit/log-event.ts';

import { ArrivedPosts } from './arrived-posts.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import type { DeliverDeps } from './deliver-webhook.ts';
import { claimDeliveries, nextDue } from './deliveries.store.ts';

/** Concurrent posts in one process. */
const SIDE_BY_SIDE = 40;

/** How often to look for work, because a notification may be missed while the database is unavailable. */
const LOOK_AROUND_MS = 15_000;
/**
 * Delay if a delivery is due but held back: by another worker, or because its host or owner has enough posts in
 * progress.
 */
const CONTENDED_MS = 1_000;

/** The worker that posts events in one process. */
export interface WebhookWorker {
  /** Claims no more deliveries and resolves once the posts in progress have ended. */
  stop(): Promise<void>;
}

/** Publishes new events and posts what is due, once. Returns the number of posts. */
export async function deliverDue(deps: DeliverDeps): Promise<number> {
  await deps.events.publish();
  const claims = await claimDeliveries(deps.database, SIDE_BY_SIDE);
  const arrived = new ArrivedPosts(deps.database);
  await Promise.all(claims.map(async (one) => await deliverWebhook(deps, arrived, one)));
  return claims.length;
}

/** Starts posting events, now and whenever one is due. The action behind an event never waits for this. */
export async function startWebhookWorker(deps: DeliverDeps): Promise<WebhookWorker> {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const arrived = new ArrivedPosts(deps.database);
  const { sleep, rouse } = createBell();
  const round = async (): Promise<number> => {
    await deps.events.publish();
    const room = SIDE_BY_SIDE - running.size;
    if (room === 0) return LOOK_AROUND_MS;
    const claims = await claimDeliveries(deps.database, room);
    for (const one of claims) {
      const work = deliverWebhook(deps, arrived, one)
        .catch((error: unknown) =>
          // Its lease expires; then it is posted again under the same id.
          logEvent(deps.log, 'webhook.delivery-released', { webhook: one.endpointId, err: error }),
        )
        .finally(() => {
          running.delete(work);
          rouse();
        });
      running.add(work);
    }
    if (claims.length > 0) return 0;
    const due = (await nextDue(deps.database.db)) ?? LOOK_AROUND_MS;
    return due > 0 ? Math.min(due, LOOK_AROUND_MS) : CONTENDED_MS;
  };
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const wait = await round().catch((error: unknown) => {
        logEvent(deps.log, 'webhook.look-failed', { reason: String(error) });
        return LOOK_AROUND_MS;
      });
      if (wait > 0 && !stopping.signal.aborted) await sleep(wait);
    }
  };
  const unlisten = await deps.database.listen(EVENT_CHANNEL, rouse);
  const looping = loop();
  return {
    stop: async () => {
      stopping.abort();
      rouse();
      await looping;
      await Promise.all(running);
      await unlisten();
    },
  };
}
