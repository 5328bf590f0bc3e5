import { readSearchLine } from '#contract/mailbox/search-words.ts';
import type { Database } from '#engine/database/port.ts';
import { searchFaxes } from '#server/features/mailbox/inbox/search.store.ts';
import { provenAccount } from '#server/kit/scope.ts';

import { BIG_ACCOUNT } from './mailbox-data.ts';

/**
 * Prints the median and the maximum time of the first page of each search in the large account, and the number of
 * matches.
 */
export async function timeSearches(
  database: Pick<Database, 'db' | 'pool'>,
  searches: readonly (readonly [name: string, line: string])[],
  times: number,
): Promise<void> {
  console.log('milliseconds: median / slowest, and what was found');
  const widest = Math.max(...searches.map(([name]) => name.length)) + 2;
  for (const [name, line] of searches) {
    const { query } = readSearchLine(line);
    const taken: number[] = [];
    let found = '';
    for (let i = 0; i < times; i += 1) {
      const start = performance.now();
      const page = await searchFaxes(database, provenAccount(BIG_ACCOUNT), { query, start: 0, length: 100 });
      taken.push(performance.now() - start);
      found = `${page.total}${page.more ? '+' : ''}`;
    }
    taken.sort((a, b) => a - b);
    const [median = 0, slowest = 0] = [taken[times >> 1], taken.at(-1)];
    console.log(`${name.padEnd(widest)}${median.toFixed(1).padStart(8)} / ${slowest.toFixed(1)}  ${found}`);
  }
}
