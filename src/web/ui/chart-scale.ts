/** How many lines a scale has above zero. */
const LINES = 4;

/** Returns a round number of which `LINES` make at least `most`; never less than `least`. */
function stepFor(most: number, least: number): number {
  const share = Math.max(most, Number.MIN_VALUE) / LINES;
  const size = 10 ** Math.floor(Math.log10(share));
  return Math.max(least, size * ([1, 2, 5].find((factor) => factor * size >= share) ?? 10));
}

/**
 * Returns the values at the lines of a chart whose highest value is `most`: round values, starting at zero, with a
 * distance of at least `least`.
 */
export function scaleFor(most: number, least: number): readonly number[] {
  const step = stepFor(most, least);
  return Array.from({ length: LINES + 1 }, (_, n) => n * step);
}
