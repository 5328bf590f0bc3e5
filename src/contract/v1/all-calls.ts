import type { ApiCall } from './define.ts';
import { thisKey } from './key.ts';

/** Every call of the public API by its operation id: routes, reference, OpenAPI and tests come from this list. */
export const apiCalls = {
  thisKey,
} as const satisfies Record<string, ApiCall>;
