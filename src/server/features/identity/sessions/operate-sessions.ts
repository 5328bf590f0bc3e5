import type { Database } from '#engine/database/port.ts';
import { writeAudit } from '#server/features/audit/log/audit.service.ts';

import { loginLimits } from './login-throttle.ts';
import type { LoginFailures } from './login-throttle.ts';
import { deleteBans, readBans, readSessions, revokeStanding } from './operate-sessions.store.ts';
import type { Ban, ListedSession } from './operate-sessions.store.ts';

/** What operators can do with sessions of others and with blocked logins. */
export interface SessionAdmin {
  list(accountId: number): Promise<ListedSession[]>;
  /** Ends all sessions of an account, or one of them. Returns how many. */
  revoke(accountId: number, id?: string): Promise<number>;
  bans(): Promise<Ban[]>;
  /** Deletes one counter of failed logins, or all of them. Returns how many. */
  clearBans(key?: string): Promise<number>;
}

/** `failures`: the installation's limits, which tell blocked logins from occasional failures. */
export function createSessionAdmin({
  database,
  failures,
}: {
  database: Database;
  failures: LoginFailures;
}): SessionAdmin {
  return {
    list: async (accountId) => await readSessions(database.db, accountId),
    revoke: async (accountId, id) =>
      await database.transaction(async (tx) => {
        const ended = await revokeStanding(tx, accountId, id);
        await writeAudit(tx, {
          actor: { kind: 'operator' },
          accountId,
          action: 'session.revoke',
          object: `account/${accountId}`,
          detail: { ended },
        });
        return ended;
      }),
    bans: async () => await readBans(database.db, loginLimits(failures)),
    clearBans: async (key) =>
      await database.transaction(async (tx) => {
        const cleared = await deleteBans(tx, key);
        await writeAudit(tx, {
          actor: { kind: 'operator' },
          action: 'ban.clear',
          detail: { key: key ?? 'all', cleared },
        });
        return cleared;
      }),
  };
}
