import { readSearchLine } from '#contract/mailbox/search-words.ts';
import { searchFaxes } from '#server/features/mailbox/inbox/search.store.ts';
import { provenAccount } from '#server/kit/scope.ts';

import { BIG_ACCOUNT, buildMailboxes } from './mailbox-data.ts';

/** All in one account. */
const FAXES = 1_000_000;
const TIMES = 15;

/** Searches by what makes them costly: nothing rare, one rare filter, words of time, filters that no index has. */
const SEARCHES = [
  'in:inbox',
  'medical',
  'group',
  'a',
  'zzz',
  '"harbor dental"',
  'with:2000',
  'from:"person 17"',
  'to:reader',
  '12:3',
  '06/12/2026',
  'medical 06/12',
  'after:2026-10',
  'before:2025-02',
  'after:2026-01 before:2026-02 medical',
  'pages:>3',
  'pages:>40',
  'pages:>9000',
  'state:failed',
  'state:failed medical',
  'state:cut-off in:archive',
  'state:uncertain',
  'is:unread',
  'is:unread in:archive',
  'is:unread pages:>20',
  'medical is:unread after:2026-10 pages:2-5 in:inbox',
];

/** Prints the median and the slowest of a few first pages of each search over a million faxes of one account. */
export async function run(): Promise<void> {
  const { database, drop } = await buildMailboxes(FAXES);
  try {
    console.log('milliseconds: median / slowest, and what was found');
    for (const line of SEARCHES) {
      const { query } = readSearchLine(line);
      const times: number[] = [];
      let found = '';
      for (let i = 0; i < TIMES; i += 1) {
        const start = performance.now();
        const page = await searchFaxes(database, provenAccount(BIG_ACCOUNT), {
          query,
          start: 0,
          length: 100,
        });
        times.push(performance.now() - start);
        found = `${page.total}${page.more ? '+' : ''}`;
      }
      times.sort((a, b) => a - b);
      const [median = 0, slowest = 0] = [times[TIMES >> 1], times.at(-1)];
      console.log(`${line.padEnd(56)}${median.toFixed(1).padStart(8)} / ${slowest.toFixed(1)}  ${found}`);
    }
  } finally {
    await drop();
  }
}
