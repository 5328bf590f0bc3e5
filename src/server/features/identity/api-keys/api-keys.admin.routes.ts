import { operatorApiKeyRemove, operatorApiKeys } from '#contract/identity/api-keys.admin.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import type { Database } from '#engine/database/port.ts';
import type { QueueMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { refusal } from '#server/kit/operator-refusal.ts';

import { listAllKeys, stopKey } from './operate-keys.ts';

/** Maximum rows in the console's list; the search finds the rest. */
const LIST_LIMIT = 200;

/** Mounts the console's list of API keys. `zone` is the server's. */
export function mountKeyAdmin(
  app: App,
  { database, queueMail, zone }: { database: Database; queueMail: QueueMail; zone: string },
): void {
  mount(app, operatorApiKeys, async ({ query: { search } }) => ({
    rows: (await listAllKeys(database.db, { text: search.trim(), limit: LIST_LIMIT })).map((key) => ({
      id: key.publicId,
      kind: key.kind,
      holder: key.holder,
      uid:
        key.accountId === null && key.administratorId === null
          ? null
          : String(key.accountId ?? key.administratorId),
      name: key.name,
      mode: key.mode,
      scopes: key.scopes,
      expiresAt: key.expiresAt && formatWireTime(key.expiresAt, zone),
      expired: key.expired,
      lastUsedAt: key.lastUsedAt && formatWireTime(key.lastUsedAt, zone),
      lastAddress: key.lastAddress,
      callsToday: key.callsToday,
      refusedToday: key.refusedToday,
    })),
  }));
  mount(app, operatorApiKeyRemove, async ({ body: { id } }) => {
    if (!(await stopKey({ database, queueMail }, id))) throw refusal('There is no such key any more.');
    return done;
  });
}
