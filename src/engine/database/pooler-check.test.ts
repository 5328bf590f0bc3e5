import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';
import { refusePooler } from './pooler-check.ts';
import { DatabaseRefusal } from './refusal.ts';

let database: TestDatabase;
let other: TestDatabase;

beforeAll(async () => {
  [database, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});
afterAll(async () => {
  await Promise.all([database.drop(), other.drop()]);
});

it('a server whose notifications are heard passes at once', async () => {
  await expect(refusePooler(database.connection, database.pool, 60_000)).resolves.toBeUndefined();
});

it('a connection that never hears what the pool says is refused, with what to set', async () => {
  const deaf = refusePooler(database.connection, other.pool, 20);
  await expect(deaf).rejects.toThrow(DatabaseRefusal);
  await expect(deaf).rejects.toThrow('F2E_DATABASE_DIRECT_URL');
});
