import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { goOnWithout } from './go-on.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('goes on with what is given, and says once when a fault begins and once when it is over', async () => {
  const said: string[] = [];
  const say = (_fields: object, message: string) => void said.push(message);
  const ask = async (works: boolean) =>
    await goOnWithout(
      { info: say, warn: say },
      'a test',
      async () => {
        if (!works) throw new TypeError('ours');
        return 'found';
      },
      () => 'instead',
    );
  const answers: string[] = [];
  for (const works of [true, false, false, true, false]) answers.push(await ask(works));
  expect(answers).toEqual(['found', 'instead', 'instead', 'found', 'instead']);
  expect(said).toHaveLength(1);
  vi.advanceTimersByTime(11_000);
  await ask(true);
  await ask(true);
  expect(said).toHaveLength(2);
  await ask(false);
  expect(said).toHaveLength(3);
});
