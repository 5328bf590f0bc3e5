import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from '@tanstack/react-router';
import { allInboxes } from '#contract/mailbox/all-inboxes.ts';
import type { ArrivedFax } from '#contract/mailbox/all-inboxes.ts';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import { callApi } from '#web/kit/call-api.ts';
import { useMore } from '#web/kit/load-more.tsx';
import type { MoreRows } from '#web/kit/load-more.tsx';
import { goOnWith } from '#web/shared/identity/switch-account.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';

/** How often the visible list is refetched, in ms: this page receives no events about other accounts. */
const LOOK_AGAIN_MS = 20_000;

/** The list, its continuation, and the action that opens a fax. */
export interface AllInboxes {
  faxes: readonly ArrivedFax[];
  loading: boolean;
  failed: boolean;
  reload: () => void;
  /** The continuation; null at the end. */
  more: MoreRows | null;
  open: (arrived: ArrivedFax) => void;
}

/** Loads the inboxes of all accounts on which the person works. */
export function useAllInboxes(unread: boolean): AllInboxes {
  const query = useInfiniteQuery({
    queryKey: ['all-inboxes', unread],
    queryFn: async ({ pageParam }) =>
      await callApi(allInboxes, {
        query: { unread: unread ? '1' : '0', ...(pageParam !== '' && { after: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: LOOK_AGAIN_MS,
  });
  const more = useMore(String(unread), query);
  return {
    faxes: query.data?.pages.flatMap(({ faxes }) => faxes) ?? [],
    loading: query.isPending,
    failed: query.isError && query.data === undefined,
    reload: () => void query.refetch(),
    more,
    open: useOpenArrived(),
  };
}

/** Returns a function that opens a fax. For a fax of another account, the page switches to that account. */
function useOpenArrived(): (arrived: ArrivedFax) => void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const here = useMainData()?.faxNumber;
  return ({ account, fax }) => {
    if (account.faxNumber === here) {
      void navigate({ to: '/inbox', search: { fax: fax.fax_id } });
      return;
    }
    const number = formatFaxNumber(account.faxNumber) ?? '';
    const words = {
      waiting: t('people.switch.opening', { number }),
      failed: t('people.switch.failed'),
    };
    void goOnWith({ account: account.id }, words, `/inbox?fax=${fax.fax_id}`);
  };
}
