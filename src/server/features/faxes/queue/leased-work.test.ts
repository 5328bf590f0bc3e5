import { expect, it } from 'vitest';

import { silentLog } from '#test/test-database.ts';

import { holdWork } from './leased-work.ts';

it('a run that ends late does not make its worker forget the newer run of the same job', async () => {
  const held = holdWork(silentLog);
  const [older, newer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = held.during('jobs', 7, async () => await older.promise);
  const second = held.during('jobs', 7, async () => await newer.promise);
  older.resolve();
  await first;
  expect([...held.jobs.keys()]).toEqual([7]);
  newer.resolve();
  await second;
  expect([...held.jobs.keys()]).toEqual([]);
});
