import {
  addService as addCall,
  changeService as changeCall,
  childAccounts,
  deleteService as deleteCall,
  localNumberLocations,
  multifaxAccountInfo,
  multifaxNewProductName,
  resendServiceLink as resendCall,
} from '#contract/customers/administrators.ts';
import { normalizeNumber } from '#contract/kit/fax-number.ts';
import { bulkAddServices } from '#contract/customers/bulk-add.ts';
import { multifaxInterface } from '#contract/identity/multifax-login.ts';
import { browserKey } from '#server/features/faxes/idempotency/idempotency.service.ts';
import { browserHeader } from '#server/kit/idempotency-header.ts';
import { done, doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import { addBulk, previewBulk } from './bulk-add.ts';
import { addService } from './add-service.ts';
import type { AddDeps } from './add-service.ts';
import { changeService, deleteService, resendServiceLink } from './change-service.ts';
import type { MultifaxAccounts } from './multifax-accounts.service.ts';

/** Dependencies of changes; the number of a removed account rests for `restDays`. */
type RouteDeps = AddDeps & { restDays: number };

/** Mounts an administrator's calls for fax accounts (spec http-api 8.1 to 8.8). */
export function mountMultifaxAccounts(app: App, accounts: MultifaxAccounts, deps: RouteDeps): void {
  mount(app, multifaxInterface, async ({ caller }) => await accounts.main(caller));
  mount(app, multifaxAccountInfo, async ({ caller, query }) => {
    const [page, limit] = [query['current-page'], query['per-page']];
    return await accounts.list(caller.parentId, {
      terms: query.search.toLowerCase().split(/\s+/).filter(Boolean).map(searched),
      id: query.uid === '' ? null : query.uid,
      sort: query.sort ?? null,
      order: query.order,
      offset: (page - 1) * limit,
      limit,
    });
  });
  mount(app, childAccounts, async ({ caller }) => await accounts.numbers(caller.parentId));
  mount(app, localNumberLocations, async () => await accounts.locations());
  mount(app, multifaxNewProductName, async ({ caller, query }) => ({
    Code: await accounts.productCode(caller.parentId, query.type),
  }));
  mountChanges(app, deps);
}

function mountChanges(app: App, deps: RouteDeps): void {
  mount(app, addCall, async ({ caller, body, request }) => {
    // The first call may have taken the slot that it named, so a repeat names another one.
    const { freeServiceId, ...asked } = body;
    const input = {
      email: body.email,
      productType: body.productType,
      productName: body.productName,
      number: normalizeNumber(body.faxnumber ?? ''),
      areaId: body.areaId ?? '',
      parentId: body.parentId === '' ? null : body.parentId,
      slotId: freeServiceId === '' ? null : freeServiceId,
    };
    const key = browserKey(browserHeader(request), { call: 'addService', ...asked });
    const { id, number } = await addService(deps, caller, input, key);
    const status = number === null ? ('PENDING' as const) : ('OK' as const);
    return doneWith({ uid: String(id), faxnumber: number, status });
  });
  mount(app, bulkAddServices, async ({ caller, body }) => {
    const { text, dryRun, from } = body;
    const outcome = dryRun ? previewBulk(deps, caller, text) : addBulk(deps, caller, { text, from });
    return { ...done, ...(await outcome) };
  });
  mount(app, changeCall, async ({ caller, body }) => {
    const { id, email, password } = body;
    await changeService(deps, caller, { id, number: body.faxnumber ?? '' }, { email, password });
    return done;
  });
  mount(app, resendCall, async ({ caller, body }) => {
    await resendServiceLink(deps, caller, body.id);
    return done;
  });
  mount(app, deleteCall, async ({ caller, body }) => {
    const parentId = body.parentId === '' ? null : body.parentId;
    await deleteService(deps, caller, { id: body.id, number: body.faxnumber ?? '', parentId });
    return done;
  });
}

/** Reduces a number to its digits, because it may be searched for as it is shown, «212-555». */
function searched(term: string): string {
  return /^[\d().+-]+$/.test(term) ? term.replaceAll(/\D/g, '') || term : term;
}
