import { endSession, ownSessions } from '#contract/identity/account-security.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import type { Database } from '#engine/database/port.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import { listSessions } from './own-sessions.store.ts';
import { endOwnSession } from './own-sessions.ts';

/** Mounts the list of one's own sessions and ending one (spec http-api 12.6). `zone` is the server's. */
export function mountOwnSessions(app: App, { database, zone }: { database: Database; zone: string }): void {
  mount(app, ownSessions, async ({ caller }) => {
    const rows = await listSessions(database.db, caller.accountId, caller.sessionIdHash);
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
}
