import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { describe, expect, it } from 'vitest';

import { provenAccount } from '#server/kit/scope.ts';

import { MEASURED } from './costs.ts';
import { distance, gatherCost, walkCost } from './search-page.store.ts';
import type { PageRequest } from './search-page.store.ts';
import { planSearch } from './search-plan.store.ts';
import { matches } from './search-sql.store.ts';
import type { PartyGroup, Term } from './search-terms.ts';

const DAY = 1_440;
const account = provenAccount(1);
/** One year of a mailbox in one zone. */
const search = {
  terms: [],
  columns: new Set(['fax_date' as const]),
  offsets: [{ from: 0, to: 365 * DAY, offset: 0 }],
};

/** A word displayed on the first `days` days of the year, and in `minutes` minutes of each day. */
const word = (text: string, days: number, minutes = 0): Term => ({
  text,
  digits: null,
  days: { spans: days > 0 ? [{ from: 0, to: days * DAY }] : [], numbers: [] },
  minutes: Array.from({ length: minutes }, (_, minute) => minute),
});
const group = (faxes: number, time: Term[], ids: number[] | null = [1]): PartyGroup => ({
  any: false,
  ids,
  faxes,
  time,
});
const plan = (groups: PartyGroup[], costs = MEASURED) =>
  planSearch({ account, folder: 1, total: 1_000, search, costs, groups, rest: { ids: [], faxes: 0 } });

describe('what a search goes through', () => {
  const month = word('10/', 31);

  it('are the parties or the times, whichever hold fewer faxes', () => {
    expect(plan([group(10, [month])]).driver).toEqual({ kind: 'parties', rows: 10, words: [month] });
    const { driver } = plan([group(500, [month])]);
    expect(driver).toEqual({ kind: 'times', rows: expect.closeTo((1_000 * 31) / 365), words: [month] });
    // The ids of the larger part are never listed.
    expect(plan([group(10, [month], null)]).driver).toMatchObject({ kind: 'times' });
    // Each group adds its faxes; a word that two of them need is read once.
    const both = plan([group(40, [month]), group(50, [month])]);
    expect(both.driver).toEqual({ kind: 'times', rows: driver.rows, words: [month] });
    expect(plan([group(40, [month]), group(40, [month])]).driver).toMatchObject({
      kind: 'parties',
      rows: 80,
    });
    expect(plan([group(80, [month])], { ...MEASURED, gather: 1 }).driver.kind).toBe('times');
    expect(plan([group(90, [month])], { ...MEASURED, gatherByTime: 1 }).driver.kind).toBe('parties');
  });

  it('is the rarest word of a group; minutes count twice, and nothing counts more than all faxes', () => {
    const [hour, day] = [word('10:', 0, 60), word('10/06', 1)];
    expect(plan([group(900, [month, day, hour])]).driver).toMatchObject({ words: [day] });
    expect(plan([group(900, [hour])]).driver.rows).toBeCloseTo((1_000 * 2 * 60) / DAY);
    expect(plan([group(900, [word('1', 31, 60)])]).driver.rows).toBeCloseTo(1_000 * (31 / 365 + 120 / DAY));
    expect(plan([group(2_000, [word(':', 0, 1_000)])]).driver.rows).toBe(1_000);
  });

  it('are for the rest the counters of the parties that answer everything', () => {
    const [all, some] = [group(7, []), group(9, [month])];
    expect(plan([some, all])).toMatchObject({ full: all, partial: [some] });
    expect(plan([some]).full).toBeUndefined();
  });
});

const page = (start: number, by: PageRequest['sort']['by'] = 'fax_date'): PageRequest => ({
  account,
  folder: 1,
  sort: { by, dir: 'desc' },
  start,
  length: 10,
  costs: { ...MEASURED, filter: 1, gather: 2, sort: 3 },
});

describe('what a page costs', () => {
  it('is how far it lies from the nearer end', () => {
    expect([0, 30, 45, 80, 90, 95, 200].map((start) => distance(page(start), 100))).toEqual([
      10, 40, 55, 20, 10, 10, 10,
    ]);
    // Of 1,000 faxes 100 match: ten of them are found among a hundred.
    expect(walkCost(page(0), plan([]), 100)).toBe(100);
    expect(walkCost(page(30), plan([]), 100)).toBe(400);
    expect(walkCost(page(0), plan([]), 4)).toBe(1_000);
  });

  it('is each match gathered and sorted, twice as much by text, and what is looked at in vain', () => {
    const some = plan([group(10, [word('10/', 31)])]);
    expect(gatherCost(page(0), plan([group(50, [])]), 50)).toBe(50 * (2 + 3));
    expect(gatherCost(page(0, 'from_company'), plan([group(50, [])]), 50)).toBe(50 * (2 + 6));
    expect(gatherCost(page(0, 'fax_pages'), some, 5)).toBe(10 * 2 + 5 * (2 + 3));
  });
});

describe('the parties in a condition', () => {
  const db = new Kysely<object>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (own) => new PostgresIntrospector(own),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const asked = (groups: PartyGroup[], rest: number[] | null) => {
    const { sql, parameters } = matches({ groups, rest: { ids: rest, faxes: 1 } }, search).compile(db);
    return [/<> all|= any/u.exec(sql)?.[0], ...parameters];
  };

  it('are the shorter list: those that match, or those that do not', () => {
    const three = group(3, [], [1, 2, 3]);
    expect(asked([three], [4, 5])).toEqual(['<> all', [4, 5]]);
    expect(asked([three], [4, 5, 6])).toEqual(['= any', [1, 2, 3]]);
    expect(asked([three], null)).toEqual(['= any', [1, 2, 3]]);
    expect(asked([group(900, [], null)], [4])).toEqual(['<> all', [4]]);
    expect(asked([three, group(1, [], [7])], [4])).toEqual(['= any', [1, 2, 3], [7]]);
    expect(asked([{ ...three, any: true }], [4])).toEqual([undefined]);
  });
});
