import { listActivity } from '#contract/v1/activity.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { KeyCaller } from '#server/kit/key-caller.ts';
import { idBehind, listOnWire } from '#server/kit/list-page.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { Accessor } from './access.ts';
import { whoOf } from './fax-activity.ts';
import type { FaxActivity } from './fax-activity.ts';

/** Mounts the activity for programs. */
export function mountActivityApi(app: App, activity: FaxActivity): void {
  mount(app, listActivity, async ({ caller, query: { fax, kind, after, limit }, request }) => {
    const by = {
      actor: actorOf(caller),
      address: caller.address,
      device: request.headers['user-agent'] ?? '',
    };
    const filter = { fid: fax, kind, before: idBehind(after) };
    return listOnWire(
      await activity.page(by, caller.accountId, filter, limit),
      (row) => ({
        object: 'activity' as const,
        id: `act_${row.id}`,
        created_at: row.at.toISOString(),
        kind: row.kind,
        form: row.form,
        by: whoOf(row),
        name: row.name,
        fax: row.faxId === null ? null : `fax_${row.faxId}`,
        address: row.address,
        device: row.device,
      }),
      ({ id }) => id,
    );
  });
}

/**
 * Returns the key's owner. Throws NOT_FOUND for an operator's key, which is for provisioning and cannot look into
 * accounts.
 */
function actorOf({ owner }: KeyCaller): Accessor['actor'] {
  if (owner.kind === 'operator') throw new AppError('NOT_FOUND');
  return owner;
}
