import type { EventType } from '#contract/v1/event-types.ts';

import { eventIdOnWire } from './events.service.ts';
import type { PublishedEvent } from './events.store.ts';

/** Returns an event in the wire's form. */
export function eventOnWire({ id, type, createdAt, data }: Omit<PublishedEvent, 'seq'>) {
  return {
    object: 'event' as const,
    id: eventIdOnWire(id),
    type: type as EventType,
    created_at: createdAt.toISOString(),
    data,
  };
}
