import type { TableQuery } from '#contract/kit/table-query.ts';
import type { FAX_TABLE, ListFolder } from '#contract/mailbox/inbox.ts';

/** The numbers of the folders in the generated column fax.folder (migration 0002). */
export const FOLDER_NUMBER: Readonly<Record<ListFolder, number>> = {
  Inbox: 1,
  Sent: 2,
  Archive: 3,
  Outbox: 4,
  Deleted: 5,
};

type Filters = TableQuery<string, never, (typeof FAX_TABLE.filters)[number]>['filters'];

/** The faxes in a list: folders, and conditions without an index or counter (rarely used). */
export interface FaxScope {
  folders: readonly number[];
  action?: 'R' | 'S';
  isNew?: boolean;
  status?: 'OK' | 'FAILED';
  /** Only the fax with this id, to find its folder. */
  id?: number;
  /** Only faxes that this person sent. */
  personId?: number;
  /** Set for deleted faxes: only those deleted within this many days. */
  deletedDays?: number;
}

/** Longer ones cannot be ids of the database, so they match nothing. */
const FAX_ID = /^[1-9]\d{0,14}$/;

/**
 * Reads the folder from the column filters (spec http-api 3.1). No filter means Inbox; null means that nothing can
 * match, because of a value that the column never has. `deletedDays`: how long deleted faxes are listed.
 */
export function scopeOf(filters: Filters, deletedDays: number): FaxScope | null {
  const { archive, deleted, outbox, action, status } = filters;
  const received = { R: true, S: false }[action ?? ''] ?? oneOrZero(filters.is_inbox);
  const isNew = oneOrZero(filters.is_new);
  if (!isFlag(archive) || !isFlag(outbox) || !isFlag(filters.is_new) || !isFlag(filters.is_inbox))
    return null;
  if (!isFlag(deleted) || !isOneOf(action, ['R', 'S']) || !isOneOf(status, ['OK', 'FAILED'])) return null;
  if (filters.fax_id !== undefined && !FAX_ID.test(filters.fax_id)) return null;
  if (filters.is_inbox !== undefined && received !== oneOrZero(filters.is_inbox)) return null;
  const rest = {
    ...(isNew === undefined ? {} : { isNew }),
    ...(status === undefined ? {} : { status: status as 'OK' | 'FAILED' }),
    ...(filters.fax_id === undefined ? {} : { id: Number(filters.fax_id) }),
  };
  const oneSide = received === undefined ? {} : ({ action: received ? 'R' : 'S' } as const);
  if (deleted === '1')
    return outbox === '1' || archive !== undefined
      ? null
      : { folders: [FOLDER_NUMBER.Deleted], deletedDays, ...oneSide, ...rest };
  if (outbox === '1')
    return archive === '1' ? null : { folders: [FOLDER_NUMBER.Outbox], ...oneSide, ...rest };
  if (archive === '1') return { folders: [FOLDER_NUMBER.Archive], ...oneSide, ...rest };
  return { folders: unfiledFolders(received, archive !== undefined), ...rest };
}

/** Returns the folders of faxes that are not archived or deleted: one direction, both for archive=0, or the Inbox. */
function unfiledFolders(received: boolean | undefined, both: boolean): number[] {
  if (received === undefined && both) return [FOLDER_NUMBER.Inbox, FOLDER_NUMBER.Sent];
  return [received === false ? FOLDER_NUMBER.Sent : FOLDER_NUMBER.Inbox];
}

function oneOrZero(value: string | undefined): boolean | undefined {
  return value === '1' ? true : value === '0' ? false : undefined;
}

function isFlag(value: string | undefined): boolean {
  return isOneOf(value, ['0', '1']);
}

function isOneOf(value: string | undefined, known: readonly string[]): boolean {
  return value === undefined || known.includes(value);
}
