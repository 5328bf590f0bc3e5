// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GrowlHost } from './growl.tsx';
import { clearGrowl, growl } from './growl-store.ts';
import { click, find, render } from './render-for-test.tsx';
import type { Rendered } from './render-for-test.tsx';

let page: Rendered;
beforeEach(async () => {
  page = await render(<GrowlHost closeLabel="Close" />);
});
afterEach(async () => {
  await act(async () => clearGrowl());
  await page.close();
});

const shown = () => page.place.querySelectorAll('.growl');

test.each([
  ['wait', 'output', '.sp', false],
  ['success', 'output', '.lucide-circle-check', true],
  ['error', '[role=alert]', '.lucide-circle-alert', true],
] as const)(
  '[WID-03] a growl «%s» has its mark, its live region and, where it may go, a way to close it',
  async (kind, region, mark, closes) => {
    await act(async () => growl[kind]('Words'));
    expect(shown()).toHaveLength(1);
    const one = find(page.place, `${region} .growl`);
    expect(one.textContent).toBe('Words');
    expect(one.querySelector(mark)).not.toBeNull();
    const close = one.querySelector('button');
    expect(close !== null).toBe(closes);
    if (close === null) return;
    await click(close);
    expect(shown()).toHaveLength(0);
  },
);

test('one growl at a time: the next takes the place of the one before', async () => {
  await act(async () => growl.wait('Sending'));
  await act(async () => growl.error('Not sent'));
  expect([...shown()].map((one) => one.textContent)).toEqual(['Not sent']);
});
