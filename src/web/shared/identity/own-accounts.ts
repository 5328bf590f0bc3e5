import { useQuery } from '@tanstack/react-query';
import { ownAccounts } from '#contract/identity/people.ts';
import { callApi } from '#web/kit/call-api.ts';

/** How often the counts of the other accounts are refetched, in ms, because this page receives no events about them. */
const LOOK_AGAIN_MS = 60_000;

/** The accounts and administrators of the signed-in person. */
export const ownAccountsQuery = {
  queryKey: ['own-accounts'],
  queryFn: async () => await callApi(ownAccounts),
};

/** Returns the unread faxes in the inboxes of all accounts of the signed-in person; 0 until they are loaded. */
export function useUnreadEverywhere(): number {
  const { data } = useQuery({ ...ownAccountsQuery, refetchInterval: LOOK_AGAIN_MS });
  return (data?.accounts ?? []).reduce((sum, { unread }) => sum + unread, 0);
}
