import { readSearchLine } from '#contract/mailbox/search-words.ts';
import type { Database } from '#engine/database/port.ts';
import { searchFaxes } from '#server/features/mailbox/inbox/search.store.ts';
import { countOpen, listTags, listTeam } from '#server/features/mailbox/inbox/team/team-counts.store.ts';
import { provenAccount } from '#server/kit/scope.ts';

import { BIG_ACCOUNT, buildMailboxes } from './mailbox-data.ts';

const TIMES = 31;
const ACCOUNT = provenAccount(BIG_ACCOUNT);
const PEOPLE = 20;
const TAGS = 20;

/** The lists of a team, and filters combined with words. */
const SEARCHES = [
  'assigned:me is:open',
  'assigned:nobody is:open',
  'due:today is:open',
  'mentions:me',
  'is:open',
  'is:done',
  'tag:"Tag 3"',
  'tag:"Tag 3" is:open medical',
  'assigned:"person 7" from:summit',
];

/**
 * Creates work on every received fax of a large mailbox: one in twenty is open, one in a hundred open and unassigned,
 * one in fifty due, one in four tagged, one in ten has a note.
 */
const WORK = [
  `insert into person (brand_id, email, name) select 1, 'p' || n || '@example.com', 'Person ' || n from generate_series(1, ${PEOPLE}) n`,
  `insert into membership (person_id, account_id, role) select id, ${BIG_ACCOUNT}, 'member' from person`,
  `insert into tag (account_id, name, color) select ${BIG_ACCOUNT}, 'Tag ' || n, 'blue' from generate_series(1, ${TAGS}) n`,
  `insert into fax_work (account_id, fax_id, fax_at, folder, party_id, status, assignee_id, due_on)
   select account_id, id, fax_at, folder, party_id, case when id % 20 = 0 then 'open' else 'done' end,
     case when id % 100 <> 0 then 1 + (id / 20) % ${PEOPLE} end, case when id % 50 = 0 then current_date - 30 + (id % 60)::int end
   from fax where account_id = ${BIG_ACCOUNT} and action = 'R'`,
  `insert into fax_tag (account_id, tag_id, fax_id)
   select account_id, 1 + (fax_id / 4) % ${TAGS}, fax_id from fax_work where fax_id % 4 = 0`,
  `insert into fax_note (account_id, fax_id, person_id, author, text)
   select account_id, fax_id, 1, 'Person 1', 'Please call back' from fax_work where fax_id % 10 = 0`,
  `insert into fax_mention (account_id, note_id, person_id) select account_id, id, 1 + (id / 7) % ${PEOPLE} from fax_note`,
  'vacuum analyze',
];

/**
 * Prints the median and the maximum of several runs of each team list's first page, over 200,000 faxes of one account.
 */
export async function run(): Promise<void> {
  const { database, drop } = await buildMailboxes();
  try {
    for (const statement of WORK) await database.pool.query(statement);
    console.log('milliseconds: median / slowest, and what was found');
    for (const line of SEARCHES) await measure(line, async () => await found(database, line));
    await measure('counts', async () => {
      const { mine, unassigned } = await countOpen(database.db, ACCOUNT, 2);
      return `${mine} mine, ${unassigned} unassigned`;
    });
    await measure('people', async () => `${(await listTeam(database.db, ACCOUNT)).length}`);
    await measure('tags', async () => `${(await listTags(database.db, ACCOUNT)).length}`);
  } finally {
    await drop();
  }
}

async function found(database: Database, line: string): Promise<string> {
  const { query } = readSearchLine(line);
  const page = await searchFaxes(database, ACCOUNT, { query, person: 2, start: 0, length: 100 });
  return `${page.total}${page.more ? '+' : ''}`;
}

async function measure(name: string, ask: () => Promise<string>): Promise<void> {
  const times: number[] = [];
  let answer = '';
  for (let i = 0; i < TIMES; i += 1) {
    const start = performance.now();
    answer = await ask();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const [median = 0, slowest = 0] = [times[TIMES >> 1], times.at(-1)];
  console.log(`${name.padEnd(40)}${median.toFixed(1).padStart(8)} / ${slowest.toFixed(1)}  ${answer}`);
}
