import { afterAll, beforeAll, expect, it } from 'vitest';

import { createTestDatabase } from '#test/test-database.ts';
import type { TestDatabase } from '#test/test-database.ts';

import { recordCall } from './recorded-call.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.drop());

it('a trace that cannot be sealed is no error of the call', async () => {
  const { id } = await database.db.selectFrom('line').select('id').executeTakeFirstOrThrow();
  const logged: string[] = [];
  const record = await recordCall(
    {
      database,
      lineKey: Buffer.alloc(1),
      log: { warn: (...line: unknown[]) => logged.push(JSON.stringify(line)) } as never,
    },
    { lineId: id, direction: 'out', callRef: 'call', accountId: null, far: '', own: '', pages: 1 } as never,
  );
  record?.watch.trace({ messages: [], frames: [] } as never);
  await record?.end({ result: 'OK', detail: '', verdict: undefined });
  expect(logged).toHaveLength(1);
  expect(logged[0]).toContain('key');
});
