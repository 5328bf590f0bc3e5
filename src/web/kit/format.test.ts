// @vitest-environment jsdom
import { afterAll, beforeAll, expect, test } from 'vitest';
import { arcs } from '#web/ui/donut-chart.tsx';
import { initials } from '#web/ui/avatar.tsx';
import { formatBytes } from './format-bytes.ts';
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatTime,
  monthAndYear,
  setTimeZone,
} from './format-date.ts';

beforeAll(() => setTimeZone('America/New_York'));
afterAll(() => setTimeZone('UTC'));

test.each([
  [0, '-'],
  [-1, '-'],
  [Number.NaN, '-'],
  [1, '1 B'],
  [1023, '1023 B'],
  [1024, '1.0 KB'],
  [188_621, '184.2 KB'],
  [1_048_575, '1.0 MB'],
  [10_485_760, '10.0 MB'],
  [5 * 1024 ** 3, '5.0 GB'],
  [2 * 1024 ** 4, '2.0 TB'],
  [3000 * 1024 ** 4, '3000.0 TB'],
])('[SHELL-13] %s bytes are shown as %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test('[SHELL-07] MM/DD/YYYY, HH:mm, and both together', () => {
  const wire = '2026-11-20T19:04:01-05:00';
  expect(formatDate(wire)).toBe('11/20/2026');
  expect(formatTime(wire)).toBe('19:04');
  expect(formatDateTime(wire)).toBe('11/20/2026 19:04');
});

test('[SHELL-08] dates are converted to the zone of the settings, which may be another day', () => {
  const wire = '2026-11-20T19:04:01-05:00';
  setTimeZone('Asia/Tokyo');
  expect(formatDateTime(wire)).toBe('11/21/2026 09:04');
  setTimeZone('America/New_York');
  expect(formatDateTime('2026-07-01T00:00:00Z')).toBe('06/30/2026 20:00');
});

test.each(['Pacific/Auckland', 'Pacific/Fiji', 'Pacific/Tongatapu', 'Pacific/Honolulu'])(
  'a day without a time is the same day in %s',
  (zone) => {
    setTimeZone(zone);
    expect(['2026-11-20', '2026-11-20T00:00:00-05:00', ''].map(formatDay)).toEqual([
      '11/20/2026',
      '11/20/2026',
      '',
    ]);
    setTimeZone('America/New_York');
  },
);

test('midnight is 00, not 24; what is no time is empty; an unknown zone does no harm', () => {
  expect(formatTime('2026-11-20T00:05:00-05:00')).toBe('00:05');
  expect(formatDateTime('soon')).toBe('');
  setTimeZone('Mars/Olympus');
  expect(formatDate('2026-11-20T12:00:00Z')).toMatch(/^11\/2[01]\/2026$/);
  setTimeZone('America/New_York');
});

test('the month of the dashboard is that of the zone', () => {
  expect(monthAndYear(new Date('2026-12-01T03:00:00Z'), 'en')).toEqual({ month: 'November', year: '2026' });
});

test('shares of a ring fill it together with their gaps; nothing takes no room', () => {
  const made = arcs([
    { key: 'a', label: '', value: 1, tone: 'first' },
    { key: 'b', label: '', value: 0, tone: 'second' },
    { key: 'c', label: '', value: 3, tone: 'rest' },
  ]);
  expect(made.map((arc) => arc.slice.key)).toEqual(['a', 'c']);
  const ring = 2 * Math.PI * 74;
  expect((made[0]?.length ?? 0) + (made[1]?.length ?? 0) + 6).toBeCloseTo(ring);
  expect(arcs([{ key: 'a', label: '', value: 0, tone: 'first' }])).toEqual([]);
});

test('initials come from words, never from digits', () => {
  expect(initials('Robert Delacourt')).toBe('RD');
  expect(initials('åsa maria lund')).toBe('ÅL');
  expect(initials('212-555-0147')).toBe('');
});
