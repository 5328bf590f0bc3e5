// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BannerList, banners } from './banner-list.tsx';
import { click, find, render } from './render-for-test.tsx';
import type { Rendered } from './render-for-test.tsx';

let page: Rendered;
beforeEach(async () => {
  vi.useFakeTimers();
  page = await render(<BannerList closeLabel="Close" />);
});
afterEach(async () => {
  await act(async () => banners.clear());
  await page.close();
  vi.useRealTimers();
});

const after = (ms: number) => act(async () => vi.advanceTimersByTime(ms));

test('[SHELL-11] a success banner clears after 3000 ms', async () => {
  await act(async () => banners.add('ok', 'Password was changed.'));
  await after(2999);
  expect(page.place.textContent).toContain('Password was changed.');
  await after(1);
  expect(page.place.textContent).toBe('');
});

test('[SHELL-12] an error banner stays 10 s', async () => {
  await act(async () => banners.add('bad', 'Service unavailable.'));
  await after(9999);
  expect(page.place.querySelector('[role=alert]')?.textContent).toContain('Service unavailable.');
  await after(1);
  expect(page.place.textContent).toBe('');
});

test('[WID-02] banners stack, each with its type and text, and can be closed', async () => {
  await act(async () => {
    banners.add('info', 'one');
    banners.add('warn', 'two');
  });
  const shown = () =>
    [...page.place.querySelectorAll<HTMLElement>('.note')].map((note) => [
      note.dataset['tone'],
      note.textContent,
    ]);
  expect(shown()).toEqual([
    ['info', 'one'],
    ['warn', 'two'],
  ]);
  await click(find(page.place, 'button[aria-label=Close]'));
  expect(shown()).toEqual([['warn', 'two']]);
  await after(600_000);
  expect(shown()).toEqual([['warn', 'two']]);
});
