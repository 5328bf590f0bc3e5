import type { Database } from '#engine/database/port.ts';

import { mountBlockedNumbers } from './features/blocked-numbers/blocked-numbers.routes.ts';
import { BlockedNumbersService } from './features/blocked-numbers/blocked-numbers.service.ts';
import type { App } from './kit/mount.ts';

/** What the preferences stand on. */
export interface PreferencesParts {
  database: Database;
}

/** Mounts what a person sets up for an account, besides the general settings. */
export function mountPreferences(app: App, { database }: PreferencesParts): void {
  mountBlockedNumbers(app, new BlockedNumbersService({ database }));
}
