import { buildMailboxes } from './mailbox-data.ts';
import { timeSearches } from './time-searches.ts';

/** Number of faxes, all in one account. */
const FAXES = 1_000_000;
const TIMES = 15;

/**
 * Searches by what makes them costly: nothing rare, one rare filter, words that match times, filters without an index.
 */
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

/**
 * Prints the median and the maximum of several runs of each search's first page, over a million faxes of one account.
 */
export async function run(): Promise<void> {
  const { database, drop } = await buildMailboxes(FAXES);
  try {
    await timeSearches(
      database,
      SEARCHES.map((line): [string, string] => [line, line]),
      TIMES,
    );
  } finally {
    await drop();
  }
}
