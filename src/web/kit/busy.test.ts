// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { logout } from '#contract/identity/sessions.ts';
import { busy, whileBusy } from './busy.ts';
import { limitNow } from './call-limit.ts';

test('what the page waits for is done once: asked again it does nothing, and the overlay stands until the first has ended', async () => {
  const held = Promise.withResolvers<string>();
  const first = whileBusy('Logging in…', async () => await held.promise);
  let again = 0;
  expect(await whileBusy('Logging in once more…', async () => (again += 1))).toBeUndefined();
  expect([again, busy.get()]).toEqual([0, 'Logging in…']);
  held.resolve('done');
  expect([await first, busy.get()]).toEqual(['done', null]);
  expect(await whileBusy('Logging in…', async () => (again += 1))).toBe(1);
});

test('calls that the page waits for end after a time', async () => {
  await whileBusy('Logging in…', async () => expect(limitNow(logout)).toBeInstanceOf(AbortSignal));
  expect(limitNow(logout)).toBeUndefined();
});
