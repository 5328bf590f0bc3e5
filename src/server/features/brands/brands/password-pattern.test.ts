import { describe, expect, it } from 'vitest';

import { readFeature } from '#contract/kit/password-rules.ts';
import { processorMs } from '#test/processor-time.ts';

import { brandRules, faultIn, readFeatureList } from './password-rules.service.ts';
import { readPattern } from './password-pattern.ts';

const SAFE = [
  '/[a-z]/',
  '/[^A-Za-z0-9]/',
  '/[!@#$%^&*]/',
  '/\\d.*\\d/',
  '/^\\S+$/',
  '/a{2}b?/',
  '/\\[/',
  '/[\\]\\-]/',
  '/(a|b)c/',
];
const SLOW = ['/^(a+)+$/', '/(a|aa)+$/', '/(.*)*x/', '/([a-z]+){10}/', '/a*a*a*a*b/', '/.*.*.*=/'];
const BAD = [
  '/[/',
  'no slashes',
  '/x/ e',
  '/a/gi',
  '',
  '/',
  '//',
  null,
  7,
  '/(?=.*a)/',
  '/(a)\\1/',
  '/(?i)a/',
  '/\\pL/',
  '/[[:alpha:]]/',
  `/${'a'.repeat(100)}/`,
];

describe('patterns of a brand', () => {
  it.each(SAFE)('%s is taken, and browser and server read it alike', (written) => {
    const read = readPattern(written);
    expect(read.kind).toBe('ok');
    const browser = readFeature(written);
    for (const text of ['aB3-', 'zz11', 'x', '12', '[', ']', 'ac', 'aab', 'a b', '']) {
      expect([text, read.kind === 'ok' && read.pattern.test(text)]).toEqual([text, browser?.test(text)]);
    }
  });

  it.each(SLOW)('[A-RULES-01] %s could stop a browser and is refused when it is saved', (pattern) => {
    expect(readPattern(pattern).kind).toBe('refused');
    expect(readFeatureList(JSON.stringify([{ pattern, comment: 'x' }])).kind).toBe('refused');
  });

  it('the worst that is taken is quick in a browser, and in no time on the server', () => {
    const written = '/^[a-z]+[a-z]+!$/';
    const read = readPattern(written);
    const [browser, victim] = [readFeature(written), 'a'.repeat(128)];
    const taken = processorMs(() => {
      expect(browser?.test(victim)).toBe(false);
      expect(read.kind === 'ok' && read.pattern.test('a'.repeat(256))).toBe(false);
    });
    expect(taken).toBeLessThan(500);
  });

  it.each(BAD.map((pattern) => [pattern]))('%j is refused with a reason', (pattern) => {
    expect(readPattern(pattern)).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/\w/u) });
  });
});

describe('the rules of a brand', () => {
  const brand = { brandId: 7, min: 10, max: 64, names: [] };

  it('leave out what was stored by other hands and is no safe pattern; the length is still checked', () => {
    const features = BAD.slice(0, 11).map((pattern) => ({ pattern, required: true, comment: 'x' }));
    const rules = brandRules({ ...brand, features: [...features, { pattern: '/x/', comment: 'an x' }] });
    expect(rules.features.map(({ written }) => written)).toEqual(['/x/']);
    expect(rules.ignored).toHaveLength(11);
    expect(rules.ignored[0]).toContain('pattern 1');
    expect(faultIn(rules, 'short x')).toBe('PASSWORD_LENGTH');
    expect(faultIn(rules, 'long enough')).toBe('PASSWORD_RULES');
    expect(faultIn(rules, 'long and x in it')).toBeNull();
    expect(brandRules({ ...brand, features: 'damage' })).toMatchObject({
      features: [],
      ignored: [expect.any(String)],
    });
  });

  it('show what is not required but take passwords without it (spec decisions 1.3)', () => {
    const rules = brandRules({
      ...brand,
      features: [{ pattern: '/[0-9]/', required: false, comment: 'a number' }],
    });
    expect(rules.features).toHaveLength(1);
    expect(faultIn(rules, 'no number at all')).toBeNull();
  });

  it('are written by an operator as a list, or left to the product', () => {
    expect(readFeatureList(' ')).toEqual({ kind: 'ok', stored: null });
    const good = readFeatureList('[{"pattern":"/[0-9]/","comment":"a number"}]');
    expect(good).toEqual({
      kind: 'ok',
      stored: '[{"pattern":"/[0-9]/","required":true,"comment":"a number"}]',
    });
    for (const written of ['{}', 'x', '[{"pattern":"/a/"}]', '[{"pattern":"/a/gi","comment":"x"}]'])
      expect(readFeatureList(written)).toMatchObject({ kind: 'refused', reason: expect.any(String) });
  });
});
