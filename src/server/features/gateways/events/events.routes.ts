import { EVENT_DATA, EVENT_SAMPLES, EVENT_TYPES } from '#contract/v1/event-types.ts';
import { listEvents, listEventTypes } from '#contract/v1/events.ts';
import { AppError } from '#server/kit/app-error.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import { eventOnWire } from './event-on-wire.ts';
import type { EventsService } from './events.service.ts';

/** Mounts the calls that programs poll. */
export function mountEvents(app: App, events: EventsService): void {
  mount(app, listEvents, async ({ caller, query }) => {
    const { type, limit } = query;
    const after = query.after === undefined ? 0 : placeOf(query.after);
    const { events: found, more } = await events.list(caller.owner, { after, type, limit });
    const last = found.at(-1);
    return {
      object: 'list' as const,
      data: found.map(eventOnWire),
      has_more: more,
      next: last ? cursorOf(last.seq) : (query.after ?? null),
    };
  });
  mount(
    app,
    listEventTypes,
    async () =>
      await Promise.resolve({
        object: 'list' as const,
        data: EVENT_TYPES.map((type) => ({
          type,
          description: EVENT_DATA[type].description ?? '',
          sample: { ...EVENT_SAMPLES[type] },
        })),
        has_more: false as const,
        next: null,
      }),
  );
}

function cursorOf(seq: number): string {
  return Buffer.from(`e${seq}`).toString('base64url');
}

function placeOf(cursor: string): number {
  const [, seq] = /^e(\d{1,16})$/u.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (seq === undefined) throw new AppError('VALIDATION', { fields: { after: 'INVALID' } });
  return Number(seq);
}
