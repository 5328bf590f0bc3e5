import type { FaxAction, ListFolder } from '#contract/mailbox/inbox.ts';
import type { SearchedFolder } from '#contract/mailbox/search-words.ts';
import type { FaxList, ListedFax, MainReply } from './fax-queries.ts';

/** Returns a list after an action, before the server responds: rows leave, or change read mark or folder. */
export function listAfter(list: FaxList, action: FaxAction, ids: ReadonlySet<string>): FaxList {
  if (!list.data.some((row) => ids.has(row.fax_id))) return list;
  if (action === 'view' || action === 'new') {
    const is_new = action === 'new' ? '1' : '0';
    return { ...list, data: list.data.map((row) => (ids.has(row.fax_id) ? { ...row, is_new } : row)) };
  }
  const data = list.data.flatMap((row): ListedFax[] => {
    if (!ids.has(row.fax_id)) return [row];
    return row.folder === undefined || action === 'delete' || action === 'undelete'
      ? []
      : [{ ...row, folder: folderAfter(row, action) }];
  });
  const gone = list.data.length - data.length;
  return {
    ...list,
    data,
    recordsTotal: list.recordsTotal - gone,
    recordsFiltered: list.recordsFiltered - gone,
  };
}

/** Returns the folder of a fax after it was archived or restored. */
function folderAfter(row: ListedFax, action: 'to_archive' | 'from_archive'): SearchedFolder {
  if (action === 'to_archive') return 'Archive';
  return row.is_inbox === 1 ? 'Inbox' : 'Sent';
}

/** Returns whether the archive action restores: in Archive, and in a search if all of these faxes are archived. */
export function restores(folder: ListFolder, rows: readonly ListedFax[]): boolean {
  return rows.length > 0 && rows.every((row) => (row.folder ?? folder) === 'Archive');
}

/** Returns the folder counts after an action on these rows, which are in folder `from` unless they name another. */
export function countsAfter(
  folders: MainReply['folders'],
  action: FaxAction,
  from: ListFolder,
  rows: readonly ListedFax[],
): MainReply['folders'] {
  const next = { ...folders };
  const add = (folder: ListFolder, total: number, unread: number) => {
    // Deleted faxes have no count.
    if (folder === 'Deleted') return;
    const count = next[folder];
    next[folder] = { total: Math.max(count.total + total, 0), unread: Math.max(count.unread + unread, 0) };
  };
  for (const row of rows) {
    const unread = row.is_new === '1' ? 1 : 0;
    const lies = row.folder ?? from;
    if (action === 'view') add(lies, 0, -unread);
    else if (action === 'new') add(lies, 0, 1 - unread);
    else {
      add(lies, -1, -unread);
      if (action === 'to_archive') add('Archive', 1, unread);
      if (action === 'undelete') add(row.deleted_from ?? 'Inbox', 1, unread);
      if (action === 'from_archive') add(folderAfter(row, action), 1, unread);
    }
  }
  return next;
}
