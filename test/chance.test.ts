import { expect, it } from 'vitest';

import { Chance, newSeed } from './chance.ts';

const drawn = (chance: Chance): number[] => Array.from({ length: 50 }, () => chance.int(0, 1_000));

it('the same seed draws the same, another one and a fork draw something else', () => {
  const first = drawn(new Chance('abc'));
  expect(drawn(new Chance('abc'))).toEqual(first);
  expect(drawn(new Chance('abd'))).not.toEqual(first);
  expect(drawn(new Chance('abc').fork('letters'))).not.toEqual(first);
  expect(new Chance('abc').shuffled([1, 2, 3, 4])).toEqual(new Chance('abc').shuffled([1, 2, 3, 4]));
});

it('draws evenly, within the bounds, and loses nothing of a list', () => {
  const chance = new Chance(newSeed());
  const counts = new Map<number, number>();
  for (let draw = 0; draw < 4_000; draw += 1) {
    const drawnOne = chance.int(7, 11);
    counts.set(drawnOne, (counts.get(drawnOne) ?? 0) + 1);
  }
  expect([...counts.keys()].toSorted((one, other) => one - other)).toEqual([7, 8, 9, 10]);
  // Six standard deviations.
  for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(165);
  expect(new Set(chance.shuffled([1, 2, 3, 4, 5]))).toEqual(new Set([1, 2, 3, 4, 5]));
});
