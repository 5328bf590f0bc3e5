import { useQuery } from '@tanstack/react-query';
import { ownAccounts } from '#contract/identity/people.ts';
import { callApi } from '#web/kit/call-api.ts';

/** Other accounts tell this page nothing of themselves: their counts are asked for again so often. */
const LOOK_AGAIN_MS = 60_000;

/** The accounts and administrators of the signed-in person. */
export const ownAccountsQuery = {
  queryKey: ['own-accounts'],
  queryFn: async () => await callApi(ownAccounts),
};

/** Unread faxes in the Inboxes of all accounts of the signed-in person; 0 until it is known. */
export function useUnreadEverywhere(): number {
  const { data } = useQuery({ ...ownAccountsQuery, refetchInterval: LOOK_AGAIN_MS });
  return (data?.accounts ?? []).reduce((sum, { unread }) => sum + unread, 0);
}
