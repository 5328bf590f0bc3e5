// @vitest-environment jsdom
import { useRef } from 'react';
import { afterEach, expect, test } from 'vitest';
import { find, render } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { useKeptFocus } from './kept-focus.ts';

function Host(props: { rows: readonly string[] }) {
  const page = useRef<HTMLElement>(null);
  useKeptFocus(page);
  return (
    <main ref={page}>
      <h1>Rows</h1>
      <ul>
        {props.rows.map((row) => (
          <li key={row}>
            <button type="button">open {row}</button>
            <button type="button">remove {row}</button>
          </li>
        ))}
      </ul>
    </main>
  );
}

let page: Rendered;
afterEach(() => page.close());

const focused = () => document.activeElement?.textContent;
async function press(name: string): Promise<void> {
  const buttons = [...page.place.querySelectorAll('button')];
  buttons.find((one) => one.textContent === name)?.focus();
  expect(focused()).toBe(name);
}

test('the button that goes with its row hands the focus to the row beside it, and the last one to the heading', async () => {
  page = await render(<Host rows={['a', 'b', 'c']} />);
  // jsdom has no layout; a visible heading has an offsetParent.
  Object.defineProperty(find(page.place, 'h1'), 'offsetParent', { value: document.body });
  await press('remove b');
  await page.again(<Host rows={['a', 'c']} />);
  expect(focused()).toBe('remove c');
  await page.again(<Host rows={['a']} />);
  expect(focused()).toBe('remove a');
  await page.again(<Host rows={[]} />);
  expect(focused()).toBe('Rows');
});

test('whoever has clicked elsewhere meanwhile is not led back', async () => {
  page = await render(<Host rows={['a', 'b']} />);
  await press('remove a');
  find(page.place, 'h1').dispatchEvent(new Event('pointerdown', { bubbles: true }));
  await page.again(<Host rows={['b']} />);
  expect(focused()).not.toBe('remove b');
});
