import * as fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { lowerLetters } from '#contract/kit/table-query.ts';
import { readSearchLine, withFilter } from '#contract/mailbox/search-words.ts';
import { MEASURED } from '#server/features/mailbox/inbox/costs.ts';
import { searchFaxes } from '#server/features/mailbox/inbox/search.store.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { LAWS, expectBroken, expectLaw } from './laws.ts';
import { refill, startFaxLaws } from './many-faxes.ts';
import { names, naiveSearch } from './naive-list.ts';
import type { FilteredFax, NaiveFilters } from './naive-list.ts';
import type { TestDatabase } from './test-database.ts';

const FOLDERS = { Inbox: 1, Sent: 2, Archive: 3 } as const;
type Folder = keyof typeof FOLDERS;

/** Around midnight, in zones whose clocks also change at midnight, otherwise anywhere in a year. */
const time = fc
  .oneof(
    fc.tuple(
      fc.constantFrom('2026-09-06T03:00Z', '2026-10-24T23:00Z', '2026-04-23T21:00Z', '2026-11-01T03:00Z'),
      fc.nat(360),
    ),
    fc.tuple(fc.constant('2025-12-01T00:00Z'), fc.nat(365 * 1440)),
  )
  .map(([from, minutes]) => new Date(Date.parse(from) + minutes * 60_000));
const fax = fc.record({
  company: names,
  sender: names,
  toPerson: names,
  number: fc.constantFrom('2125550142', '6461205550', ''),
  at: time,
  pages: fc.nat(6),
  action: fc.constantFrom('R' as const, 'S' as const),
  archived: fc.boolean(),
  isNew: fc.boolean(),
  deleted: fc.nat(9).map((one) => one === 0),
  outbox: fc.nat(9).map((one) => one === 0),
  status: fc.constantFrom('OK' as const, 'FAILED' as const),
  uncertain: fc.boolean(),
});
const word = fc.constantFrom(
  'acme',
  'ipek',
  '06',
  '2026',
  '10/24',
  '212-555',
  'ο',
  '100%',
  "'",
  '0',
  'straße',
);
const day = fc.oneof(
  fc.constantFrom('2026-09-06', '2026-10-25', '2026-04-24', '2026-11-01'),
  fc.nat(365).map((days) => new Date(Date.UTC(2025, 11, 1 + days)).toISOString().slice(0, 10)),
);
const filters = fc.record(
  {
    words: fc.array(word, { maxLength: 2 }),
    party: fc.record({ side: fc.constantFrom('from' as const, 'to' as const, 'with' as const), text: word }),
    folders: fc.subarray(Object.keys(FOLDERS) as Folder[], { minLength: 1 }),
    after: day,
    before: day,
    min: fc.nat(4),
    max: fc.integer({ min: 4, max: 6 }),
    state: fc.constantFrom('ok' as const, 'failed' as const, 'uncertain' as const, 'cut-off' as const),
    unread: fc.boolean(),
  },
  { requiredKeys: ['words', 'folders'] },
);
type Filters = Omit<NaiveFilters, 'folders'> & { folders: Folder[] };

/** Returns the filters as a person types them. */
function typed({ words, party, folders, after, before, min, max, state, unread }: Filters): string {
  let line = words.map((one) => `"${one}"`).join(' ');
  if (party) line = withFilter(line, party.side, party.text);
  if (folders.length < 3) for (const folder of folders) line += ` IN:${folder.toLowerCase()}`;
  if (after !== undefined) line = withFilter(line, 'after', after);
  if (before !== undefined) line = withFilter(line, 'before', before);
  if (min !== undefined && max !== undefined) line += ` pages:${min}-${max}`;
  else if (min !== undefined) line += min > 0 ? ` pages:>${min - 1}` : ' pages:>=0';
  else if (max !== undefined) line += ` pages:<=${max}`;
  if (state) line += ` state:${state}`;
  if (unread !== undefined) line += ` is:${unread ? 'unread' : 'read'}`;
  return line;
}

describe('laws of the search over all folders', LAWS, () => {
  let test: TestDatabase;
  let account: AccountId;
  let zones: string[];

  startFaxLaws((world) => ({ test, account, zones } = world));

  const fill = async (
    faxes: readonly (typeof fax extends fc.Arbitrary<infer F> ? F : never)[],
    zone: string,
  ) => {
    const ids = await refill(test, account, faxes, zone);
    const uncertain = ids.filter((_, i) => faxes[i]?.uncertain && faxes[i].status === 'FAILED');
    if (uncertain.length > 0)
      await test.db.updateTable('fax').set({ uncertain_pages: 1 }).where('id', 'in', uncertain).execute();
    const { rows } = await sql<FilteredFax>`
      select f.id, f.folder, f.fax_at, f.other_number, f.company, p.sender, p.to_person, f.company_key, f.pages, f.bytes,
        f.action, f.is_new, f.status, f.uncertain_pages
      from fax f join fax_party p on p.account_id = f.account_id and p.id = f.party_id
      where f.account_id = ${account}`.execute(test.db);
    return rows;
  };

  /**
   * `seen` changes the filters of the naive search; filters other than the typed ones prove that the law detects
   * errors.
   */
  const searchIsNaiveFilter = (seen = (asked: Filters) => asked) =>
    fc.asyncProperty(
      fc.array(fax, { maxLength: 40 }),
      fc.constantFrom(...zones),
      fc.array(fc.tuple(filters, fc.nat(20), fc.boolean()), { minLength: 1, maxLength: 8 }),
      async (faxes, zone, searches) => {
        const all = await fill(faxes, zone);
        for (const [asked, start, gathers] of searches) {
          const { query, faults } = readSearchLine(typed(asked));
          const costs = { ...MEASURED, gather: gathers ? 1e-6 : 1e6, sort: gathers ? 1e-6 : 1e6 };
          const found = await searchFaxes(test, account, { query, start, length: 10, costs });
          const wanted = seen(asked);
          const right = naiveSearch(all, zone, {
            ...wanted,
            words: wanted.words.map(lowerLetters),
            folders: wanted.folders.map((folder) => FOLDERS[folder]),
          });
          expect({ asked, faults, total: found.total, ids: found.rows.map(({ id }) => id) }).toEqual({
            asked,
            faults: [],
            total: right.length,
            ids: right.slice(start, start + 10),
          });
        }
      },
    );

  it('finds what reading everything finds, with every filter, in every zone and by either plan', async () => {
    await expectLaw(searchIsNaiveFilter(), 80);
  });

  it('the law notices a filter that is not applied', async () => {
    await expectBroken(
      searchIsNaiveFilter(({ before: _before, ...rest }) => rest),
      300,
    );
  });
});
