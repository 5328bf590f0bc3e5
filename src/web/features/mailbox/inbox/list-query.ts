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

/** One page of a folder as the list asks for it. */
export interface ListRequest {
  folder: ListFolder;
  page: number;
  pageSize: number;
  sort: FaxSort;
  order: Direction;
  q: string;
  /** Only this fax, if the folder has it. */
  fax?: string;
}

/** The pairs of the encoded table query for a page of a folder (spec http-api 3.1). */
export function listQuery(request: ListRequest): [string, string][] {
  const deleted = request.folder === 'Deleted';
  return buildTableQuery(
    {
      start: (request.page - 1) * request.pageSize,
      length: request.pageSize,
      // Among deleted faxes the date that is shown, and counts, is that of the deletion.
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

/** Whether a list is what a search finds in all folders instead of one folder. Deleted faxes are searched in theirs. */
export function isSearch({ folder, q }: Pick<ListRequest, 'folder' | 'q'>): boolean {
  return q !== '' && folder !== 'Deleted';
}

/** What a list is called: a folder, a list of the team, or a search. */
export function listTitle(place: Pick<ListRequest, 'folder' | 'q'>, t: TFunction): string {
  if (!isSearch(place)) return t(`inbox.folder.${place.folder}`);
  return teamTitle(place.q, t) ?? t('inbox.searchTitle');
}

/** What the search of a list says that means nothing: it is not asked for then. */
export function faultsOf(request: Pick<ListRequest, 'folder' | 'q'>): SearchFault[] {
  return isSearch(request) ? readSearchLine(request.q).faults : [];
}

/** The query of a page of a search, newest first whatever order the folder is in (spec http-api 12.25). */
export function searchQuery({ q, page, pageSize }: ListRequest): QueryIn<typeof searchFaxes> {
  return { q, start: (page - 1) * pageSize, length: pageSize };
}
