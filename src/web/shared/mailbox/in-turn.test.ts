import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { changesRun, inTurn, refreshAfter } from './in-turn.ts';

test('changes run in the order in which they were made, also after one that failed', async () => {
  const log: string[] = [];
  const first = Promise.withResolvers<void>();
  const one = inTurn(async () => {
    log.push('undo begins');
    await first.promise;
    log.push('undo fails');
    throw new Error('no answer');
  });
  const two = inTurn(async () => void log.push('deletion'));
  expect(changesRun()).toBe(true);
  first.resolve();
  await expect(one).rejects.toThrow('no answer');
  await two;
  expect(log).toEqual(['undo begins', 'undo fails', 'deletion']);
  expect(changesRun()).toBe(false);
});

test('lists are asked for again once, when no change is on its way', async () => {
  const client = new QueryClient();
  const asked = vi.spyOn(client, 'invalidateQueries');
  const second = Promise.withResolvers<void>();
  const one = inTurn(async () => refreshAfter(client, ['inbox', 'main']));
  const two = inTurn(async () => {
    await second.promise;
    refreshAfter(client, ['inbox']);
  });
  await one;
  expect(asked).not.toHaveBeenCalled();
  second.resolve();
  await two;
  expect(asked.mock.calls).toEqual([[{ queryKey: ['inbox'] }], [{ queryKey: ['main'] }]]);
  refreshAfter(client, ['dashboard']);
  expect(asked).toHaveBeenLastCalledWith({ queryKey: ['dashboard'] });
});
