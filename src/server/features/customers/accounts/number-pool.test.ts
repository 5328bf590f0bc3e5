import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { addNumbers } from './number-pool.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

beforeEach(async () => {
  await database.pool.query('truncate number');
});

afterAll(async () => {
  await database.drop();
});

describe('adding numbers', () => {
  it('says which are new and which were known', async () => {
    await addNumbers(database, { areaCode: '212' }, ['2125550110']);
    expect(
      await addNumbers(database, { areaCode: '212' }, ['212-555-0110', '+1 212 555 0111', '2125550111']),
    ).toEqual({
      kind: 'ok',
      added: ['2125550111'],
      skipped: ['2125550110'],
    });
  });

  it('refuses numbers of another area, or that are none, all together', async () => {
    for (const list of [['2125550112', '3105550112'], ['2125550112', '212'], ['2125550112', 'abc'], []]) {
      expect((await addNumbers(database, { areaCode: '212' }, list)).kind).toBe('refused');
    }
    expect((await addNumbers(database, { kind: 'tollfree' }, ['2125550112'])).kind).toBe('refused');
    expect((await database.pool.query('select digits from number')).rows).toEqual([]);
  });
});
