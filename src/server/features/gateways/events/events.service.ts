import type { Database } from '#engine/database/port.ts';

import { deleteOldEvents, hasNewEvents, ofReader, publishSome, readEvents } from './events.store.ts';
import type { EventPage, EventReader, PublishedEvent } from './events.store.ts';

/** Committed events wake the workers of every process on this channel (migration 0520). */
export const EVENT_CHANNEL = 'f2e_events';

/** The id of an event as programs know it. */
export function eventIdOnWire(id: string): string {
  return `evt_${id.replaceAll('-', '')}`;
}

/** What a reader may know of, as a condition on `api_event`: a webhook recovers what the list would show. */
export function readableBy(reader: EventReader): ReturnType<typeof ofReader> {
  return ofReader(reader);
}

/** Rows a statement of the nightly removal. */
const PURGE_BATCH = 5_000;

/** What happened, for programs: triggers write it down, this puts it into one order and tells it. */
export class EventsService {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  /** Publishes what was committed meanwhile; whoever reads or delivers does that first. Gives back how many. */
  async publish(): Promise<number> {
    let published = 0;
    while (await hasNewEvents(this.#database.db)) {
      const some = await this.#database.transaction(publishSome);
      published += some;
      // Somebody else has published them while we waited for our turn.
      if (some === 0) break;
    }
    return published;
  }

  /** A page of events; everything that was committed before the call is in the list. */
  async list(reader: EventReader, page: EventPage): Promise<{ events: PublishedEvent[]; more: boolean }> {
    await this.publish();
    const events = await readEvents(this.#database.db, reader, { ...page, limit: page.limit + 1 });
    return { events: events.slice(0, page.limit), more: events.length > page.limit };
  }

  /** Removes what is older than `days`. */
  async forgetOld(days: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if ((await deleteOldEvents(this.#database.db, days, PURGE_BATCH)) < PURGE_BATCH) return;
    }
  }
}
