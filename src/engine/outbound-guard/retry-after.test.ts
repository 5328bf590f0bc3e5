import { describe, expect, it } from 'vitest';

import { readRetryAfter } from './retry-after.ts';

const NOW = new Date('2026-11-23T08:00:00Z');

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['7', 7_000],
    [' 120 ', 120_000],
    ['Mon, 23 Nov 2026 08:01:30 GMT', 90_000],
    ['Monday, 23-Nov-26 08:01:30 GMT', 90_000],
    ['Mon Nov 23 08:01:30 2026', 90_000],
    ['Tue Dec  1 08:00:00 2026', 86_400_000],
    ['Mon, 23 Nov 2026 07:59:00 GMT', 0],
  ])('“%s” is a wait of %i ms', (header, ms) => {
    expect(readRetryAfter(header, NOW)).toBe(ms);
  });

  it('a wait is never longer than a day', () => {
    for (const header of [
      '86401',
      '99999999999999999999',
      '9'.repeat(400),
      'Mon, 23 Nov 2099 08:00:00 GMT',
    ]) {
      expect(readRetryAfter(header, NOW)).toBe(86_400_000);
    }
  });

  it('what is missing or malformed names no wait', () => {
    for (const header of [
      null,
      undefined,
      '',
      '-1',
      '1.5',
      '1e3',
      '0x10',
      'soon',
      '2026-11-23T08:01:30Z',
      'Mon, 23 Nov 2026 08:01:30 +0100',
      'Mon, 45 Nov 2026 08:01:30 GMT',
    ]) {
      expect([header, readRetryAfter(header, NOW)]).toEqual([header, undefined]);
    }
  });
});
