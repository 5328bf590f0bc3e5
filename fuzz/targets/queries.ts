import { CONTACT_TABLE } from '../../src/contract/mailbox/contacts.ts';
import { FAX_TABLE } from '../../src/contract/mailbox/inbox.ts';
import { parseTableQuery } from '../../src/contract/kit/table-query.ts';
import { offsetSpans } from '../../src/server/features/mailbox/inbox/displayed-time.ts';
import {
  groupParties,
  isSearchable,
  mayBeTime,
  readSearch,
} from '../../src/server/features/mailbox/inbox/search-terms.ts';
import { isPage } from '../../src/server/kit/page-path.ts';
import { plainPath } from '../../src/server/kit/node-path.ts';
import { parseQueryString } from '../../src/server/kit/query-string.ts';
import type { FuzzTarget } from '../target.ts';
import { holds, seed } from '../target.ts';

const YEAR = 366 * 1440;
const OFFSETS = offsetSpans('America/New_York', { from: 29_600_000, to: 29_600_000 + YEAR });

/** Paths and query strings of requests, and the search words in them. */
export const target: FuzzTarget = {
  covers: ['/src/contract/kit/', '/src/server/kit/', '/src/server/features/mailbox/inbox/'],
  maxBytes: 64 * 1024,
  seeds: () => [
    seed(
      '/fax/api/n1/db/f2e/list?draw=1&start=0&length=50&search[value]=ann+11/23&columns[0][data]=fax_date&columns[0][search][value]=.%2B' +
        '&columns[0][search][regex]=true&columns[1][data]=3&order[0][column]=0&order[0][dir]=desc',
    ),
    seed('/?columns[0][data]=cid&columns[0][search][value]=7&search[value]=10:3 (212)%20555'),
  ],
  run: (input) => {
    const url = input.toString('utf8');
    const path = plainPath(url, url.startsWith('/fax') ? '/fax' : '', (node) => node === 'n1');
    isPage({ method: 'GET', url: path });
    const pairs = parseQueryString(url.split('?').slice(1).join('?'));
    holds(Object.keys(pairs).length <= 401, 'there is a bound on pairs');
    for (const spec of [FAX_TABLE, CONTACT_TABLE]) {
      const parsed = parseTableQuery(pairs, spec);
      if (parsed.kind !== 'ok') continue;
      const { length, start, search } = parsed.query;
      holds(
        length >= 1 && length <= 500 && start >= 0 && Number.isSafeInteger(start),
        'a page is within bounds',
      );
      holds(search.join(' ').length <= 64, 'a search is short');
      const columns = ['from_company', 'fax_from', 'fax_date', 'to_person'] as const;
      const read = readSearch(search.filter(isSearchable), columns, OFFSETS);
      groupParties(read, [{ mask: input.length & 7, ids: [1], faxes: 1 }]);
      for (const { text, days, minutes } of read.terms)
        if (!mayBeTime(text)) holds(days.spans.length === 0 && minutes.length === 0, 'no time is in a word');
    }
  },
};
