import {
  endSession,
  getAutomaticLogout,
  ownSessions,
  putAutomaticLogout,
} from '#contract/identity/account-security.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import type { Database } from '#engine/database/port.ts';
import { customerLoginOf } from '#server/kit/owner.ts';
import { done, doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { AutomaticLogoutSetting } from './automatic-logout.ts';
import { listSessions } from './own-sessions.store.ts';
import { endOwnSession } from './own-sessions.ts';

/** Mounts the caller's own sessions and the automatic logout (spec http-api 12.6). `zone` is the server's. */
export function mountOwnSessions(
  app: App,
  { database, zone, logout }: { database: Database; zone: string; logout: AutomaticLogoutSetting },
): void {
  mount(app, ownSessions, async ({ caller }) => {
    const rows = await listSessions(database.db, customerLoginOf(caller), caller.sessionIdHash);
    return {
      sessions: rows.map(({ createdAt, lastSeenAt, ...session }) => ({
        ...session,
        createdAt: formatWireTime(createdAt, zone),
        lastSeenAt: formatWireTime(lastSeenAt, zone),
      })),
    };
  });

  mount(app, endSession, async ({ body, caller }) => {
    await endOwnSession(database, caller, body.id);
    return done;
  });

  mount(app, getAutomaticLogout, async ({ caller }) => await logout.read(caller.accountId));

  mount(app, putAutomaticLogout, async ({ body, caller }) =>
    doneWith(await logout.change(caller, body.minutes)),
  );
}
