import { storageFaultKey } from '#contract/faxes/storage-faults.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import { operatorStorageRetry, operatorStorages } from '#contract/faxes/storage.admin.ts';
import type { Messages } from '#server/kit/messages.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { refusal } from '#server/kit/operator-refusal.ts';

import { storageState } from './operate-storage.ts';
import type { StorageAdmin } from './operate-storage.ts';

/** Mounts the console's calls for deliveries to customers' storage. `zone` is the server's. */
export function mountStorageAdmin(
  app: App,
  { admin, messages, zone }: { admin: StorageAdmin; messages: Messages; zone: string },
): void {
  mount(app, operatorStorages, async ({ caller }) => {
    const links = await admin.list();
    return {
      rows: links.map((link) => {
        const words = storageFaultKey(link.kind, link.lastError) ?? 'storage.notWorking';
        const waits = link.active && !link.held && link.waiting > 0;
        return {
          id: String(link.id),
          uid: String(link.accountId),
          number: link.faxNumber,
          kind: link.kind,
          host: link.place.host,
          state: storageState(link),
          waiting: link.waiting,
          fault: link.lastError === '' ? '' : messages.say(caller.language, words),
          lastOk: link.lastOkAt && formatWireTime(link.lastOkAt, zone),
          nextTry: waits ? formatWireTime(link.nextAt, zone) : null,
        };
      }),
    };
  });

  mount(app, operatorStorageRetry, async ({ body }) => {
    if (!(await admin.retry(body.id))) throw refusal(`There is no storage ${body.id}.`);
    return done;
  });
}
