import { expect, it } from 'vitest';

import { readTexts } from './citations.ts';

it('a comment that turns a lint rule off says why', () => {
  const lines = readTexts().flatMap(({ file, text }) =>
    text
      .split('\n')
      .filter((line) => /(?:\/\/|\/\*) (?:oxlint|eslint)-disable/u.test(line))
      .map((line) => ({ file, line: line.trim() })),
  );
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.filter(({ line }) => !/ -- \S/u.test(line))).toEqual([]);
});
