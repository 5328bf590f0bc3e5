import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/kit/call.ts';
import { PAGE_SIZE } from '#contract/kit/paging.ts';
import { faxUsage, USAGE_SORTS, usageDays } from '#contract/customers/usage.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import type { Range } from '#web/ui/date-range.tsx';
import type { ListPlace } from '../sub-page.ts';

/** The data of the page: accounts with their pages, their number, details of an export (MFA-40). */
export type Usage = ReplyOf<typeof faxUsage>;
/** The pages of one account. */
export type UsageRow = Usage['accountList'][number];

/** The usage of a range and its loading state; `failure` distinguishes a 412 from any other error. */
export interface UsageState {
  data: Usage | undefined;
  loading: boolean;
  failure: 'none' | 'precondition' | 'other';
  reload: () => void;
}

/** Loads the pages per account in a range of days (MFU-08). */
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

/** Loads the pages of each day; the table matters more, so a chart that does not load is only left out. */
export function useUsageDays(range: Range): ReplyOf<typeof usageDays> | undefined {
  return useQuery({
    queryKey: ['multifax', 'usage-days', range.from, range.to],
    queryFn: () => callApi(usageDays, { query: { startDate: range.from, endDate: range.to } }),
    placeholderData: keepPreviousData,
  }).data;
}
