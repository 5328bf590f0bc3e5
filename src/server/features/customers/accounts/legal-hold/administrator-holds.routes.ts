import { legalHold, liftLegalHold, placeLegalHold } from '#contract/customers/legal-hold.ts';
import { formatWireTime } from '#contract/kit/wire.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { AdministratorHolds } from './administrator-holds.service.ts';

/** Mounts the legal hold of an administrator's account (spec http-api 12.38). `zone` is the server zone. */
export function mountLegalHolds(app: App, holds: AdministratorHolds, zone: string): void {
  mount(app, legalHold, async ({ caller, query }) => {
    const hold = await holds.find(caller, query.uid);
    return {
      hold: hold ? { reason: hold.reason, placedAt: formatWireTime(hold.placedAt, zone) } : null,
    };
  });
  mount(app, placeLegalHold, async ({ caller, body }) => {
    await holds.place(caller, body.uid, body.reason);
    return done;
  });
  mount(app, liftLegalHold, async ({ caller, body }) => {
    await holds.lift(caller, body.uid);
    return done;
  });
}
