// @vitest-environment jsdom
import { act } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '#web/kit/i18n.ts';
import { tourRequested } from '#web/shared/mailbox/tour-requested.ts';
import { GrowlHost } from '#web/ui/growl.tsx';
import { click, eventually, press, render } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import english from '../../../../../locales/en.json';
import { tourOf } from './slides.ts';

vi.stubGlobal('matchMedia', () => ({
  matches: false,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));
let status = 200;
const calls: string[] = [];
vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
  const { pathname } = new URL(url, location.origin);
  if (pathname.endsWith('en.json')) return new Response(JSON.stringify(english));
  calls.push(`${init?.method} ${pathname.split('/').at(-1)}`);
  const body = pathname.endsWith('checkAuthToken')
    ? { valid: true, kind: 'user', node: 'n1', expiresIn: 9 }
    : { success: true };
  return new Response(JSON.stringify(body), { status: pathname.endsWith('TourViewed.json') ? status : 200 });
});
await startI18n();
const { TourHost } = await import('./tour-host.tsx');
// Loading the lazy modal takes time on a busy machine.
await import('./tour-modal.tsx');

let page: Rendered;
beforeEach(() => {
  calls.length = 0;
  status = 200;
  tourRequested.set(false);
});
afterEach(() => page.close());

const open = async (value: number | undefined) => {
  page = await render(
    <QueryClientProvider client={new QueryClient()}>
      <TourHost number="212-555-0100" value={value} />
      <GrowlHost closeLabel="Close" />
    </QueryClientProvider>,
  );
};
const dialog = () => document.querySelector<HTMLElement>('[role=dialog]');
const shown = async () => await eventually(() => act(async () => expect(dialog()).not.toBeNull()));
const title = () => dialog()?.querySelector('h2')?.textContent;
const button = (name: string) => {
  const found = [...(dialog()?.querySelectorAll<HTMLElement>('button') ?? [])].find(
    ({ textContent }) => textContent === name,
  );
  if (!found) throw new Error(`no button ${name}`);
  return found;
};
const viewed = () => calls.filter((call) => call === 'PUT TourViewed.json').length;

test('[TOUR-01] the tour comes while its value is there and not 2', async () => {
  for (const value of [2, undefined]) {
    await open(value);
    expect(dialog()).toBeNull();
    await page.close();
  }
  for (const value of [0, 1]) {
    await open(value);
    await shown();
    if (value === 0) await page.close();
  }
});

test('[TOUR-03] [TOUR-05] [TOUR-08] [TOUR-10] new users: welcome, then five slides with picture, title and text, then done', async () => {
  await open(0);
  await shown();
  expect(title()).toBe('Welcome to Fax-to-Email');
  expect(dialog()?.textContent).toContain('Your number 212-555-0100 is ready.');
  expect(button('Not now')).toBeTruthy();
  await click(button('Take the tour'));
  const titles = [];
  for (let step = 0; step < 5; step += 1) {
    titles.push(title());
    expect(dialog()?.querySelector('img')?.getAttribute('src')).toMatch(/pictures\/\w+-light\.webp/);
    expect(dialog()?.querySelector('p')?.textContent?.length).toBeGreaterThan(20);
    await click(button(step === 4 ? 'Done' : 'Next'));
  }
  expect(titles).toEqual(['Dashboard', 'Fax messages', 'Sending and the Outbox', 'Contacts', 'Preferences']);
  expect(dialog()).toBeNull();
  await eventually(() => expect(viewed()).toBe(1));
});

test('[TOUR-06] existing users: four slides', async () => {
  await open(1);
  await shown();
  expect(title()).toBe('Fax-to-Email has a new look');
  await click(button('Take the tour'));
  const titles = [title()];
  for (let step = 1; step < 4; step += 1) {
    await press(button('Next'), 'ArrowRight');
    titles.push(title());
  }
  expect(titles).toEqual(['A new look', 'Dashboard', 'The features you know are still here', 'Need help?']);
  await press(button('Done'), 'ArrowLeft');
  expect(title()).toBe('The features you know are still here');
});

test('[TOUR-07] an unknown tour falls back to the default one', () => {
  expect(tourOf(77)).toBe(tourOf(0));
  expect(tourOf(undefined)).toBe(tourOf(0));
});

test('[TOUR-04] nothing turns by itself', async () => {
  await open(0);
  await shown();
  await click(button('Take the tour'));
  vi.useFakeTimers();
  await vi.advanceTimersByTimeAsync(30_000);
  vi.useRealTimers();
  expect(title()).toBe('Dashboard');
});

test('[TOUR-12] when it can’t be noted an error growl says so', async () => {
  status = 500;
  await open(0);
  await shown();
  await click(button('Not now'));
  await eventually(() =>
    expect(document.querySelector('.growl')?.textContent).toContain('It will appear again.'),
  );
});

test('who asks for the tour sees it, and nothing is noted twice', async () => {
  tourRequested.set(true);
  await open(2);
  await shown();
  await click(button('Not now'));
  expect(dialog()).toBeNull();
  expect(viewed()).toBe(0);
});
