// @vitest-environment jsdom
import { useLayoutEffect } from 'react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { find, press, render } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { keyCaps, singleKeys, useHotkeys } from './hotkeys.ts';

const shell = vi.fn<() => void>();
const page = vi.fn<() => void>();

function Keys(props: { run: () => void }) {
  useHotkeys([{ code: 'KeyN', run: props.run }]);
  return <input />;
}

let shown: Rendered;
afterEach(async () => {
  await shown.close();
  singleKeys.set(false);
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

/** Presses the key after the page is mounted but before the browser paints it. */
function PressedAtOnce() {
  useLayoutEffect(() => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { ...alt, bubbles: true }));
  }, []);
  return null;
}

test('a key pressed as soon as the page can be seen is heard', async () => {
  shown = await render(
    <>
      <Keys run={shell} />
      <PressedAtOnce />
    </>,
  );
  expect(shell).toHaveBeenCalledTimes(1);
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

function SingleKeys(props: { children?: ReactNode }) {
  useHotkeys([
    { key: 'j', run: shell },
    { key: '#', run: page },
  ]);
  return props.children;
}

test('keys alone work only while they are turned on', async () => {
  shown = await render(<SingleKeys />);
  await press(document.body, 'j');
  expect(shell).not.toHaveBeenCalled();
  singleKeys.set(true);
  await press(document.body, 'j', { code: 'KeyJ' });
  await press(document.body, '#', { code: 'Digit3', shiftKey: true });
  expect([shell.mock.calls.length, page.mock.calls.length]).toEqual([1, 1]);
});

test('on a layout without Latin letters the place of the key counts', async () => {
  singleKeys.set(true);
  shown = await render(<SingleKeys />);
  await press(document.body, 'ت', { code: 'KeyJ' });
  await press(document.body, 'о', { code: 'KeyJ' });
  // French keyboards have another letter there, and that letter is the one that counts.
  await press(document.body, 'ü', { code: 'KeyJ' });
  expect(shell).toHaveBeenCalledTimes(2);
});

test('keys alone do nothing with modifiers, held down, in fields, menus and dialogs, and when something took them', async () => {
  singleKeys.set(true);
  shown = await render(
    <SingleKeys>
      <input />
      <textarea />
      <select aria-label="One of these" />
      <div role="menu">
        <button type="button">Entry</button>
      </div>
      <div role="alertdialog">
        <button type="button">Answer</button>
      </div>
      <a href="#taken" onKeyDown={(event) => event.preventDefault()}>
        Taken
      </a>
    </SingleKeys>,
  );
  for (const target of shown.place.querySelectorAll('input, textarea, select, button, a'))
    await press(target, 'j');
  for (const init of [
    { ctrlKey: true },
    { metaKey: true },
    { altKey: true },
    { shiftKey: true },
    { repeat: true },
  ])
    await press(document.body, 'j', init);
  expect(shell).not.toHaveBeenCalled();
  await shown.again(
    <SingleKeys>
      <div data-modal />
    </SingleKeys>,
  );
  await press(document.body, 'j');
  expect(shell).not.toHaveBeenCalled();
});

test('Ctrl+K works in fields too, and without anything turned on', async () => {
  function Palette() {
    useHotkeys([{ ctrl: 'k', run: shell }]);
    return <input />;
  }
  shown = await render(<Palette />);
  await press(find(shown.place, 'input'), 'k', { ctrlKey: true });
  await press(find(shown.place, 'input'), 'k', { ctrlKey: true, shiftKey: true });
  expect(shell).toHaveBeenCalledTimes(1);
});

test('key caps name the keys', () => {
  expect(keyCaps('Digit1')).toEqual(['Alt', 'Shift', '1']);
  expect(keyCaps('Enter')).toEqual(['Alt', 'Shift', 'Enter']);
});
