import { queryOptions, useQuery } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { deliveryOf, getDeliveryWindow, windowOf } from '#contract/faxes/delivery-window.ts';
import type { DeliveryWindow } from '#contract/faxes/delivery-window.ts';
import { callApi } from '#web/kit/call-api.ts';
import { settingsQuery } from '#web/shared/mailbox/settings.ts';

/** The stored delivery window of the account. */
export const deliveryWindowQuery = queryOptions({
  queryKey: ['deliveryWindow'] as const,
  queryFn: ({ signal }) => callApi(getDeliveryWindow, { signal }),
  staleTime: 60_000,
});

/** When an account's faxes are dialed: its time zone, and its window (null means at any hour). */
export interface DeliveryRules {
  home: string;
  window: DeliveryWindow | null;
}

/** Returns the rules of the account; undefined until they are loaded. */
export function useDeliveryRules(): DeliveryRules | undefined {
  const { data: settings } = useQuery(settingsQuery);
  const { data: window } = useQuery(deliveryWindowQuery);
  if (settings === undefined || window === undefined) return undefined;
  return { home: settings.timeZoneLabel.system_name, window: windowOf(window) };
}

/** Returns whether a fax sent to this number now is outside of the delivery window; false if the rules do not load. */
export async function isWindowClosed(client: QueryClient, number: string): Promise<boolean> {
  try {
    const stored = await client.fetchQuery(deliveryWindowQuery);
    const { timeZoneLabel } = await client.ensureQueryData(settingsQuery);
    const rules = { window: windowOf(stored), home: timeZoneLabel.system_name };
    const now = new Date();
    return deliveryOf(number, now, rules).at > now;
  } catch {
    return false;
  }
}
