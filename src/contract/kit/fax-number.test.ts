import { describe, expect, it } from 'vitest';

import {
  formatFaxNumber,
  isDestination,
  isInternational,
  isNanp,
  normalizeNumber,
  splitDestinations,
  toE164,
} from './fax-number.ts';
import { formatWireTime, idIn, text } from './wire.ts';
import { flagIn } from './flags.ts';

describe('fax numbers', () => {
  it.each([
    ['2125550100', '212-555-0100'],
    ['12125550100', '+1-212-555-0100'],
    ['555', '555'],
    ['011442071838750', '011442071838750'],
    ['BAD CSID', 'BAD CSID'],
    ['', null],
  ])('[SHELL-14] [SHELL-15] shows %s as %s', (number, shown) => expect(formatFaxNumber(number)).toBe(shown));

  it.each([
    '2125550100',
    '212-555-0100',
    '(212) 555-0100',
    '+212.555.0100',
    '212 555 010012',
    '+1 (212) 555-0100',
    '1-212-555-0100',
    '12125550100',
  ])('takes %s as a destination', (written) => expect(isDestination(written)).toBe(true));

  it.each(['617-55-139', '212555', 'fax me', '2125550100x', '212--555-0100', ''])('refuses %s', (written) =>
    expect(isDestination(written)).toBe(false),
  );

  it.each(['011442071838750', '+011 44 20', '(011) 44'])('knows %s as international', (written) => {
    expect(isInternational(written)).toBe(true);
  });

  it('keeps ten digits of an eleven-digit number that starts with 1', () => {
    expect(normalizeNumber('+1 (212) 555-0100')).toBe('2125550100');
    expect(normalizeNumber('442071838750')).toBe('442071838750');
    expect(toE164('2125550100')).toBe('+12125550100');
    expect([isNanp('2125550100'), isNanp('1125550100'), isNanp('2121550100')]).toEqual([true, false, false]);
  });

  it('splits what was pasted', () => {
    expect(splitDestinations('2125550100, 2125550101;2125550102\n 2125550103 ')).toHaveLength(4);
  });
});

describe('values on the wire', () => {
  it('writes times with the offset of the zone, in summer and winter', () => {
    expect(formatWireTime(new Date('2026-11-21T00:04:01Z'), 'America/New_York')).toBe(
      '2026-11-20T19:04:01-05:00',
    );
    expect(formatWireTime(new Date('2026-07-01T00:00:00Z'), 'America/New_York')).toBe(
      '2026-06-30T20:00:00-04:00',
    );
    expect(formatWireTime(new Date('2026-07-01T00:00:00Z'), 'UTC')).toBe('2026-07-01T00:00:00+00:00');
  });

  it('reads flags in every spelling of the wire, and nothing else', () => {
    expect(['1', 1, true, 'true', 'yes', 'YES'].map((value) => flagIn.parse(value))).toEqual(
      Array(6).fill(true),
    );
    expect(['0', 0, false, 'false', 'no'].map((value) => flagIn.parse(value))).toEqual(Array(5).fill(false));
    expect(flagIn.safeParse('2').success).toBe(false);
  });

  it('reads ids as safe integers only', () => {
    expect(idIn.parse('1042')).toBe(1042);
    for (const bad of ['0', '-1', '1.5', '1e3', '1 OR 1=1', '9999999999999999', 'all', ''])
      expect(idIn.safeParse(bad).success).toBe(false);
  });

  it('trims, normalises and bounds texts; refuses control characters', () => {
    expect(text(10).parse('  Jose\u0301\r\n ')).toBe('José');
    expect(text(3).safeParse('abcd').success).toBe(false);
    expect(text(10).safeParse('a\u0000b').success).toBe(false);
  });
});
