import { expect, it } from 'vitest';

import { ConcurrencyLimit } from './concurrency-limit.ts';

it('lets each in a few times and all together a few times more, and again when somebody has left', () => {
  const limit = new ConcurrencyLimit<string>({ each: 2, all: 3 });
  const leave = limit.enter('a');
  limit.enter('a');
  expect(() => limit.enter('a')).toThrow('TOO_MANY_REQUESTS');
  limit.enter('b');
  expect(() => limit.enter('b')).toThrow('UNAVAILABLE');
  leave();
  leave();
  limit.enter('b');
  expect(() => limit.enter('a')).toThrow('UNAVAILABLE');
});
