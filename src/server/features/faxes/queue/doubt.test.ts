import { expect, it } from 'vitest';

import { becameOf } from './doubt.ts';

it('a database that cannot be read proves nothing about the worker that had the call, and is logged', async () => {
  const logged: unknown[] = [];
  const db = {
    selectFrom: () => {
      throw new Error('away');
    },
  };
  const outcome = await becameOf(
    {
      database: { db } as never,
      log: { error: (fields: unknown) => logged.push(fields) } as never,
      doubt: { waitMs: 0, settleMs: 0, lookMs: 1 },
    },
    { jobId: 1, attempt: 1, confirmed: 2 } as never,
    async () => ({ kind: 'never-placed' }),
    new AbortController().signal,
  );
  expect(outcome).toMatchObject({ kind: 'uncertain', pagesConfirmed: 2 });
  expect(logged).toMatchObject([{ err: new Error('away') }]);
});
