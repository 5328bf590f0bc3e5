import { describe, expect, it } from 'vitest';

import { findParts } from './find-parts.ts';

const parts = (pages: string) =>
  findParts(pages.length, new Set(pages.split('').flatMap((page, at) => (page === '|' ? [at + 1] : []))), 3);

describe('the parts of a fax', () => {
  it.each([
    ['..|.|..', [[1, 2], [4], [6, 7]]],
    ['|..', [[2, 3]]],
    ['..|', [[1, 2]]],
    ['||.||.||', [[3], [6]]],
  ])('[SPLIT-01] %s stand between separator pages and are never empty', (pages, found) => {
    expect(parts(pages)).toEqual(found);
  });

  it.each(['...', '|', '|||', '.|.|.|.'])('%s stays whole', (pages) => {
    expect(parts(pages)).toBeNull();
  });
});
