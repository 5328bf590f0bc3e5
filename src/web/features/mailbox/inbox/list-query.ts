import { FAX_TABLE, FOLDER_FILTERS } from '#contract/mailbox/inbox.ts';
import type { FaxSort, Folder } from '#contract/mailbox/inbox.ts';
import type { searchFaxes } from '#contract/mailbox/search.ts';
import type { QueryIn } from '#contract/kit/call.ts';
import { buildTableQuery } from '#contract/kit/table-query.ts';
import type { Direction } from '#contract/kit/table-query.ts';

/** One page of a folder as the list asks for it. */
export interface ListRequest {
  folder: Folder;
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
  return buildTableQuery(
    {
      start: (request.page - 1) * request.pageSize,
      length: request.pageSize,
      sort: { by: request.sort, dir: request.order },
      search: request.q,
      filters: {
        ...FOLDER_FILTERS[request.folder],
        ...(request.fax === undefined ? {} : { fax_id: request.fax }),
      },
    },
    FAX_TABLE,
  );
}

/** The query of a page of a search, newest first whatever order the folder is in (spec http-api 12.24). */
export function searchQuery({ q, page, pageSize }: ListRequest): QueryIn<typeof searchFaxes> {
  return { q, start: (page - 1) * pageSize, length: pageSize };
}
