import { tourViewed } from '#contract/mailbox/tours.ts';
import type { Database } from '#engine/database/port.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import { completeTour } from './tours.service.ts';

/** Mounts the call for viewed tours (spec http-api 2.5). */
export function mountTours(app: App, database: Database): void {
  mount(app, tourViewed, async ({ caller }) => {
    await completeTour(database, caller);
    return done;
  });
}
