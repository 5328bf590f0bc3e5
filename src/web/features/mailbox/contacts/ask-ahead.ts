import { contactGroups } from '#contract/mailbox/contact-groups.ts';
import { contactsList } from '#contract/mailbox/contacts.ts';
import { callAhead } from '#web/kit/call-api.ts';
import { readContactsSearch } from '#web/shared/mailbox/contacts-search.ts';

import { contactListQuery } from './contact-queries.ts';
import { stateOf } from './contacts-state.ts';

/** Requests the list and the groups of the contacts page at an address, before the page is drawn. */
export function askAhead(search: Record<string, unknown>): void {
  const { page, sort, order, q, group } = stateOf(readContactsSearch(search));
  callAhead(contactsList, { query: contactListQuery({ page, sort, order, q, group }) });
  callAhead(contactGroups);
}
