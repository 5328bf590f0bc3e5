import * as fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { FAX_SORTS, FAX_TABLE } from '#contract/mailbox/inbox.ts';
import { buildTableQuery, parseTableQuery } from '#contract/kit/table-query.ts';
import { MEASURED } from '#server/features/mailbox/inbox/costs.ts';
import type { Costs } from '#server/features/mailbox/inbox/costs.ts';
import { listFaxes } from '#server/features/mailbox/inbox/fax-list.store.ts';
import type { SearchColumn } from '#server/features/mailbox/inbox/search-terms.ts';
import type { AccountId } from '#server/kit/scope.ts';

import { LAWS, expectBroken, expectLaw } from './laws.ts';
import { refill, startFaxLaws } from './many-faxes.ts';
import { names as name, naiveList, shownIn } from './naive-list.ts';
import type { SeenFax } from './naive-list.ts';
import type { TestDatabase } from './test-database.ts';

/** Costs, each of which makes another way to find the page the cheapest. */
const WAYS: Costs[] = [
  MEASURED,
  { ...MEASURED, filter: 1e6, gather: 1e-6, longWalk: Infinity },
  { ...MEASURED, filter: 1e6, gatherByTime: 1e-6, longWalk: Infinity },
  { ...MEASURED, step: 1e6, filter: 1e6, sort: 1e3, place: 1e-3, longWalk: 0 },
];
const COLUMNS: SearchColumn[] = ['from_company', 'fax_from', 'fax_date', 'to_person'];

/** Around clock changes minute by minute, otherwise anywhere in two years. */
const time = fc
  .oneof(
    fc.tuple(
      fc.constantFrom(
        '2026-03-08T06:50Z',
        '2026-11-01T05:00Z',
        '2026-04-04T14:30Z',
        '2026-10-03T15:10Z',
        '2026-02-15T02:00Z',
      ),
      fc.nat(180),
    ),
    fc.tuple(fc.constant('2025-06-01T00:00Z'), fc.nat(500 * 1440)),
  )
  .map(([from, minutes]) => new Date(Date.parse(from) + minutes * 60_000));
const fax = fc.record({
  company: name,
  sender: name,
  toPerson: name,
  number: fc.constantFrom('2125550142', '6461205550', ''),
  at: time,
  pages: fc.nat(3),
  bytes: fc.nat(3),
  action: fc.constantFrom('R' as const, 'S' as const),
  archived: fc.nat(5).map((one) => one === 0),
});

/** A word that a person reads on the screen and types, in whole or in part; or any text. */
const word = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      fax: fc.nat(39),
      field: fc.nat(4),
      from: fc.nat(9),
      length: fc.integer({ min: 1, max: 12 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '%',
      '_',
      '\\',
      '0',
      ':',
      '/',
      '(212)',
      '212-555',
      'zzz',
      '99/99',
      'ς',
      'σ',
      'i',
    ),
  },
);
const request = fc.record({
  folders: fc.constantFrom([1], [2], [3], [1, 2]),
  by: fc.constantFrom(...FAX_SORTS),
  dir: fc.constantFrom('asc' as const, 'desc' as const),
  words: fc.array(word, { maxLength: 3 }),
  columns: fc.subarray(COLUMNS, { minLength: 1 }),
  start: fc.nat(12),
  length: fc.integer({ min: 1, max: 12 }),
  costs: fc.constantFrom(...WAYS),
});

/** Returns the searched words as typed. */
function typed(
  words: readonly (string | { fax: number; field: number; from: number; length: number })[],
  faxes: readonly SeenFax[],
  zone: string,
) {
  const shown = shownIn(zone);
  const written = words.map((one) => {
    if (typeof one === 'string') return one;
    const seen = faxes[one.fax % Math.max(faxes.length, 1)];
    if (!seen) return 'x';
    const text =
      [seen.company, seen.sender, seen.to_person, seen.other_number, shown.format(seen.fax_at)][one.field] ??
      '';
    return Array.from(text)
      .slice(one.from % Math.max(text.length, 1))
      .slice(0, one.length)
      .join('');
  });
  // Within the field's limit; the rest is cut, but never in the middle of a letter.
  return Array.from(written.join(' '))
    .slice(0, 16)
    .join('')
    .split(/[\s,]+/)
    .filter(Boolean);
}

describe('laws of searches of messages', LAWS, () => {
  let test: TestDatabase;
  let account: AccountId;
  let zones: string[];

  startFaxLaws((world) => ({ test, account, zones } = world));

  const fill = async (faxes: Parameters<typeof refill>[2], zone: string) => {
    await refill(test, account, faxes, zone);
    const { rows } = await sql<SeenFax>`
      select f.id, f.folder, f.fax_at, f.other_number, f.company, p.sender, p.to_person, f.company_key, f.pages, f.bytes
      from fax f join fax_party p on p.account_id = f.account_id and p.id = f.party_id
      where f.account_id = ${account} order by f.id`.execute(test.db);
    return rows;
  };

  /**
   * `seenIn` returns the zone of the naive filter; a zone other than the reader's proves that the law detects errors.
   */
  const planIsNaiveFilter = (seenIn = (zone: string) => zone) =>
    fc.asyncProperty(
      fc.array(fax, { maxLength: 40 }),
      fc.constantFrom(...zones),
      fc.array(request, { minLength: 1, maxLength: 8 }),
      async (faxes, zone, requests) => {
        const seen = await fill(faxes, zone);
        for (const { folders, by, dir, columns, start, length, costs, words } of requests) {
          const asked = typed(words, seen, zone);
          const table = buildTableQuery(
            { start, length, sort: { by, dir }, search: asked.join(' ') },
            FAX_TABLE,
          );
          const parsed = parseTableQuery(Object.fromEntries(table), FAX_TABLE);
          const search = parsed.kind === 'ok' ? parsed.query.search : [];
          const list = await listFaxes(test, account, {
            scope: { folders },
            sort: [{ by, dir }],
            start,
            length,
            words: search,
            columns,
            costs,
          });
          const right = naiveList(seen, { zone: seenIn(zone), folders, words: asked, columns, by, dir });
          expect({ asked, filtered: list.filtered, ids: list.rows.map(({ id }) => id) }).toEqual({
            asked,
            filtered: right.length,
            ids: right.slice(start, start + length),
          });
        }
      },
    );

  it('a search of messages finds what reading everything finds, in every zone and by every plan', async () => {
    await expectLaw(planIsNaiveFilter(), 60);
  });

  it('the law notices times that are read in another zone', async () => {
    await expectBroken(
      planIsNaiveFilter(() => 'Pacific/Kiritimati'),
      200,
    );
  });
});
