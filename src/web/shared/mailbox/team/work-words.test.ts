// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { setTimeZone } from '#web/kit/format-date.ts';
import { dayFromNow, dueWords, tagSearch, teamListOf, teamTitle } from './work-words.ts';

const t = ((key: string) => key) as never;

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-12-01T03:00:00Z') }));
afterEach(() => {
  vi.useRealTimers();
  setTimeZone('UTC');
});

it('says a due date from the reader’s day', () => {
  setTimeZone('America/New_York');
  expect([dayFromNow(0), dayFromNow(1), dayFromNow(7)]).toEqual(['2026-11-30', '2026-12-01', '2026-12-07']);
  expect(dueWords('2026-11-30', t)).toEqual({ words: 'team.today', tone: 'today' });
  expect(dueWords('2026-12-01', t)).toEqual({ words: 'team.tomorrow', tone: 'later' });
  expect(dueWords('2026-11-29', t)).toEqual({ words: '11/29/2026', tone: 'late' });
  expect(dueWords('2027-01-05', t)).toEqual({ words: '01/05/2027', tone: 'later' });
  setTimeZone('UTC');
  expect(dueWords('2026-12-01', t).tone).toBe('today');
});

it('knows the searches that are lists of the team, and gives them their names', () => {
  expect(teamListOf('assigned:me is:open')).toBe('mine');
  expect(teamListOf('assigned:me')).toBeUndefined();
  expect(teamTitle('due:today is:open', t)).toBe('team.lists.due');
  expect(teamTitle(tagSearch('New patient'), t)).toBe('New patient');
  expect(teamTitle('tag:Billing', t)).toBe('Billing');
  expect(teamTitle('tag:Billing is:open', t)).toBeUndefined();
  expect(teamTitle('acme', t)).toBeUndefined();
});
