import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { AccountId } from '#server/kit/scope.ts';
import { makeAccount } from '#test/factories.ts';
import { LAWS, expectLaw } from '#test/laws.ts';
import { makeFaxes, removeFaxes } from '#test/many-faxes.ts';
import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { listDetails } from './usage-details.store.ts';
import type { DetailRow } from './usage-details.store.ts';

describe('laws of the usage export', LAWS, () => {
  let test: TestDatabase;
  let account: AccountId;

  beforeAll(async () => {
    test = await createTestDatabase();
    account = (await makeAccount(test.db)).id;
  });
  afterAll(async () => await test.drop());

  /** Adds faxes at these microseconds, in every folder that counts; returns their ids. */
  const fill = async (times: readonly number[]) => {
    await removeFaxes(test.db, account);
    const faxes = times.map((_, index) => ({ archived: index % 2 === 0, deleted: index % 3 === 0 }));
    const ids = await makeFaxes(test.db, account, faxes);
    await sql`update fax set fax_at = timestamptz '2026-03-08 07:00Z' + us * interval '1 microsecond'
      from unnest(${ids}::bigint[], ${times}::int[]) as given(fax_id, us)
      where account_id = ${account} and id = fax_id`.execute(test.db);
    return ids.map((id, index) => ({ id, us: times[index] ?? 0 }));
  };

  it('batches of any size give each fax once, the oldest first, also within one millisecond', async () => {
    const span = { from: new Date('2026-03-08T00:00Z'), until: new Date('2026-03-09T00:00Z') };
    const micros = fc.array(fc.constantFrom(0, 1, 999, 1000, 1001, 2500), { maxLength: 15 });
    const law = fc.asyncProperty(micros, fc.integer({ min: 1, max: 6 }), async (times, size) => {
      const faxes = await fill(times);
      const seen: number[] = [];
      let after: DetailRow | null = null;
      do {
        const rows: DetailRow[] = await listDetails(test.db, account, span, after, size);
        expect(rows.length).toBeLessThanOrEqual(size);
        seen.push(...rows.map(({ id }) => id));
        after = rows.at(-1) ?? null;
      } while (after !== null && seen.length <= faxes.length);
      const whole = faxes.toSorted((a, b) => a.us - b.us || a.id - b.id);
      expect(seen).toEqual(whole.map(({ id }) => id));
    });
    await expectLaw(law, 30);
  });
});
