import type { TFunction } from 'i18next';
import { FAX_TABLE, FOLDER_FILTERS } from '#contract/mailbox/inbox.ts';
import type { FaxSort, ListFolder } from '#contract/mailbox/inbox.ts';
import { readSearchLine } from '#contract/mailbox/search-words.ts';
import type { SearchFault } from '#contract/mailbox/search-words.ts';
import type { searchFaxes } from '#contract/mailbox/search.ts';
import type { QueryIn } from '#contract/kit/call.ts';
import { buildTableQuery } from '#contract/kit/table-query.ts';
import type { Direction } from '#contract/kit/table-query.ts';
import { teamTitle } from '#web/shared/mailbox/team/work-words.ts';

/** A page of a folder, as the list requests it. */
export interface ListRequest {
  folder: ListFolder;
  page: number;
  pageSize: number;
  sort: FaxSort;
  order: Direction;
  q: string;
  /** Only this fax, if the folder contains it. */
  fax?: string;
}

/** Returns the pairs of the encoded table query for a page of a folder (spec http-api 3.1). */
export function listQuery(request: ListRequest): [string, string][] {
  const deleted = request.folder === 'Deleted';
  return buildTableQuery(
    {
      start: (request.page - 1) * request.pageSize,
      length: request.pageSize,
      // For deleted faxes, the date that is shown and counts is that of the deletion.
      sort: { by: deleted && request.sort === 'fax_date' ? 'deleted_at' : request.sort, dir: request.order },
      search: request.q,
      filters: {
        ...FOLDER_FILTERS[request.folder],
        ...(request.fax === undefined ? {} : { fax_id: request.fax }),
      },
    },
    FAX_TABLE,
  );
}

/** Returns whether a list is the result of a search in all folders. Deleted faxes are searched within their folder. */
export function isSearch({ folder, q }: Pick<ListRequest, 'folder' | 'q'>): boolean {
  return q !== '' && folder !== 'Deleted';
}

/** Returns the title of a list: a folder, a list of the team, or a search. */
export function listTitle(place: Pick<ListRequest, 'folder' | 'q'>, t: TFunction): string {
  if (!isSearch(place)) return t(`inbox.folder.${place.folder}`);
  return teamTitle(place.q, t) ?? t('inbox.searchTitle');
}

/** Returns the errors of a list's search; a search with errors is not sent. */
export function faultsOf(request: Pick<ListRequest, 'folder' | 'q'>): SearchFault[] {
  return isSearch(request) ? readSearchLine(request.q).faults : [];
}

/** Returns the query for a page of a search, newest first regardless of the folder's order (spec http-api 12.25). */
export function searchQuery({ q, page, pageSize }: ListRequest): QueryIn<typeof searchFaxes> {
  return { q, start: (page - 1) * pageSize, length: pageSize };
}
