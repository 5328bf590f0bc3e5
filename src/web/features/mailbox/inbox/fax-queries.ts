import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { mainInterface } from '#contract/mailbox/account.ts';
import { faxArchiveList, getTruePageCount } from '#contract/mailbox/inbox.ts';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { searchFaxes } from '#contract/mailbox/search.ts';
import type { FoundFax } from '#contract/mailbox/search.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { outboxState } from '#contract/kit/fax-state.ts';
import { getOutbox, OUTBOX_POLL_MS, sendProgress } from '#contract/faxes/queue.ts';
import type { FollowedFax } from '#contract/faxes/queue.ts';
import { callApi } from '#web/kit/call-api.ts';
import { changesEnd } from '#web/shared/mailbox/in-turn.ts';
import { faultsOf, isSearch, listQuery, searchQuery } from './list-query.ts';
import type { ListRequest } from './list-query.ts';

/** A fax of a list; if a search found it, with its folder. */
export type ListedFax = FaxRow & Partial<Pick<FoundFax, 'folder' | 'snippet'>>;
/** A page of faxes and their total number; for a search, also whether there are more than it counts. */
export type FaxList = Omit<ReplyOf<typeof faxArchiveList>, 'data'> & { data: ListedFax[]; more?: boolean };
/** The main data as the cache holds them, for the folder counts. */
export type MainReply = ReplyOf<typeof mainInterface>;

/** The first parts of these keys are those that live events make stale (kit/live-events). */
export const LISTS = ['inbox', 'list'] as const;
export const MAIN = ['main'] as const;

/** Loads a page of a folder, or of a search; while another page or order of the same list loads, the old rows stay. */
export function faxListOptions(request: ListRequest) {
  return queryOptions({
    queryKey: [...LISTS, request] as const,
    queryFn: async ({ signal }): Promise<FaxList> => {
      await changesEnd();
      return isSearch(request)
        ? await search(request, signal)
        : await callApi(faxArchiveList, { query: listQuery(request), signal });
    },
    enabled: request.folder !== 'Outbox' && faultsOf(request).length === 0,
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

/** Returns the query for a page of the outbox. */
export function outboxQuery({ page, pageSize }: { page: number; pageSize: number }) {
  return { start: (page - 1) * pageSize, length: pageSize };
}

/** Loads a page of the unfinished jobs, and polls it every 5 s while there are any (DASH-22). */
export function outboxOptions(place: { page: number; pageSize: number }) {
  const query = outboxQuery(place);
  return queryOptions({
    queryKey: ['outbox', 'page', query] as const,
    queryFn: ({ signal }) => callApi(getOutbox, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: (current) => ((current.state.data?.total ?? 0) > 0 ? OUTBOX_POLL_MS : false),
  });
}

/** The states of a fax that is still being sent. */
const OPEN_STATES: ReadonlySet<string> = new Set(outboxState.options);

/** Returns whether a fax is still being sent. */
export function isOpen({ state }: Pick<FollowedFax, 'state'>): boolean {
  return OPEN_STATES.has(state);
}

/** Loads the progress of faxes, and polls it every 5 s until all of them have ended; live events refetch it sooner. */
export function progressOptions(fids: string) {
  return queryOptions({
    queryKey: ['outbox', 'progress', fids] as const,
    queryFn: async ({ signal }) => (await callApi(sendProgress, { query: { fids }, signal })).data,
    refetchInterval: (query) => (query.state.data?.some(isOpen) === false ? false : OUTBOX_POLL_MS),
  });
}

/** Returns the paths of failed rows whose pages were never counted (INBOX-39). */
export function uncounted(rows: readonly FaxRow[]): string[] {
  return rows.filter((row) => row.fax_pages === 0 && row.status === 'FAILED').map((row) => row.fax_path);
}

/** Loads the true page counts by path; the call also repairs the rows on the server (spec http-api 4.5). */
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
