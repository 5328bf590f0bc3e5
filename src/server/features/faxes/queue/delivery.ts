import { deliveryOf } from '#contract/faxes/delivery-window.ts';
import { formatWireTime } from '#contract/kit/wire.ts';

import type { Delivery } from './later.store.ts';
import type { Later } from './send-time.ts';

/**
 * Returns when a fax is dialed that may go now or at its time, in the wire's format, and whether that is the opening of
 * the delivery window; empty if it is dialed at once. `zone` is the server zone.
 */
export function whenDialed(
  zone: string,
  to: string,
  { sendAt, anyHour }: Later,
  { window, home, now }: Delivery,
): { sendAt?: string; window?: true } {
  const wanted = sendAt !== null && sendAt > now ? sendAt : now;
  const { at } = deliveryOf(to, wanted, { window: anyHour ? null : window, home });
  if (at <= now) return {};
  return { sendAt: formatWireTime(at, zone), ...(at > wanted && { window: true as const }) };
}
