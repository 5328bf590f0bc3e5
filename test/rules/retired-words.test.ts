import { expect, it } from 'vitest';

import { readTexts } from './citations.ts';

/** Words that were replaced by standard ones (docs/spec/glossary.md), as parts of identifiers and file names. */
const RETIRED = /(?<![a-z])(?:wish(?:es)?|tour-wish)(?![a-z])|Wish(?:es)?(?![a-z])/u;

it('no name has a word that was retired', () => {
  const found = readTexts()
    .filter(({ file }) => /\.(?:tsx?|mjs)$/u.test(file) && !file.endsWith('retired-words.test.ts'))
    .filter(({ file, text }) => RETIRED.test(file) || RETIRED.test(text))
    .map(({ file }) => file);
  expect(found).toEqual([]);
});
