import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { INBOX_PAGE_SIZE, INBOX_PAGE_SIZE_MOBILE } from '#contract/mailbox/inbox.ts';
import type { FaxSort, ListFolder } from '#contract/mailbox/inbox.ts';
import { afterPaint } from '#web/kit/after-paint.ts';
import { changesRun } from '#web/shared/mailbox/in-turn.ts';
import { readInboxSearch } from '#web/shared/mailbox/inbox-search.ts';
import type { InboxSearch } from '#web/shared/mailbox/inbox-search.ts';
import { useMainData } from '#web/shared/mailbox/main-data.ts';
import { useNarrow } from '#web/kit/screen.ts';
import { keptChoice } from '#web/kit/kept-choice.ts';
import { useShown } from '#web/kit/use-shown.ts';
import { useStore } from '#web/ui/store.ts';
import { faxListOptions, truePagesOptions, uncounted } from './fax-queries.ts';
import type { ListedFax, MainReply } from './fax-queries.ts';
import { isSearch } from './list-query.ts';
import type { ListRequest } from './list-query.ts';
import {
  faxSearch,
  folderSearch,
  movedSearch,
  pageSearch,
  searched,
  sortedBy,
  stateOf,
  viewSearch,
} from './inbox-state.ts';
import type { InboxState } from './inbox-state.ts';

/** The last view chosen on this device; a view in the address takes precedence. */
const keptView = keptChoice('f2e.view', (kept) => (kept === 'horizontal' ? kept : 'vertical'));

/** The current list, and the navigation to others. It remains the same object until another list is shown. */
export interface ListPlace extends Omit<InboxState, 'fax'> {
  pageSize: number;
  openFolder: (folder: ListFolder) => void;
  search: (q: string) => void;
  sortBy: (sort: FaxSort) => void;
  goToPage: (page: number) => void;
  show: (view: InboxState['view']) => void;
}

/** The state of the inbox, and its navigation. */
export interface InboxPlace extends ListPlace, InboxState {
  /** The same without the open fax: components that receive only this do not render again when a fax opens. */
  list: ListPlace;
  /** `replace` keeps Back from stepping through every fax that the arrows passed. */
  open: (fax: string, replace?: boolean) => void;
  close: () => void;
  /** Closes the open fax if it is one of these; another one stays. */
  closeOneOf: (ids: ReadonlySet<string>) => void;
  /** Moves to another page with everything else unchanged, including the open fax; adds no history entry. */
  moveTo: (page: number) => void;
}

/** Returns the state of the inbox, which is kept in the address. */
export function useInboxPlace(): InboxPlace {
  const raw = useSearch({ strict: false });
  const { go, goNext } = useGo();
  const narrow = useNarrow();
  const now = useMemo(() => readInboxSearch(raw), [raw]);
  const state = useMemo(() => stateOf(now), [now]);

  const kept = useStore(keptView);
  const { folder, page, sort, order, q, fax } = state;
  const view = now.view ?? kept;
  const list = useMemo<ListPlace>(
    () => ({
      folder,
      page,
      sort,
      order,
      q,
      view,
      pageSize: narrow ? INBOX_PAGE_SIZE_MOBILE : INBOX_PAGE_SIZE,
      openFolder: (to) => goNext((from) => folderSearch(from, to)),
      search: (words) => goNext((from) => searched(from, words)),
      sortBy: (by) => goNext((from) => sortedBy(from, by)),
      goToPage: (to) => goNext((from) => pageSearch(from, to)),
      show: (how) => {
        keptView.set(how);
        goNext((from) => viewSearch(from, how));
      },
    }),
    [folder, goNext, narrow, order, page, q, sort, view],
  );
  return useMemo(
    () => ({
      ...list,
      list,
      fax,
      open: (id, replace) => goNext((from) => faxSearch(from, id), replace),
      close: () => go((from) => faxSearch(from, null), true),
      closeOneOf: (ids) =>
        go((from) => (from.fax !== undefined && ids.has(from.fax) ? faxSearch(from, null) : from), true),
      moveTo: (to) => go((from) => movedSearch(from, to), true),
    }),
    [fax, go, goNext, list],
  );
}

/** Returns functions that change the inbox: at once, or after the response to a click or key is painted. */
function useGo() {
  const navigate = useNavigate();
  const shown = useShown();
  const go = useCallback(
    (how: (from: InboxSearch) => InboxSearch, replace = false) => {
      // People who have left the inbox in the meantime are not led back to it.
      if (shown.current)
        void navigate({ to: '/inbox', search: (from) => how(readInboxSearch(from)), replace });
    },
    [navigate, shown],
  );
  const goNext = useCallback(
    (...to: Parameters<typeof go>) => {
      afterPaint(() => go(...to));
    },
    [go],
  );
  return { go, goNext };
}

/** The rows of the current page, and the total counts. */
export interface FaxPage {
  rows: readonly ListedFax[];
  ids: readonly string[];
  /** The number of matching faxes, and of faxes in the folder. */
  total: number;
  folderTotal: number;
  /** Whether a search found more than it counts. */
  more: boolean;
  loading: boolean;
  /** Whether rows of another page are still shown while this one loads. */
  stale: boolean;
  failed: boolean;
  retry: () => void;
}

const NO_ROWS: readonly ListedFax[] = [];

/** Loads the faxes of a page, corrects their page counts, and refetches them when the folder changes elsewhere. */
export function useFaxPage(request: ListRequest): FaxPage {
  const list = useQuery(faxListOptions(request));
  const rows = useMendedRows(list.data?.data ?? NO_ROWS);
  useFreshFolder(request);
  const { refetch } = list;
  const total = list.data?.recordsFiltered ?? 0;
  const folderTotal = list.data?.recordsTotal ?? 0;
  const more = list.data?.more ?? false;
  // All faxes of a page may leave at once; those of the next page are then being loaded.
  const emptied = rows.length === 0 && total > 0;
  const loading = (list.isPending || emptied) && request.folder !== 'Outbox';
  const stale = list.isPlaceholderData;
  // Rows that are known stay on the screen when asking for newer ones fails.
  const failed = list.isError && (list.data === undefined || emptied);
  return useMemo(
    () => ({
      rows,
      total,
      folderTotal,
      more,
      loading,
      stale,
      failed,
      ids: rows.map((row) => row.fax_id),
      retry: () => void refetch(),
    }),
    [failed, folderTotal, loading, more, refetch, rows, stale, total],
  );
}

/** Gives rows with 0 pages and status FAILED their true page count (INBOX-39). */
function useMendedRows(rows: readonly ListedFax[]): readonly ListedFax[] {
  const paths = useMemo(() => uncounted(rows), [rows]);
  const { data: pages } = useQuery(truePagesOptions(paths));
  return useMemo(() => {
    if (pages === undefined || paths.length === 0) return rows;
    return rows.map((row) =>
      row.fax_pages === 0 ? { ...row, fax_pages: pages.get(row.fax_path) ?? 0 } : row,
    );
  }, [pages, paths, rows]);
}

/**
 * Refetches the list when the counts of this folder (or of any, for a search) change in the main data, which are polled
 * anyway. So new faxes appear even if the event stream is interrupted.
 */
function useFreshFolder(request: ListRequest): void {
  const client = useQueryClient();
  const folders = useMainData()?.folders;
  const watched = isSearch(request) ? 'search' : request.folder;
  const counts = folders && countsOf(folders, watched);
  const now = counts?.map(({ total, unread }) => `${total} ${unread}`).join(' ');
  const seen = useRef<{ watched: string; now: string } | null>(null);
  useEffect(() => {
    if (now === undefined) return;
    const before = seen.current;
    seen.current = { watched, now };
    const moved = before !== null && before.watched === watched && before.now !== now;
    if (moved && !changesRun()) void client.invalidateQueries({ queryKey: ['inbox', 'list'] });
  }, [client, now, watched]);
}

/** Returns the counts to watch; there is none for deleted faxes. */
function countsOf(folders: MainReply['folders'], watched: ListFolder | 'search') {
  if (watched === 'Deleted') return undefined;
  return watched === 'search' ? Object.values(folders) : [folders[watched]];
}
