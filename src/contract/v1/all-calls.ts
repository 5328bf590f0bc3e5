import type { ApiCall } from './define.ts';
import { listEvents, listEventTypes } from './events.ts';
import { thisKey } from './key.ts';

/** Every call of the public API by its operation id: routes, reference, OpenAPI and tests come from this list. */
export const apiCalls = {
  thisKey,
  listEvents,
  listEventTypes,
} as const satisfies Record<string, ApiCall>;
