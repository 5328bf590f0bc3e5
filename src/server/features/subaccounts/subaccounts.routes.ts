import { addSubaccount, changeSubaccount, removeSubaccount, subaccounts } from '#contract/subaccounts.ts';
import { AppError } from '#server/kit/app-error.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import type { Caller } from '#server/kit/scope.ts';

import type { SubaccountsService } from './subaccounts.service.ts';

/** Mounts the subaccounts of the signed-in account (contract 6.1). */
export function mountSubaccounts(app: App, service: SubaccountsService): void {
  mount(app, subaccounts, async ({ caller, query }) => {
    mustBeOwn(caller, query.uid);
    return await service.list(caller.accountId);
  });
  mount(app, addSubaccount, async ({ caller, body }) => {
    mustBeOwn(caller, body.uid);
    await service.add(caller, { email: body.email, receives: body.ReceiveFaxes, sends: body.SendFaxes });
    return done;
  });
  mount(app, changeSubaccount, async ({ caller, body }) => {
    mustBeOwn(caller, body.uid);
    await service.change(caller, { email: body.email, receives: body.ReceiveFaxes, sends: body.SendFaxes });
    return done;
  });
  mount(app, removeSubaccount, async ({ caller, body, query }) => {
    const named = body.email === '' ? query : body;
    mustBeOwn(caller, named.uid);
    await service.remove(caller, named.email);
    return done;
  });
}

/** An account may leave its uid out or name itself; any other is as unknown as one that never was. */
function mustBeOwn(caller: Caller, uid: string): void {
  if (uid !== '' && uid !== String(caller.accountId)) throw new AppError('NOT_FOUND');
}
