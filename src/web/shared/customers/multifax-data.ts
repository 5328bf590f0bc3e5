import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/kit/call.ts';
import { multifaxInterface } from '#contract/identity/multifax-login.ts';
import { callApi } from '#web/kit/call-api.ts';
import { showAccount } from '#web/kit/session-store.ts';

/** Main data of an administrator: name, pages of this month, and the ids that changes must name (spec http-api 8.1). */
export type MultifaxData = ReplyOf<typeof multifaxInterface>;

const KEY = ['multifax', 'main'];
/**
 * How long the data count as fresh. A new page or a returning window refetches them, never a timer: every call would
 * keep an idle session alive.
 */
const FRESH_MS = 30_000;

/** Returns the administrator's main data; header and pages share one response. */
export function useMultifaxData(): MultifaxData | undefined {
  return useMultifaxQuery().data;
}

/** Returns the query of the main data, which also tells whether they are loading for the first time. */
export function useMultifaxQuery() {
  return useQuery({
    queryKey: KEY,
    queryFn: async () => {
      const main = await callApi(multifaxInterface);
      showAccount(`administrator-${main.parentId}`, main.person !== null);
      return main;
    },
    staleTime: FRESH_MS,
  });
}

/** Returns a function that reloads the main data after a change that affects them. */
export function useRefreshMultifaxData(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: KEY });
}
