import { createBell } from '#server/kit/bell.ts';
import { logEvent } from '#server/kit/log-event.ts';
import type { DeliverDeps } from './deliver.ts';
import { deliverAll } from './deliver.ts';
import { claimHeldNotices, claimLinks, nextDue, STORAGE_CHANNEL } from './deliveries.store.ts';
import { noticeOwner } from './notice.ts';
import { NOTICE_EVERY_DAYS } from './retry-plan.ts';

/** Storages served at once in one process: slow ones must not delay the others. */
const SIDE_BY_SIDE = 8;

/** How often to look for due copies, because a notification may be missed while the database is unavailable. */
const LOOK_AROUND_MS = 15_000;
/** Delay before another check if storages are due but leased by another worker. */
const CONTENDED_MS = 1_000;
/** How often reminders are checked: a weekly notice need not be on time to the minute. */
const NOTICES_MS = 3_600_000;

/** The worker that makes copies in one process. */
export interface StorageWorker {
  /** Claims no more storages and resolves once the files in progress are done. */
  stop(): Promise<void>;
}

/** Makes the copies that are due now, once for each storage. Returns the number of storages. */
export async function deliverDue(deps: DeliverDeps, signal = new AbortController().signal): Promise<number> {
  const links = await claimLinks(deps.database.db, SIDE_BY_SIDE);
  await Promise.all(links.map(async (link) => await deliverAll(deps, link, signal)));
  return links.length;
}

/** Starts making copies, now and whenever one is due. An arrival never waits for this: it only inserts a row. */
export async function startStorageWorker(deps: DeliverDeps): Promise<StorageWorker> {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const { sleep, rouse } = createBell();
  const round = async (): Promise<number> => {
    const room = SIDE_BY_SIDE - running.size;
    if (room <= 0) return LOOK_AROUND_MS;
    const links = await claimLinks(deps.database.db, room);
    for (const link of links) {
      const work = deliverAll(deps, link, stopping.signal)
        .catch((error: unknown) =>
          logEvent(deps.log, 'copy.storage-released', { storage: link.id, err: error }),
        )
        .finally(() => {
          running.delete(work);
          rouse();
        });
      running.add(work);
    }
    if (links.length > 0) return 0;
    const due = (await nextDue(deps.database.db)) ?? LOOK_AROUND_MS;
    return due > 0 ? Math.min(due, LOOK_AROUND_MS) : CONTENDED_MS;
  };
  const loop = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const wait = await round().catch((error: unknown) => {
        logEvent(deps.log, 'copy.look-failed', { reason: String(error) });
        return LOOK_AROUND_MS;
      });
      if (wait > 0 && !stopping.signal.aborted) await sleep(wait);
    }
  };
  const unlisten = await deps.database.listen(STORAGE_CHANNEL, rouse);
  const notices = setInterval(() => void remindOwners(deps), NOTICES_MS);
  const looping = loop();
  return {
    stop: async () => {
      stopping.abort();
      clearInterval(notices);
      rouse();
      await looping;
      await Promise.all(running);
      await unlisten();
    },
  };
}

/** Reminds the owners of storages that wait for a person: those are not tried, so nothing else would remind them. */
export async function remindOwners(
  deps: Pick<DeliverDeps, 'database' | 'queueMail' | 'messages' | 'log'>,
): Promise<void> {
  try {
    await deps.database.transaction(async (tx) => {
      for (const link of await claimHeldNotices(tx, NOTICE_EVERY_DAYS))
        await noticeOwner(tx, deps, link, link.lastError);
    });
  } catch (error) {
    logEvent(deps.log, 'copy.reminder-failed', { reason: String(error) });
  }
}
