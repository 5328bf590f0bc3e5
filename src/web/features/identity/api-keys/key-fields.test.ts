// @vitest-environment jsdom
import { afterAll, expect, it } from 'vitest';
import { formatDate, setTimeZone } from '#web/kit/format-date.ts';
import { expiryOf } from './key-fields.tsx';

afterAll(() => setTimeZone('UTC'));

it.each(['Pacific/Auckland', 'Pacific/Honolulu', 'America/New_York', 'UTC'])(
  'a key works until the end of the chosen day by clocks of the account, in %s',
  (zone) => {
    setTimeZone(zone);
    const ends = expiryOf({ kind: 'date', day: '2026-11-30' }, null) ?? '';
    expect(formatDate(ends)).toBe('11/30/2026');
    expect(formatDate(new Date(Date.parse(ends) + 1000))).toBe('12/01/2026');
  },
);

it('a day that is missing has no end', () => {
  expect(expiryOf({ kind: 'date', day: '' }, null)).toBeUndefined();
});
