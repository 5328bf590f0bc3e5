// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Menu } from './menu.tsx';
import { click, eventually, find, press, render } from './render-for-test.tsx';
import type { Rendered } from './render-for-test.tsx';

const chosen = vi.fn<() => void>();
let page: Rendered;
beforeEach(async () => {
  chosen.mockClear();
  page = await render(
    <Menu
      entries={[
        { id: 'pdf', label: 'Download PDF', onAction: chosen },
        { id: 'print', label: 'Print', onAction: () => undefined },
      ]}
      label="More"
      trigger="More"
    />,
  );
});
afterEach(() => page.close());

const button = () => find(page.place, 'button');
const entries = () => [...document.querySelectorAll<HTMLElement>('[role=menuitem]')];
const words = () => entries().map((entry) => entry.textContent);

test('a key opens the menu at its first or last entry, Escape closes it and gives the focus back', async () => {
  expect(button().getAttribute('aria-haspopup')).toBe('menu');
  button().focus();
  await press(button(), 'ArrowDown');
  expect([words(), button().getAttribute('aria-expanded')]).toEqual([['Download PDF', 'Print'], 'true']);
  expect(document.activeElement).toBe(entries()[0]);
  await press(document.activeElement ?? document.body, 'Escape');
  await eventually(() => expect(document.activeElement).toBe(button()));
  expect([words(), button().getAttribute('aria-expanded')]).toEqual([[], 'false']);
  await press(button(), 'ArrowUp');
  expect(document.activeElement).toBe(entries()[1]);
});

test('an entry acts once and closes the menu', async () => {
  await click(button());
  const [first] = entries();
  if (first !== undefined) await click(first);
  expect(chosen).toHaveBeenCalledTimes(1);
  expect(words()).toEqual([]);
});
