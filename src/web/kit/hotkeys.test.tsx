// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { find, press, render } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { keyCaps, useHotkeys } from './hotkeys.ts';

const shell = vi.fn<() => void>();
const page = vi.fn<() => void>();

function Keys(props: { run: () => void }) {
  useHotkeys([{ code: 'KeyN', run: props.run }]);
  return <input />;
}

let shown: Rendered;
afterEach(async () => {
  await shown.close();
  shell.mockClear();
  page.mockClear();
});

const alt = { altKey: true, shiftKey: true, code: 'KeyN' };

test('keys are matched by their place, because Alt+Shift changes the letter', async () => {
  shown = await render(<Keys run={shell} />);
  await press(find(shown.place, 'input'), '˜', alt);
  expect(shell).toHaveBeenCalledTimes(1);
});

test('without both modifiers, with another one, or held down, nothing happens', async () => {
  shown = await render(<Keys run={shell} />);
  for (const init of [
    { altKey: false },
    { shiftKey: false },
    { ctrlKey: true },
    { metaKey: true },
    { repeat: true },
  ])
    await press(document.body, 'n', { ...alt, ...init });
  expect(shell).not.toHaveBeenCalled();
});

test('while a popup is open every page key is ignored', async () => {
  shown = await render(
    <>
      <Keys run={shell} />
      <div data-modal />
    </>,
  );
  await press(document.body, 'n', alt);
  expect(shell).not.toHaveBeenCalled();
});

test("a page's key wins over the shell's, and the shell has it back afterwards", async () => {
  shown = await render(
    <>
      <Keys run={shell} />
      <Keys run={page} />
    </>,
  );
  await press(document.body, 'n', alt);
  expect([shell.mock.calls.length, page.mock.calls.length]).toEqual([0, 1]);
  await shown.again(<Keys run={shell} />);
  await press(document.body, 'n', alt);
  expect([shell.mock.calls.length, page.mock.calls.length]).toEqual([1, 1]);
});

test('key caps name the keys', () => {
  expect(keyCaps('Digit1')).toEqual(['Alt', 'Shift', '1']);
  expect(keyCaps('Enter')).toEqual(['Alt', 'Shift', 'Enter']);
});
