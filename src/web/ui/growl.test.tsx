// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GrowlHost } from './growl.tsx';
import { clearGrowl, growl } from './growl-store.ts';
import { click, find, render } from './render-for-test.tsx';
import type { Rendered } from './render-for-test.tsx';

let page: Rendered;
beforeEach(async () => {
  page = await render(
    <>
      <button className="before" type="button">
        Archive
      </button>
      <GrowlHost closeLabel="Close" />
    </>,
  );
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

test.each([
  ['is closed', () => clearGrowl()],
  ['makes room for another', () => growl.wait('Undoing')],
])('a growl that %s gives the focus back to where it was', async (_what, end) => {
  const before = find(page.place, '.before');
  before.focus();
  await act(async () => growl.offer('success', 'Archived', { label: 'Undo', run: () => undefined }, 1000));
  find(page.place, '.growl-do').focus();
  find(page.place, '.growl-x').focus();
  await act(async () => end());
  expect(document.activeElement).toBe(before);
});

test('a growl that ends elsewhere leaves the focus where it is', async () => {
  await act(async () => growl.success('Archived'));
  const before = find(page.place, '.before');
  find(page.place, '.growl-x').focus();
  before.focus();
  await act(async () => clearGrowl());
  expect(document.activeElement).toBe(before);
});
