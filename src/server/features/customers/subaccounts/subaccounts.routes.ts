import {
  addSubaccount,
  changeSubaccount,
  confirmAddress,
  removeSubaccount,
  resendSubaccountLink,
  subaccounts,
} from '#contract/customers/subaccounts.ts';
import { done, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { SubaccountsService } from './subaccounts.service.ts';

/** Mounts the subaccounts of the signed-in account, or of an account of an administrator (spec http-api 6.1). */
export function mountSubaccounts(app: App, service: SubaccountsService): void {
  mount(app, subaccounts, async ({ caller, query }) => {
    const { accountId } = await service.scope(caller, query.uid);
    return await service.list(accountId);
  });
  mount(app, addSubaccount, async ({ caller, body }) => {
    const acting = await service.scope(caller, body.uid);
    await service.add(acting, { email: body.email, receives: body.ReceiveFaxes, sends: body.SendFaxes });
    return done;
  });
  mount(app, confirmAddress, async ({ body, request }) => ({
    outcome: (await service.confirm(body.key, request.ip)) ? ('confirmed' as const) : ('invalid' as const),
  }));
  mount(app, resendSubaccountLink, async ({ caller, body }) => {
    await service.resendLink(await service.scope(caller, body.uid), body.email);
    return done;
  });
  mount(app, changeSubaccount, async ({ caller, body }) => {
    const acting = await service.scope(caller, body.uid);
    await service.change(acting, { email: body.email, receives: body.ReceiveFaxes, sends: body.SendFaxes });
    return done;
  });
  mount(app, removeSubaccount, async ({ caller, body, query }) => {
    const named = body.email === '' ? query : body;
    const uid = body.uid === '' ? query.uid : body.uid;
    await service.remove(await service.scope(caller, uid), named.email);
    return done;
  });
}
