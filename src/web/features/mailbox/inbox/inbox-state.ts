import type { FaxSort, ListFolder } from '#contract/mailbox/inbox.ts';
import type { Direction } from '#contract/kit/table-query.ts';
import type { InboxSearch } from '#web/shared/mailbox/inbox-search.ts';

/** The state of the message list (INBOX-13). The address holds it, so that reload and Back restore it. */
export interface InboxState {
  folder: ListFolder;
  page: number;
  sort: FaxSort;
  order: Direction;
  q: string;
  /** The open fax. */
  fax: string | null;
  view: 'vertical' | 'horizontal';
}

/** The initial order of each column: dates, pages and sizes descending, words and numbers ascending. */
export const FIRST_ORDER: Readonly<Record<FaxSort, Direction>> = {
  fax_date: 'desc',
  fax_pages: 'desc',
  fax_size: 'desc',
  from_company: 'asc',
  fax_from: 'asc',
};

/** Returns the state that an address represents. The Outbox has no search, and opens its faxes itself (INBOX-06). */
export function stateOf(search: InboxSearch): InboxState {
  const sort = search.sort ?? 'fax_date';
  const outbox = search.folder === 'Outbox';
  return {
    folder: search.folder ?? 'Inbox',
    page: search.page ?? 1,
    sort,
    order: search.order ?? FIRST_ORDER[sort],
    q: outbox ? '' : (search.q ?? ''),
    fax: outbox ? null : (search.fax ?? null),
    // Recently deleted shows how long each fax stays, for which the table has no column.
    view: search.folder === 'Deleted' ? 'vertical' : (search.view ?? 'vertical'),
  };
}

/** Returns the address of a folder: page 1, no search, nothing open; the order and view stay (INBOX-26). */
export function folderSearch(now: InboxSearch, folder: ListFolder): InboxSearch {
  const { folder: _folder, page: _page, q: _q, fax: _fax, sent: _sent, ...rest } = now;
  return folder === 'Inbox' ? rest : { ...rest, folder };
}

/** Returns the address after a search (or after clearing it with an empty text): page 1, nothing open (INBOX-27). */
export function searched(now: InboxSearch, q: string): InboxSearch {
  const { page: _page, fax: _fax, q: _q, ...rest } = now;
  return q === '' ? rest : { ...rest, q };
}

/** Returns the address after choosing a column: its initial order, or the reverse if chosen again (INBOX-45). */
export function sortedBy(now: InboxSearch, sort: FaxSort): InboxSearch {
  const { page: _page, fax: _fax, ...rest } = now;
  const current = stateOf(now);
  const turned = current.order === 'asc' ? 'desc' : 'asc';
  return { ...rest, sort, order: current.sort === sort ? turned : FIRST_ORDER[sort] };
}

/** Returns the address of another page of the same list; closes the open fax. */
export function pageSearch(now: InboxSearch, page: number): InboxSearch {
  const { page: _page, fax: _fax, ...rest } = now;
  return page === 1 ? rest : { ...rest, page };
}

/** Returns the address of another page with everything else unchanged, including the open fax. */
export function movedSearch(now: InboxSearch, page: number): InboxSearch {
  const { page: _page, ...rest } = now;
  return page === 1 ? rest : { ...rest, page };
}

/** Returns the address with a fax open, or with none. */
export function faxSearch(now: InboxSearch, fax: string | null): InboxSearch {
  const { fax: _fax, ...rest } = now;
  return fax === null ? rest : { ...rest, fax };
}

/** Returns the address of the other view of the list (spec decisions 4.2). */
export function viewSearch(now: InboxSearch, view: InboxState['view']): InboxSearch {
  const { view: _view, ...rest } = now;
  return view === 'vertical' ? rest : { ...rest, view };
}
