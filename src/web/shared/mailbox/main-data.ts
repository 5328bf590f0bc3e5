import { useQuery } from '@tanstack/react-query';
import {
  DEFAULT_MONTH_LIMIT,
  isEnterprise,
  MAIN_DATA_REFRESH_MS,
  mainInterface,
} from '#contract/mailbox/account.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { callApi } from '#web/kit/call-api.ts';
import { showAccount } from '#web/kit/session-store.ts';
import { pollRetry } from '#web/kit/query-client.ts';
import { changesEnd } from './in-turn.ts';

/** The main data, with the values that the client derives from them. */
export type MainData = Omit<ReplyOf<typeof mainInterface>, 'monthLimit'> & { monthLimit: number };

/** Returns the account's main data, polled every 10 s while the page is visible; pages share one response. */
export function useMainData(): MainData | undefined {
  const { data } = useQuery({
    queryKey: ['main'],
    queryFn: async () => {
      await changesEnd();
      const main = await callApi(mainInterface);
      showAccount(main.id, Boolean(main.person));
      return main;
    },
    refetchInterval: MAIN_DATA_REFRESH_MS,
    // The next poll is the retry; more retries by all clients would overload a server that is just back (F-client-03).
    retry: pollRetry,
    select: derive,
  });
  return data;
}

function derive(reply: ReplyOf<typeof mainInterface>): MainData {
  return {
    ...reply,
    monthLimit: reply.monthLimit ?? DEFAULT_MONTH_LIMIT,
    enterprise: isEnterprise(reply.options),
  };
}
