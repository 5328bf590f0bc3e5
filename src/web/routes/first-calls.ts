import { mainInterface } from '#contract/mailbox/account.ts';
import { dashboard, DASHBOARD_ROWS } from '#contract/mailbox/dashboard.ts';
import { getGlobalSettings } from '#contract/mailbox/general-settings.ts';
import { faxArchiveList, INBOX_PAGE_SIZE, INBOX_PAGE_SIZE_MOBILE } from '#contract/mailbox/inbox.ts';
import { searchFaxes } from '#contract/mailbox/search.ts';
import { getOutbox } from '#contract/faxes/queue.ts';
import { outboxQuery } from '#web/features/mailbox/inbox/fax-queries.ts';
import { stateOf } from '#web/features/mailbox/inbox/inbox-state.ts';
import { faultsOf, isSearch, listQuery, searchQuery } from '#web/features/mailbox/inbox/list-query.ts';
import { callAhead } from '#web/kit/call-api.ts';
import { readInboxSearch } from '#web/shared/mailbox/inbox-search.ts';
import { isNarrow } from '#web/kit/screen.ts';
import { currentSession } from '#web/kit/session-store.ts';

/** Pages of a fax account: all of them wait for its settings and show its main data. */
const IN_MAILBOX = /^\/(?:dashboard|inbox|contacts|preferences|cancellation)(?:\/|$)/;

/**
 * Requests the data of the first page. Its scripts, which make the same calls, take longer to arrive than the
 * responses, and make the calls one after another.
 */
export function makeFirstCalls(place: { pathname: string; search: Record<string, unknown> }): void {
  const { token, kind } = currentSession();
  const path = place.pathname.replace(/\/$/, '');
  if (!token || kind !== 'user' || !IN_MAILBOX.test(path)) return;
  callAhead(getGlobalSettings);
  callAhead(mainInterface);
  if (path === '/dashboard') {
    callAhead(dashboard);
    callAhead(getOutbox, { query: { start: 0, length: DASHBOARD_ROWS } });
  } else if (path === '/inbox') askForList(place.search);
}

function askForList(search: Record<string, unknown>): void {
  const { folder, page, sort, order, q } = stateOf(readInboxSearch(search));
  const pageSize = isNarrow() ? INBOX_PAGE_SIZE_MOBILE : INBOX_PAGE_SIZE;
  const request = { folder, page, pageSize, sort, order, q };
  if (folder === 'Outbox') callAhead(getOutbox, { query: outboxQuery({ page, pageSize }) });
  else if (!isSearch(request)) callAhead(faxArchiveList, { query: listQuery(request) });
  else if (faultsOf(request).length === 0) callAhead(searchFaxes, { query: searchQuery(request) });
}
