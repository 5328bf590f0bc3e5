import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { mainInterface } from '#contract/mailbox/account.ts';
import { faxArchiveList, getTruePageCount } from '#contract/mailbox/inbox.ts';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { searchFaxes } from '#contract/mailbox/search.ts';
import type { FoundFax } from '#contract/mailbox/search.ts';
import { readSearchLine } from '#contract/mailbox/search-words.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { getOutbox, OUTBOX_POLL_MS } from '#contract/faxes/queue.ts';
import { callApi } from '#web/kit/call-api.ts';
import { listQuery, searchQuery } from './list-query.ts';
import type { ListRequest } from './list-query.ts';

/** A fax of a list; one that a search found says where it lies. */
export type ListedFax = FaxRow & Partial<Pick<FoundFax, 'folder' | 'snippet'>>;
/** A page of faxes and how many there are in all; of a search, whether there are more than it counts. */
export type FaxList = Omit<ReplyOf<typeof faxArchiveList>, 'data'> & { data: ListedFax[]; more?: boolean };
/** Main data as the cache holds it, for the folder counts. */
export type MainReply = ReplyOf<typeof mainInterface>;

/** First parts of the keys are those that live events make stale (kit/live-events). */
export const LISTS = ['inbox', 'list'] as const;
export const MAIN = ['main'] as const;

/** Whether a request searches all folders instead of showing one. */
export function isSearch({ q }: Pick<ListRequest, 'q'>): boolean {
  return q !== '';
}

/** A page of a folder, or of what a search finds; while another page or order of the same list loads, the old rows stay. */
export function faxListOptions(request: ListRequest) {
  return queryOptions({
    queryKey: [...LISTS, request] as const,
    queryFn: ({ signal }): Promise<FaxList> =>
      isSearch(request)
        ? search(request, signal)
        : callApi(faxArchiveList, { query: listQuery(request), signal }),
    enabled: request.folder !== 'Outbox' && readSearchLine(request.q).faults.length === 0,
    placeholderData: (previous: FaxList | undefined, query) => {
      const before = query?.queryKey[2];
      const same = before?.folder === request.folder && before.q === request.q;
      return same ? keepPreviousData(previous) : undefined;
    },
  });
}

async function search(request: ListRequest, signal: AbortSignal): Promise<FaxList> {
  const { total, more, data } = await callApi(searchFaxes, { query: searchQuery(request), signal });
  return { draw: 0, recordsTotal: total, recordsFiltered: total, more, data };
}

/** Unfinished jobs, asked for every 5 s while there are any (DASH-22). */
export const outboxOptions = queryOptions({
  queryKey: ['outbox'] as const,
  queryFn: ({ signal }) => callApi(getOutbox, { signal }),
  refetchInterval: (query) => ((query.state.data?.data.length ?? 0) > 0 ? OUTBOX_POLL_MS : false),
});

/** Paths of failed rows whose pages were never counted (INBOX-39). */
export function uncounted(rows: readonly FaxRow[]): string[] {
  return rows.filter((row) => row.fax_pages === 0 && row.status === 'FAILED').map((row) => row.fax_path);
}

/** True page counts by path; asking also repairs the rows on the server (spec http-api 4.5). */
export function truePagesOptions(paths: readonly string[]) {
  return queryOptions({
    queryKey: ['true-pages', paths] as const,
    queryFn: async ({ signal }) => {
      const reply = await callApi(getTruePageCount, { body: { filepath: [...paths] }, signal });
      return new Map(paths.map((path, i) => [path, reply.data.count[i] ?? 0]));
    },
    enabled: paths.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
