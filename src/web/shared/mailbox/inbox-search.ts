import { FAX_SORTS, FOLDERS } from '#contract/mailbox/inbox.ts';
import type { FaxSort, ListFolder } from '#contract/mailbox/inbox.ts';
import { MAX_SEARCH } from '#contract/kit/table-query.ts';
import { MAX_QUERY } from '#contract/mailbox/search-words.ts';
import { textOfParameter } from '#web/kit/address.ts';

/** The state of the message list in its address; omitted values have their defaults, so that addresses stay short. */
export interface InboxSearch {
  /** Default: Inbox. */
  folder?: ListFolder;
  /** Default: 1. */
  page?: number;
  sort?: FaxSort;
  order?: 'asc' | 'desc';
  /** The search text. */
  q?: string;
  /** The open fax. */
  fax?: string;
  view?: 'horizontal';
  /** Ids of faxes that were just sent, joined by commas: the Outbox shows their progress instead of its list. */
  sent?: string;
}

/** At most as many ids as one request can follow (MAX_FOLLOWED). */
const FAX_IDS = /^[1-9]\d{0,14}(?:,[1-9]\d{0,14}){0,19}$/;

/**
 * Reads an address; unknown values fall back to their defaults (spec decisions 4.1), because people type addresses and
 * keep them for years.
 */
export function readInboxSearch(raw: Record<string, unknown>): InboxSearch {
  const folder = [...FOLDERS, 'Deleted' as const].find((known) => known === raw['folder']);
  const page = Number(raw['page']);
  const sort = FAX_SORTS.find((known) => known === raw['sort']);
  const order = raw['order'] === 'asc' || raw['order'] === 'desc' ? raw['order'] : undefined;
  const q = textOfParameter(raw['q'])
    .trim()
    .slice(0, folder === 'Deleted' ? MAX_SEARCH : MAX_QUERY);
  const fax = textOfParameter(raw['fax']);
  const sent = textOfParameter(raw['sent']);
  return {
    ...(folder === undefined || folder === 'Inbox' ? {} : { folder }),
    ...(Number.isSafeInteger(page) && page > 1 ? { page } : {}),
    ...(sort === undefined ? {} : { sort }),
    ...(order === undefined ? {} : { order }),
    ...(q === '' ? {} : { q }),
    ...(fax === '' ? {} : { fax }),
    ...(raw['view'] === 'horizontal' ? { view: 'horizontal' } : {}),
    ...(folder === 'Outbox' && FAX_IDS.test(sent) ? { sent } : {}),
  };
}
