import { formatWireTime } from '#contract/kit/wire.ts';
import { ACTIONS_SHOWN, ownActions } from '#contract/customers/mailbox-view.ts';
import type { Database } from '#engine/database/port.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import { countOwnActions, listOwnActions } from './own-actions.store.ts';

/** Mounts the audit for administrators, who see their own actions. `zone` is the server zone. */
export function mountAudit(app: App, { database, zone }: { database: Database; zone: string }): void {
  mount(app, ownActions, async ({ caller, query }) => {
    const { db } = database;
    const limit = query['per-page'];
    const offset = Math.min((query['current-page'] - 1) * limit, ACTIONS_SHOWN);
    const page = { offset, limit: Math.min(limit, ACTIONS_SHOWN - offset) };
    const [rows, total] = await Promise.all([
      listOwnActions(db, caller.parentId, page),
      countOwnActions(db, caller.parentId, ACTIONS_SHOWN),
    ]);
    return {
      rows: rows.map((row) => ({ ...row, id: String(row.id), at: formatWireTime(row.at, zone) })),
      total,
    };
  });
}
