import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { FreshQueryClient } from './fresh-query-client.ts';

/** Opens a list, and completes an action while the first load of the list is in progress. */
async function openDuringAction(client: QueryClient): Promise<string | undefined> {
  let known = 'before';
  const first = Promise.withResolvers<string>();
  const observer = new QueryObserver(client, {
    queryKey: ['inbox', 'list', 'Deleted'],
    queryFn: () => (known === 'before' ? first.promise : Promise.resolve(known)),
  });
  const close = observer.subscribe(() => undefined);
  known = 'after';
  const refreshed = client.invalidateQueries({ queryKey: ['inbox'] });
  first.resolve('before');
  await refreshed;
  const { data } = observer.getCurrentResult();
  close();
  return data;
}

test('a list that is opened while an action is on its way shows what is true after it', async () => {
  expect(await openDuringAction(new FreshQueryClient())).toBe('after');
  // The library's own client shows why ours exists.
  expect(await openDuringAction(new QueryClient())).toBe('before');
});

test('a first load that fails ends as it would without the action', async () => {
  const client = new FreshQueryClient({ defaultOptions: { queries: { retry: false } } });
  let calls = 0;
  const fail = Promise.withResolvers<string>();
  const observer = new QueryObserver(client, {
    queryKey: ['inbox'],
    queryFn: () => ((calls += 1) === 1 ? fail.promise : Promise.resolve('after')),
  });
  const close = observer.subscribe(() => undefined);
  const refreshed = client.invalidateQueries({ queryKey: ['inbox'] });
  fail.reject(new Error('no answer'));
  await refreshed;
  close();
  expect(observer.getCurrentResult()).toMatchObject({ status: 'success', data: 'after' });
});
