// @vitest-environment jsdom
import { act } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from '#web/ui/render-for-test.tsx';
import { useMainData } from './main-data.ts';
import { queryClient } from '#web/kit/query-client.ts';

let asked = 0;
vi.stubGlobal('fetch', async (url: string) => {
  if (url.includes('MainInterface.json')) asked += 1;
  return new Response('{}');
});
afterEach(() => vi.useRealTimers());

function Reader() {
  return <p>{useMainData() === undefined ? 'nothing' : 'known'}</p>;
}

test('[SHELL-03] main data are asked for every ten seconds, once for all who read them', async () => {
  vi.useFakeTimers();
  const page = await render(
    <QueryClientProvider client={queryClient}>
      <Reader />
      <Reader />
    </QueryClientProvider>,
  );
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect([asked, page.place.textContent]).toEqual([1, 'knownknown']);
  await act(() => vi.advanceTimersByTimeAsync(9_900));
  expect(asked).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(50_200));
  expect(asked).toBe(7);
  await page.close();
});
