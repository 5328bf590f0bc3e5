import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

import { normalizeNumber, toE164 } from '#contract/kit/fax-number.ts';
import { addBlockedNumber, listBlockedNumbers, removeBlockedNumber } from '#contract/v1/blocked-numbers.ts';
import { AppError } from '#server/kit/app-error.ts';
import type { AccountKeyCaller } from '#server/kit/key-caller.ts';
import { wholeList } from '#server/kit/list-page.ts';
import { mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';
import { renameFields } from '#server/kit/rename-fields.ts';

import type { BlockedNumbersService } from './blocked-numbers.service.ts';

/** Mounts the public API's blocked numbers. `requireView` throws if a key may not access the mailbox. */
export function mountBlockedNumbersApi(
  app: App,
  blocked: BlockedNumbersService,
  requireView: (caller: AccountKeyCaller) => Promise<void>,
): void {
  mount(app, listBlockedNumbers, async ({ caller }) => {
    await requireView(caller);
    const entries = Object.entries(await blocked.list(caller.accountId));
    return wholeList(entries.map(([id, { callerid }]) => onWire(id, callerid)));
  });
  mount(app, addBlockedNumber, async ({ caller, body }) => {
    await requireView(caller);
    const id = await blocked.add(caller, body.caller).catch(renameFields({ faxnum: 'caller' }));
    return onWire(id, body.caller);
  });
  mount(app, removeBlockedNumber, async ({ caller, params: { id } }) => {
    await requireView(caller);
    const entry = (await blocked.list(caller.accountId))[String(id)];
    if (!entry) throw new AppError('NOT_FOUND');
    await blocked.remove(caller, entry.callerid);
    return { object: 'blocked_number' as const, id: `blk_${id}`, deleted: true as const };
  });
}

/** Returns an entry in wire format: numbers in E.164, as everywhere in this API, station ids unchanged. */
function onWire(id: number | string, entry: string) {
  const isNumber = /^[\d -]+$/u.test(entry);
  const number = isNumber ? parsePhoneNumberFromString(toE164(normalizeNumber(entry))) : undefined;
  const caller = number?.isValid() ? number.number : entry;
  return { object: 'blocked_number' as const, id: `blk_${id}`, caller };
}
