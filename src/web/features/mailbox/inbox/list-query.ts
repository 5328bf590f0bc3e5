import { FAX_TABLE, FOLDER_FILTERS } from '#contract/mailbox/inbox.ts';
import type { FaxSort, ListFolder } from '#contract/mailbox/inbox.ts';
import { buildTableQuery } from '#contract/kit/table-query.ts';
import type { Direction } from '#contract/kit/table-query.ts';

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
