// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clearGrowl, growl, growlStore, pauseGrowl, resumeGrowl } from './growl-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  clearGrowl();
  vi.useRealTimers();
});

const text = () => growlStore.get()?.text ?? null;

test('[SHELL-09] wait stays until replaced; success and error clear themselves after 2500 ms', () => {
  growl.wait('working');
  vi.advanceTimersByTime(600_000);
  expect(growlStore.get()).toMatchObject({ kind: 'wait', text: 'working' });
  for (const kind of ['success', 'error'] as const) {
    growl[kind]('done');
    expect(growlStore.get()).toMatchObject({ kind, text: 'done' });
    vi.advanceTimersByTime(2499);
    expect(text()).toBe('done');
    vi.advanceTimersByTime(1);
    expect(text()).toBeNull();
  }
});

test('an area may keep its errors longer', () => {
  growl.error('no', 6000);
  vi.advanceTimersByTime(5999);
  expect(text()).toBe('no');
  vi.advanceTimersByTime(1);
  expect(text()).toBeNull();
});

test('the clock of a replaced growl does not end its successor', () => {
  growl.success('first');
  vi.advanceTimersByTime(2000);
  growl.success('second');
  vi.advanceTimersByTime(2000);
  expect(text()).toBe('second');
});

test('pointing at a growl or focusing it stops its clock; leaving lets the rest run', () => {
  growl.success('read me');
  vi.advanceTimersByTime(2000);
  pauseGrowl();
  vi.advanceTimersByTime(60_000);
  expect(text()).toBe('read me');
  resumeGrowl();
  vi.advanceTimersByTime(499);
  expect(text()).toBe('read me');
  vi.advanceTimersByTime(1);
  expect(text()).toBeNull();
});

test('leaving a waiting growl does not start a clock', () => {
  growl.wait('working');
  pauseGrowl();
  resumeGrowl();
  vi.advanceTimersByTime(600_000);
  expect(text()).toBe('working');
});
