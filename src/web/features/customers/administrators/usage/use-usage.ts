import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/kit/call.ts';
import { PAGE_SIZE } from '#contract/kit/paging.ts';
import { faxUsage, USAGE_SORTS, usageDays } from '#contract/customers/usage.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import type { Range } from '#web/ui/date-range.tsx';
import type { ListPlace } from '../sub-page.ts';

/** The state of the page: accounts with their pages, how many there are, details of an export (MFA-40). */
export type Usage = ReplyOf<typeof faxUsage>;
/** Pages of one account. */
export type UsageRow = Usage['accountList'][number];

/** What the server says about a range; `failure` is a 412, or anything else that went wrong. */
export interface UsageState {
  data: Usage | undefined;
  loading: boolean;
  failure: 'none' | 'precondition' | 'other';
  reload: () => void;
}

/** Pages per account in a range of days (MFU-08). */
export function useUsage(range: Range, place: ListPlace): UsageState {
  const sort = USAGE_SORTS.find((one) => one === place.sort) ?? 'total';
  const query = useQuery({
    queryKey: ['multifax', 'usage', range.from, range.to, place.page, sort, place.order],
    queryFn: () =>
      callApi(faxUsage, {
        query: {
          'current-page': place.page,
          'per-page': PAGE_SIZE,
          startDate: range.from,
          endDate: range.to,
          forChilds: true,
          detailed: 'false',
          sort,
          order: place.order,
        },
      }),
    placeholderData: keepPreviousData,
  });
  const precondition = query.error instanceof ApiError && query.error.status === 412;
  return {
    data: query.data,
    loading: query.isPending,
    failure: query.isError ? (precondition ? 'precondition' : 'other') : 'none',
    reload: () => void query.refetch(),
  };
}

/** Pages of each day; the table is the answer, so a chart that does not come is only left out. */
export function useUsageDays(range: Range): ReplyOf<typeof usageDays> | undefined {
  return useQuery({
    queryKey: ['multifax', 'usage-days', range.from, range.to],
    queryFn: () => callApi(usageDays, { query: { startDate: range.from, endDate: range.to } }),
    placeholderData: keepPreviousData,
  }).data;
}
