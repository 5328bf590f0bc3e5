// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { growl, growlStore } from '#web/ui/growl-store.ts';
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

test('the words of success may depend on the answer', async () => {
  await runChange(
    { ...WORDS, done: (count: number) => `${count} done` },
    async () => await Promise.resolve(2),
  );
  expect(said).toEqual(['wait: Waiting', 'success: 2 done']);
});

test('a refusal has the words of the server, a fault those of the place', async () => {
  const refusal = new ApiError(412, 'LIMIT', 'At most five.');
  expect(await runChange(WORDS, async () => await Promise.reject(refusal))).toBe(refusal);
  await runChange(WORDS, async () => await Promise.reject(new ApiError(500, 'INTERNAL', 'Stack')));
  expect(said).toEqual(['wait: Waiting', 'error: At most five.', 'wait: Waiting', 'error: Failed']);
});

test.each(['success', 'error'])(
  'the %s of a newer change is not covered by an older one that ends later',
  async (end) => {
    const older = Promise.withResolvers<void>();
    const first = runChange({ ...WORDS, done: 'In order' }, async () => await older.promise);
    const second = async () =>
      await (end === 'success' ? Promise.resolve() : Promise.reject(new Error('away')));
    await runChange(WORDS, second);
    older.resolve();
    expect(await first).toBeNull();
    expect(said).toEqual([
      'wait: Waiting',
      'wait: Waiting',
      end === 'success' ? 'success: Done' : 'error: Failed',
    ]);
  },
);

const undo = () => void growl.success('With Undo');

test('an older change that ends while a newer one is under way is told, and so is what it offers at any time', async () => {
  const [older, newer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = runChange({ ...WORDS, done: 'First' }, async () => await older.promise);
  const second = runChange({ ...WORDS, done: 'Second' }, async () => await newer.promise);
  const third = Promise.withResolvers<void>();
  older.resolve();
  await first;
  const offering = runChange({ ...WORDS, done: undo }, async () => await third.promise);
  newer.resolve();
  await second;
  await runChange({ ...WORDS, done: 'Last' }, async () => await Promise.resolve());
  third.resolve();
  await offering;
  expect(said.filter((one) => one !== 'wait: Waiting')).toEqual([
    'success: First',
    'success: Second',
    'success: Last',
    'success: With Undo',
  ]);
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
