import type { FaxAction, FaxRow, ListFolder } from '#contract/mailbox/inbox.ts';
import type { FaxList, MainReply } from './fax-queries.ts';

/** A list after an action, before the server answers: rows leave, or change their read mark. */
export function listAfter(list: FaxList, action: FaxAction, ids: ReadonlySet<string>): FaxList {
  if (!list.data.some((row) => ids.has(row.fax_id))) return list;
  if (action === 'view' || action === 'new') {
    const is_new = action === 'new' ? '1' : '0';
    return { ...list, data: list.data.map((row) => (ids.has(row.fax_id) ? { ...row, is_new } : row)) };
  }
  const data = list.data.filter((row) => !ids.has(row.fax_id));
  const gone = list.data.length - data.length;
  return {
    ...list,
    data,
    recordsTotal: list.recordsTotal - gone,
    recordsFiltered: list.recordsFiltered - gone,
  };
}

/** The folder counts after an action on these rows of one folder. */
export function countsAfter(
  folders: MainReply['folders'],
  action: FaxAction,
  from: ListFolder,
  rows: readonly FaxRow[],
): MainReply['folders'] {
  const next = { ...folders };
  const add = (folder: ListFolder, total: number, unread: number) => {
    // Deleted faxes are not counted.
    if (folder === 'Deleted') return;
    const count = next[folder];
    next[folder] = { total: Math.max(count.total + total, 0), unread: Math.max(count.unread + unread, 0) };
  };
  for (const row of rows) {
    const unread = row.is_new === '1' ? 1 : 0;
    if (action === 'view') add(from, 0, -unread);
    else if (action === 'new') add(from, 0, 1 - unread);
    else {
      add(from, -1, -unread);
      if (action === 'to_archive') add('Archive', 1, unread);
      if (action === 'undelete') add(row.deleted_from ?? 'Inbox', 1, unread);
      if (action === 'from_archive') add(row.is_inbox === 1 ? 'Inbox' : 'Sent', 1, unread);
    }
  }
  return next;
}
