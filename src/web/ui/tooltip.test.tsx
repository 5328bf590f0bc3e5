// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually, render } from './render-for-test.tsx';
import type { Rendered } from './render-for-test.tsx';
import { Tooltip } from './tooltip.tsx';

let page: Rendered;
beforeEach(async () => {
  page = await render(
    <Tooltip keys={['Alt', 'N']} label="New fax">
      <button type="button">+</button>
    </Tooltip>,
  );
});
afterEach(() => page.close());

const words = () => document.querySelector('[role=tooltip]')?.textContent ?? null;
const control = () => page.place.querySelector('button');

async function point(kind: 'pointerover' | 'pointerout'): Promise<void> {
  await act(async () => control()?.dispatchEvent(new MouseEvent(kind, { bubbles: true })));
}
/** Waits until a check passes; React finishes its work before each attempt. */
const until = async (check: () => void) => {
  const look = async () => {
    await act(async () => {});
    check();
  };
  await eventually(look);
};

test('a pointer that rests on a control shows its words and keys, and names them for screen readers, until it leaves', async () => {
  expect(words()).toBeNull();
  await point('pointerover');
  await until(() => expect(words()).toBe('New faxAltN'));
  expect(document.getElementById(control()?.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    words(),
  );
  await point('pointerout');
  await until(() => expect(words()).toBeNull());
  expect(control()?.hasAttribute('aria-describedby')).toBe(false);
});

test('Escape takes the words away', async () => {
  await point('pointerover');
  await until(() => expect(words()).not.toBeNull());
  await act(async () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })));
  await until(() => expect(words()).toBeNull());
});
