import { expect, it } from 'vitest';

import { AbuseLimiter } from './abuse-limiter.ts';

it('an address whose notices were refused sixty times in a minute is turned away, others are not, and it may come again', () => {
  let now = 1_000;
  const abuseLimiter = new AbuseLimiter(() => now);
  const [bad, good] = ['192.0.2.66', '192.0.2.1'];
  for (let times = 0; times < 60; times += 1) {
    abuseLimiter.check(bad);
    abuseLimiter.note(bad);
  }
  expect(() => abuseLimiter.check(bad)).toThrow(
    expect.objectContaining({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 60 }),
  );
  abuseLimiter.check(good);
  now += 59_000;
  expect(() => abuseLimiter.check(bad)).toThrow(expect.objectContaining({ retryAfterSeconds: 1 }));
  now += 1_000;
  abuseLimiter.check(bad);
});

it('remembers so many addresses and no more', () => {
  const abuseLimiter = new AbuseLimiter();
  for (let times = 0; times < 60; times += 1) abuseLimiter.note('192.0.2.66');
  for (let other = 0; other < 10_000; other += 1) abuseLimiter.note(`2001:db8::${other.toString(16)}`);
  expect(() => abuseLimiter.check('192.0.2.66')).not.toThrow();
});
