import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { readSearchLine } from '#contract/mailbox/search-words.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { makeAccount } from '#test/factories.ts';
import { makeFaxes } from '#test/many-faxes.ts';
import { mostRowsRead, statementsOf } from '#test/statements.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { MEASURED } from './costs.ts';
import type { Costs } from './costs.ts';
import { listFaxes } from './fax-list.store.ts';
import { searchFaxes } from './search.store.ts';

/** Each makes one of the two ways the cheapest. */
const WAYS: Record<string, Costs> = {
  gather: { ...MEASURED, gather: 1e-6, sort: 1e-6 },
  walk: { ...MEASURED, gather: 1e6, sort: 1e6 },
};
const COMMON = 2_900;

const at = (day: number) => new Date(Date.UTC(2026, 9, day, 12));

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(async () => await test.drop());

const find = async (account: AccountId, line: string, costs = MEASURED) =>
  await searchFaxes(test, account, { query: readSearchLine(line).query, start: 0, length: 20, costs });

describe('the ways of a search over all folders', () => {
  it('find the same where one party answers a word that another leaves to the time', async () => {
    const { id } = await makeAccount(test.db);
    const ids = await makeFaxes(test.db, id, [
      { company: 'Acme', at: at(6), pages: 2 },
      { company: 'Acme', at: at(7), pages: 2 },
      { company: 'ACME 06/1', at: at(8), pages: 2 },
      { company: 'ACME 06/1', at: at(5), action: 'S', pages: 1 },
      { company: 'Other', at: at(6), pages: 2 },
      ...Array.from({ length: 20 }, (_, n) => ({
        company: `Company ${String.fromCharCode(65 + n)}`,
        at: at(9),
      })),
    ]);
    const named = [ids[2], ids[0], ids[3]];
    for (const [way, costs] of Object.entries(WAYS)) {
      const found = async (line: string) => [way, (await find(id, line, costs)).rows.map((row) => row.id)];
      expect(await found('acme 06')).toEqual([way, named]);
      expect(await found('acme 06 pages:>1')).toEqual([way, named.slice(0, 2)]);
      expect(await found('in:sent acme 06')).toEqual([way, [ids[3]]]);
    }
  });

  it('read the faxes of a rare name only, and walk to those of a common one', async () => {
    const { id } = await makeAccount(test.db);
    const faxes = Array.from({ length: COMMON + 100 }, (_, n) => ({
      sender: n % 30 === 0 ? 'Rare Visitor' : 'Common Friend',
      isNew: n % 2 === 0,
      archived: n % 4 === 0,
      at: new Date(Date.UTC(2026, 9, 1) - n * 60_000),
    }));
    await makeFaxes(test.db, id, faxes);
    await test.pool.query('analyze fax; analyze fax_party');
    const lookedAt = async (line: string) => {
      const statements = await statementsOf(async () => await find(id, line));
      const [newest] = statements.filter(({ text }) => text.includes('found order by'));
      if (!newest) throw new Error('nothing was looked for');
      return {
        gathers: newest.text.includes(') gathered'),
        rows: await mostRowsRead(test.pool, newest),
      };
    };
    for (const rare of ['rare', 'from:rare', 'rare is:unread', 'rare visitor in:inbox']) {
      const { gathers, rows } = await lookedAt(rare);
      expect([rare, gathers, rows <= 150]).toEqual([rare, true, true]);
    }
    for (const common of ['common', 'common is:unread', 'from:common', '', 'is:unread'])
      expect([common, await lookedAt(common)]).toMatchObject([common, { gathers: false }]);
    expect((await find(id, 'rare')).total).toBe(100);
    expect(await find(id, 'common')).toMatchObject({ total: 1_000, more: true });
  });

  it('ask for no more than can matter: no faxes for filters that contradict each other, no zone without times', async () => {
    const { id } = await makeAccount(test.db);
    await makeFaxes(test.db, id, [{ sender: 'Dana', pages: 3 }]);
    const asked = async (line: string) => {
      const statements = await statementsOf(async () => await find(id, line));
      return ['from fax f', 'from fax_party', 'timezone'].filter((table) =>
        statements.some(({ text }) => text.includes(table)),
      );
    };
    for (const impossible of [
      'dana pages:>4 pages:<2',
      'dana after:2026-10-05 before:2026-10-05',
      'dana is:read is:unread',
      'dana state:ok state:failed',
      'dana from:a to:b',
    ])
      expect([impossible, await asked(impossible)]).toEqual([impossible, []]);
    expect(await asked('dana')).toEqual(['from fax f', 'from fax_party']);
    expect(await asked('dana after:2026-10-05')).toContain('timezone');
    // No party has the word, but a page may.
    expect(await asked('nobody')).toEqual(['from fax f', 'from fax_party']);
    expect(await asked('from:nobody')).toEqual(['from fax_party']);
  });

  it('of a list by time end where no day can match any more, and count without those who can never match', async () => {
    const { id } = await makeAccount(test.db);
    const ids = await makeFaxes(test.db, id, [
      ...Array.from({ length: 20 }, (_, n) => ({ company: 'Common', at: at(1 + (n % 5)) })),
      { company: 'Other', at: at(3) },
      { company: 'Other', at: at(4) },
    ]);
    const matching = [17, 12, 7, 2].map((n) => ids[n]);
    const list = async (by: 'fax_date' | 'fax_pages', costs: Costs = MEASURED) =>
      await listFaxes(test, id, {
        scope: { folders: [1] },
        sort: [{ by, dir: 'desc' }],
        start: 0,
        length: 10,
        words: ['common', '10/03'],
        columns: ['from_company', 'fax_date'],
        costs,
      });
    const walking = { ...MEASURED, gather: 1e6, gatherByTime: 1e6, longWalk: Infinity };
    const gathering = { ...MEASURED, filter: 1e6, longWalk: Infinity };
    for (const costs of [MEASURED, walking, gathering])
      for (const by of ['fax_date', 'fax_pages'] as const) {
        const { filtered, rows } = await list(by, costs);
        expect([by, filtered, rows.map((row) => row.id)]).toEqual([by, 4, matching]);
      }
    const walks = async (by: 'fax_date' | 'fax_pages') =>
      (await statementsOf(async () => await list(by, walking)))
        .filter(({ text }) => text.includes('order by f.'))
        .map(({ text, values }) => [text.includes('f.fax_at >= to_timestamp('), values.slice(-4, -2)]);
    // The day in New York, in minutes.
    const from = Date.UTC(2026, 9, 3, 4) / 60_000;
    expect(await walks('fax_date')).toEqual([[true, [from, from + 1_440]]]);
    expect(await walks('fax_pages')).toMatchObject([[false, expect.any(Array)]]);
  });
});
