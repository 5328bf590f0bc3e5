import { getDeliveryWindow, putDeliveryWindow } from '#contract/faxes/delivery-window.ts';
import { doneWith, mount } from '#server/kit/mount.ts';
import type { App } from '#server/kit/mount.ts';

import type { DeliveryWindows } from './delivery-window.service.ts';

/** Mounts the delivery window (spec http-api 12.28). */
export function mountDeliveryWindow(app: App, windows: DeliveryWindows): void {
  mount(app, getDeliveryWindow, async ({ caller }) => await windows.read(caller.accountId));
  mount(app, putDeliveryWindow, async ({ caller, body }) => doneWith(await windows.change(caller, body)));
}
