import { expect, it } from 'vitest';

import { inSentence } from './in-sentence.ts';

it('writes fax numbers in sentences as everywhere else, and leaves other digits alone', () => {
  expect(inSentence('2125550199', 'en')).toBe('212-555-0199');
  expect(inSentence('12125550199', 'en')).toBe('+1-212-555-0199');
  for (const other of [
    '212-555-0199',
    '0125550199',
    '22125550199',
    '212555019',
    'To 2125550199',
    '',
    'https://a/2125550199',
  ])
    expect(inSentence(other, 'en')).toBe(other);
});

it('keeps a number together among words that run from right to left', () => {
  expect(inSentence('2125550199', 'ar')).toBe('\u2068212-555-0199\u2069');
});
