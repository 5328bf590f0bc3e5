import { toE164 } from '#contract/kit/fax-number.ts';
import { listNumbers } from '#contract/v1/numbers.ts';
import type { Database } from '#engine/database/port.ts';
import { idBehind, listOnWire, pageOf } from '#server/kit/list-page.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import { listOwnedNumbers } from './owned-numbers.store.ts';

/** Mounts the fax numbers for programs. */
export function mountNumbersApi(app: App, { db }: Pick<Database, 'db'>): void {
  mount(app, listNumbers, async ({ caller, query: { account, after, limit } }) => {
    const asked = { account: account ?? null, after: idBehind(after) ?? 0, limit: limit + 1 };
    return listOnWire(
      pageOf(await listOwnedNumbers(db, caller, asked), limit),
      ({ digits, accountId, kind, status }) => ({
        object: 'number' as const,
        id: `num_${digits}`,
        number: toE164(digits),
        account: `acc_${accountId}`,
        kind,
        status,
      }),
      ({ accountId }) => accountId,
    );
  });
}
