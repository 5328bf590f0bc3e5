// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { growlStore } from '#web/ui/growl-store.ts';
import { ApiError } from './api-error.ts';
import { runChange, runForEach } from './run-change.ts';

const WORDS = { waiting: 'Waiting', done: 'Done', failed: 'Failed' };
const said: string[] = [];
growlStore.subscribe(() => {
  const shown = growlStore.get();
  if (shown !== null) said.push(`${shown.kind}: ${shown.text}`);
});
beforeEach(() => {
  said.length = 0;
});

test('a change is waited for, then a success', async () => {
  expect(await runChange(WORDS, async () => await Promise.resolve())).toBeNull();
  expect(said).toEqual(['wait: Waiting', 'success: Done']);
});

test('a refusal has the words of the server, a fault those of the place', async () => {
  const refusal = new ApiError(412, 'LIMIT', 'At most five.');
  expect(await runChange(WORDS, async () => await Promise.reject(refusal))).toBe(refusal);
  await runChange(WORDS, async () => await Promise.reject(new ApiError(500, 'INTERNAL', 'Stack')));
  expect(said).toEqual(['wait: Waiting', 'error: At most five.', 'wait: Waiting', 'error: Failed']);
});

test('many changes say how far they are, and stop at the first that fails', async () => {
  const many = { ...WORDS, waiting: (done: number, total: number) => `${done} of ${total}` };
  const made: number[] = [];
  const ended = await runForEach(many, [1, 2, 3], async (one) => {
    if (one === 2) throw new ApiError(500, 'INTERNAL');
    made.push(one);
    await Promise.resolve();
  });
  expect([ended, made]).toEqual([false, [1]]);
  expect(said).toEqual(['wait: 1 of 3', 'wait: 2 of 3', 'error: Failed']);
});
