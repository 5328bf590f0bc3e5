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
  /** The opened fax. */
  fax: string | null;
  view: 'vertical' | 'horizontal';
}

/** The order a column is first sorted in: dates, pages and sizes from the top, words and numbers from the start. */
export const FIRST_ORDER: Readonly<Record<FaxSort, Direction>> = {
  fax_date: 'desc',
  fax_pages: 'desc',
  fax_size: 'desc',
  from_company: 'asc',
  fax_from: 'asc',
};

/** The state that an address stands for. The Outbox is not searched, and opens its faxes itself (INBOX-06). */
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
    // Recently deleted says how long each fax stays, which the table has no column for.
    view: search.folder === 'Deleted' ? 'vertical' : (search.view ?? 'vertical'),
  };
}

/** The address of a folder: page 1, no search, nothing opened; the chosen order and view stay (INBOX-26). */
export function folderSearch(now: InboxSearch, folder: ListFolder): InboxSearch {
  const { folder: _folder, page: _page, q: _q, fax: _fax, sent: _sent, ...rest } = now;
  return folder === 'Inbox' ? rest : { ...rest, folder };
}

/** The address after a search (or, with an empty text, after clearing it): page 1, nothing opened (INBOX-27). */
export function searched(now: InboxSearch, q: string): InboxSearch {
  const { page: _page, fax: _fax, q: _q, ...rest } = now;
  return q === '' ? rest : { ...rest, q };
}

/** The address after choosing a column: its first order, or the other way round when it was chosen already (INBOX-45). */
export function sortedBy(now: InboxSearch, sort: FaxSort): InboxSearch {
  const { page: _page, fax: _fax, ...rest } = now;
  const current = stateOf(now);
  const turned = current.order === 'asc' ? 'desc' : 'asc';
  return { ...rest, sort, order: current.sort === sort ? turned : FIRST_ORDER[sort] };
}

/** The address of another page of the same list; the opened fax stays behind on its page. */
export function pageSearch(now: InboxSearch, page: number): InboxSearch {
  const { page: _page, fax: _fax, ...rest } = now;
  return page === 1 ? rest : { ...rest, page };
}

/** The address of another page with everything else as it is, the opened fax too. */
export function movedSearch(now: InboxSearch, page: number): InboxSearch {
  const { page: _page, ...rest } = now;
  return page === 1 ? rest : { ...rest, page };
}

/** The address with a fax opened, or with none. */
export function faxSearch(now: InboxSearch, fax: string | null): InboxSearch {
  const { fax: _fax, ...rest } = now;
  return fax === null ? rest : { ...rest, fax };
}

/** The address in the other view of the list (spec decisions 4.2). */
export function viewSearch(now: InboxSearch, view: InboxState['view']): InboxSearch {
  const { view: _view, ...rest } = now;
  return view === 'vertical' ? rest : { ...rest, view };
}
