import { formatWireTime } from '#contract/kit/wire.ts';
import { operatorCancellationAct, operatorCancellations } from '#contract/customers/accounts.admin.ts';
import type { Database } from '#engine/database/port.ts';
import type { Closing } from '#server/features/customers/accounts/accounts.service.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { allowed } from '#server/kit/operator-refusal.ts';

import { decideCancellation, listCancellations } from './decide-cancellations.ts';

/** Mounts the console's requests to cancel. `zone` is the server zone. */
export function mountCancellationAdmin(
  app: App,
  { database, zone, closing }: { database: Database; zone: string; closing: Closing },
): void {
  mount(app, operatorCancellations, async ({ query }) => {
    const all = await listCancellations(database, query.open === '1');
    return {
      rows: all.map((request) => ({
        ...request,
        id: String(request.id),
        uid: String(request.accountId),
        createdAt: formatWireTime(request.createdAt, zone),
      })),
    };
  });

  mount(app, operatorCancellationAct, async ({ body: { id, verb } }) => {
    const decision = verb === 'reject' ? 'rejected' : 'approved';
    allowed(await decideCancellation(database, id, decision, { close: verb === 'close' ? closing : null }));
    return done;
  });
}
