import { expect, test } from 'vitest';
import { cutAt, rankOf, wordsOf } from './match.ts';

const rank = (typed: string, label: string, more = '') => rankOf(wordsOf(typed), label, more);

test('a label that begins with the text comes before one with such words, its group, and letters inside', () => {
  expect(rank('arch', 'Archive')).toBe(0);
  expect(rank('dana rep', 'Reply to Dana Whitfield')).toBe(1);
  expect(rank('appear dark', 'Dark', 'Actions Appearance')).toBe(2);
  expect(rank('load', 'Download as PDF')).toBe(3);
  expect(rank('fax', 'Archive', 'Go to')).toBeNull();
  expect(rank('o', 'Download as PDF')).toBeNull();
});

test('case and accents do not count', () => {
  expect(rank('PREF', 'Préférences')).toBe(0);
  expect(rank('über', 'Ubersicht')).toBe(0);
});

test('what is typed is marked, whatever characters it has', () => {
  expect(cutAt('Reply to Dana (home)', wordsOf('dana (h'))).toEqual(['Reply to ', 'Dana', ' ', '(h', 'ome)']);
  expect(cutAt('Archive', [])).toEqual(['Archive']);
});
