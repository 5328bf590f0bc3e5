import type { Database } from '#engine/database/port.ts';

import { deleteOldEvents, hasNewEvents, ofReader, publishSome, readEvents } from './events.store.ts';
import type { EventPage, EventReader, PublishedEvent } from './events.store.ts';

/** Channel on which committed events wake the workers of every process (migration 0520). */
export const EVENT_CHANNEL = 'f2e_events';

/** Returns the id of an event as programs see it. */
export function eventIdOnWire(id: string): string {
  return `evt_${id.replaceAll('-', '')}`;
}

/** Returns what a reader may see, as a condition on `api_event`: a webhook recovers what the list would show. */
export function readableBy(reader: EventReader): ReturnType<typeof ofReader> {
  return ofReader(reader);
}

/** Rows per statement of the nightly removal. */
const PURGE_BATCH = 5_000;

/** Events for programs: triggers write them; this service puts them into one order and publishes them. */
export class EventsService {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  /** Publishes what was committed meanwhile; everything that reads or delivers calls this first. Returns how many. */
  async publish(): Promise<number> {
    let published = 0;
    while (await hasNewEvents(this.#database.db)) {
      const some = await this.#database.transaction(publishSome);
      published += some;
      // Another process has published them while this one waited for its turn.
      if (some === 0) break;
    }
    return published;
  }

  /** Returns a page of events; everything that was committed before the call is in the list. */
  async list(reader: EventReader, page: EventPage): Promise<{ events: PublishedEvent[]; more: boolean }> {
    await this.publish();
    const events = await readEvents(this.#database.db, reader, { ...page, limit: page.limit + 1 });
    return { events: events.slice(0, page.limit), more: events.length > page.limit };
  }

  /** Removes the events older than `days`. */
  async forgetOld(days: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if ((await deleteOldEvents(this.#database.db, days, PURGE_BATCH)) < PURGE_BATCH) return;
    }
  }
}
