import { FAX_TABLE } from '#contract/mailbox/inbox.ts';
import type { FaxRow } from '#contract/mailbox/inbox.ts';
import { parseTableQuery } from '#contract/kit/table-query.ts';

/** Returns the page of a folder that a fake server sends, from all its faxes. For tests only. */
export function listForTest(rows: readonly FaxRow[], pairs: URLSearchParams) {
  const parsed = parseTableQuery(Object.fromEntries(pairs), FAX_TABLE);
  if (parsed.kind === 'bad') throw new Error(parsed.error);
  const { start, length, search, filters } = parsed.query;
  const folder = rows.filter((row) =>
    filters.deleted === '1'
      ? row.deleted_at !== undefined
      : filters.archive === '1' || filters.action === undefined || row.action === filters.action,
  );
  const asked = folder.filter((row) => filters.fax_id === undefined || row.fax_id === filters.fax_id);
  const found = asked.filter((row) =>
    search.every((term) => `${row.from_company} ${row.fax_from}`.toLowerCase().includes(term)),
  );
  return {
    draw: 1,
    recordsTotal: folder.length,
    recordsFiltered: found.length,
    data: found.slice(start, start + length),
  };
}
