import type { TableQuery } from '#contract/kit/table-query.ts';
import type { FAX_TABLE, ListFolder } from '#contract/mailbox/inbox.ts';

/** Folders as numbers: the generated column fax.folder (migration 0002). */
export const FOLDER_NUMBER: Readonly<Record<ListFolder, number>> = {
  Inbox: 1,
  Sent: 2,
  Archive: 3,
  Outbox: 4,
  Deleted: 5,
};

type Filters = TableQuery<string, never, (typeof FAX_TABLE.filters)[number]>['filters'];

/** Which faxes a list is about: folders, and conditions that no index or counter knows (used rarely). */
export interface FaxScope {
  folders: readonly number[];
  action?: 'R' | 'S';
  isNew?: boolean;
  status?: 'OK' | 'FAILED';
  /** One fax, whose folder is asked for. */
  id?: number;
  /** Only those that this person sent. */
  personId?: number;
  /** Set for deleted faxes: only those of so many days. */
  deletedDays?: number;
}

/** Longer ones would be no id of the database, and are nobody's. */
const FAX_ID = /^[1-9]\d{0,14}$/;

/**
 * Reads the folder out of the column filters (spec http-api 3.1). No filter means Inbox; null means that nothing can match:
 * a value that the column never has. `deletedDays`: how long deleted faxes are listed.
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

/** Faxes that are neither filed nor deleted: of one direction, of both when archive=0 was asked for, else the Inbox. */
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
