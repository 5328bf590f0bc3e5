import { indexTerms } from '#contract/mailbox/page-words.ts';
import { BIG_ACCOUNT, buildMailboxes } from './mailbox-data.ts';
import { timeSearches } from './time-searches.ts';

/** Number of faxes, all in one account, with two pages each. */
const FAXES = 200_000;
/** Number of different pages that they consist of. */
const PAGES = 2_000;
const WORDS_OF_PAGE = 300;
const VOCABULARY = 40_000;
const TIMES = 25;

/** Returns a text with the word frequencies of a language: the n-th word is used 1/n times as often as the first. */
function pageText(random: () => number): string {
  const words = Array.from({ length: WORDS_OF_PAGE }, () => {
    const rank = Math.floor(VOCABULARY ** random());
    return wordOf(rank);
  });
  return Array.from({ length: WORDS_OF_PAGE / 10 }, (_, line) =>
    words.slice(line * 10, line * 10 + 10).join(' '),
  ).join('\n');
}

function wordOf(rank: number): string {
  const syllables = [
    'ba',
    'ce',
    'di',
    'fo',
    'gu',
    'ha',
    'je',
    'ki',
    'lo',
    'mu',
    'na',
    'pe',
    'ri',
    'so',
    'tu',
  ];
  let word = '';
  for (let rest = rank + 15; rest > 0; rest = Math.floor(rest / 15)) word += syllables[rest % 15] ?? '';
  return word;
}

/** Searches by how many faxes contain the words. */
const SEARCHES: readonly [string, string][] = [
  ['a number that one fax has', 'HMG-2026-118734'],
  ['the same without hyphens', 'hmg2026118734'],
  ['a word that is rare', wordOf(30_000)],
  ['a word in a few of a hundred', wordOf(600)],
  ['a word in one of ten', wordOf(200)],
  ['a word in most faxes', wordOf(3)],
  ['two words in most faxes', `${wordOf(3)} ${wordOf(5)}`],
  ['three words', `${wordOf(40)} ${wordOf(90)} ${wordOf(300)}`],
  ['a phrase', `"${wordOf(20)} ${wordOf(9)}"`],
  ['the beginning of many words', 'ba'],
  ['a word and a party', `${wordOf(200)} from:"person 17"`],
  ['a word and a filter', `${wordOf(3)} is:unread after:2026-10`],
  ['a party, no text', 'medical'],
  ['nothing', 'zzzz'],
];

/** Prints the median and the maximum of several runs of each search's first page, over 400,000 pages of one account. */
export async function run(): Promise<void> {
  const { database, drop } = await buildMailboxes(FAXES);
  try {
    let state = 4711;
    const random = () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return state / 0x7fff_ffff;
    };
    const pages = Array.from({ length: PAGES }, () => pageText(random));
    const client = await database.pool.connect();
    await client.query('set statement_timeout = 0');
    await client.query('create table bench_page (id int primary key, text text, words tsvector)');
    for (const [id, text] of pages.entries()) {
      const words = [...indexTerms(text)].map((term) => `${BIG_ACCOUNT}:${term}`);
      await client.query('insert into bench_page values ($1, $2, array_to_tsvector($3::text[]))', [
        id,
        text,
        words,
      ]);
    }
    const began = performance.now();
    // Creating the index at the end takes a tenth of the time.
    await client.query('drop index fax_text_words');
    await client.query(
      `insert into fax_text (account_id, fax_id, fax_at, state, words)
       select f.account_id, f.id, f.fax_at, 'done', a.words || b.words || array_to_tsvector(array[$2 || ':hmg' || (2026100000 + f.id), $2 || ':' || f.id])
       from fax f join bench_page a on a.id = f.id % $1 join bench_page b on b.id = (f.id * 7 + f.id / 13) % $1
       where f.account_id = $2::bigint`,
      [PAGES, String(BIG_ACCOUNT)],
    );
    await client.query(
      `insert into fax_page_text (account_id, fax_id, page, text)
       select f.account_id, f.id, x.page, x.text from fax f
       cross join lateral (
         select 1 as page, a.text from bench_page a where a.id = f.id % $1
         union all select 2, b.text from bench_page b where b.id = (f.id * 7 + f.id / 13) % $1
       ) x where f.account_id = $2`,
      [PAGES, BIG_ACCOUNT],
    );
    await client.query(
      `update fax_text set words = words || array_to_tsvector(array[$1 || ':hmg', $1 || ':2026', $1 || ':118734', $1 || ':hmg2026118734'])
       where account_id = $1::bigint and fax_id = (select min(fax_id) + 777 from fax_text where account_id = $1::bigint)`,
      [String(BIG_ACCOUNT)],
    );
    await client.query(`set maintenance_work_mem = '512MB'`);
    await client.query('create index fax_text_words on fax_text using gin (words)');
    await client.query('vacuum analyze fax_text');
    await client.query('vacuum analyze fax_page_text');
    client.release(true);
    console.log(`made in ${Math.round((performance.now() - began) / 1000)} s`);
    const { rows } = await database.pool.query<{ name: string; bytes: string }>(
      `select relname as name, pg_total_relation_size(oid)::text as bytes from pg_class
       where relname in ('fax_text', 'fax_page_text', 'fax_text_words') order by 1`,
    );
    for (const { name, bytes } of rows)
      console.log(`${name}: ${(Number(bytes) / FAXES / 2).toFixed(0)} bytes a page`);
    await timeSearches(database, SEARCHES, TIMES);
  } finally {
    await drop();
  }
}
