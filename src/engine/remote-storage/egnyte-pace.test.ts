import { afterEach, expect, it, vi } from 'vitest';

import { EgnytePace } from './egnyte-pace.ts';

afterEach(() => vi.useRealTimers());

it('of too many tokens, only the one that was used least recently loses its count', async () => {
  // Counts start again at midnight.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T12:00:00Z') });
  const pace = new EgnytePace(10_000);
  const useUp = async (token: string) => {
    for (let call = 0; call < 1_000; call += 1) expect(await pace.turn(token)).toBeNull();
  };
  await useUp('idle');
  await useUp('busy');
  for (let n = 0; n < 9_998; n += 1) await pace.turn(`token ${n}`);
  // All 10,000 are known. The next token displaces the idle one.
  expect(await pace.turn('busy')).not.toBeNull();
  await pace.turn('one more');
  expect(await pace.turn('busy')).not.toBeNull();
  expect(await pace.turn('idle')).toBeNull();
});
