import { otherLogins } from '#contract/identity/other-logins.ts';
import type { Database } from '#engine/database/port.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { customerLoginOf } from '#server/kit/owner.ts';

import { listWaysIn, wireWaysIn } from './ways-in.service.ts';

/** Mounts the list of the signed-in account's other ways to log in. `zone` is the server's. */
export function mountWaysIn(app: App, { database, zone }: { database: Database; zone: string }): void {
  mount(app, otherLogins, async ({ caller }) => ({
    logins: wireWaysIn(await listWaysIn(database.db, customerLoginOf(caller)), zone),
  }));
}
