import { describe, expect, it } from 'vitest';
import { zoneOfNumber } from '#contract/faxes/area-zones.ts';
import { arrivalsOf, presetsAt, sayWall, sayWindow, sendTimeOf, wallOf } from './send-time.ts';

const zone = 'America/New_York';
const names = (now: string) =>
  presetsAt(new Date(now), zone).map(({ name, at }) => `${name} ${at.day} ${at.time}`);

describe('the presets', () => {
  it('lie ahead, by the clock of the account', () => {
    expect(names('2026-11-23T17:46:20-05:00')).toEqual([
      'hour 2026-11-23 18:47',
      'tonight 2026-11-23 20:00',
      'tomorrow 2026-11-24 08:00',
      'monday 2026-11-30 08:00',
    ]);
  });

  it('leave out what has passed, and Monday on a Sunday', () => {
    expect(names('2026-11-22T20:00:00-05:00')).toEqual([
      'hour 2026-11-22 21:01',
      'tomorrow 2026-11-23 08:00',
    ]);
  });

  it('count an hour in the night in which clocks change', () => {
    expect(names('2027-03-14T01:30:00-05:00')[0]).toBe('hour 2027-03-14 03:31');
  });
});

describe('when recipients get a fax', () => {
  const window = { days: [1, 2, 3, 4, 5], from: 8 * 60, until: 18 * 60 };
  const at = new Date('2026-11-24T08:00:00-05:00');

  it('is said by the clock of each, and moved to the opening of the window', () => {
    const found = arrivalsOf(['2125550119', '3125550144', '7185550132', '8005550100'], at, {
      window,
      home: zone,
    });
    expect(found).toEqual([
      { numbers: ['2125550119', '7185550132'], at, zone, known: true, moved: false },
      {
        numbers: ['3125550144'],
        at: new Date('2026-11-24T09:00:00-05:00'),
        zone: 'America/Chicago',
        known: true,
        moved: true,
      },
      { numbers: ['8005550100'], at, zone, known: false, moved: false },
    ]);
  });

  it('is at any hour without a window', () => {
    expect(arrivalsOf(['3125550144'], at, { window: null, home: zone })[0]?.at).toEqual(at);
  });
});

it('says times and windows shortly', () => {
  const wall = wallOf({ day: '2026-11-24', time: '08:00' }) ?? 0;
  expect(sendTimeOf(wall)).toEqual({ day: '2026-11-24', time: '08:00' });
  expect(sayWall(wall, new Date('2026-01-01'))).toBe('11/24, 08:00');
  expect(sayWall(wall, new Date('2025-01-01'))).toBe('11/24/2026, 08:00');
  expect(wallOf({ day: '2026-02-30', time: '08:00' })).toBeNull();
  expect(sayWindow({ days: [1, 2, 3, 4, 5], from: 480, until: 1080 }, 'en')).toBe('Mon–Fri 08:00–18:00');
  expect(sayWindow({ days: [0, 6], from: 1320, until: 360 }, 'en')).toBe('Sat, Sun 22:00–06:00');
});

it('knows where area codes are, also those whose area has two zones, and where none is', () => {
  const zones = ['310', '208', '850', '423', '605', '808', '907', '604', '867', '800'].map((code) =>
    zoneOfNumber(`${code}5550100`),
  );
  expect(zones).toEqual([
    'America/Los_Angeles',
    'America/Boise',
    'America/Chicago',
    'America/New_York',
    'America/Chicago',
    'Pacific/Honolulu',
    'America/Anchorage',
    'America/Vancouver',
    undefined,
    undefined,
  ]);
  expect(zoneOfNumber('011442079460000')).toBeUndefined();
});
