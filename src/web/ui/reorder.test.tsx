// @vitest-environment jsdom
import { act, useRef, useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ReorderGrip } from './reorder-grip.tsx';
import { useReorder } from './reorder.ts';
import { find, press, render } from './render-for-test.tsx';
import type { Rendered } from './render-for-test.tsx';

let page: Rendered;
const orders: string[] = [];

function List() {
  const [ids, setIds] = useState<readonly string[]>(['a', 'b', 'c']);
  const list = useRef<HTMLUListElement>(null);
  const reorder = useReorder({
    ids,
    list,
    axis: 'y',
    onOrder: (order) => {
      orders.push(order.join(''));
      setIds(order);
    },
    say: (step, id, position) => `${step} ${id} ${position}`,
  });
  return (
    <>
      <ul ref={list}>
        {reorder.order.map((id) => (
          <li data-item={id} key={id}>
            <ReorderGrip hint="how" id={id} label={`Move ${id}`} reorder={reorder} />
          </li>
        ))}
      </ul>
      <p aria-live="assertive">{reorder.said}</p>
      <button onClick={() => setIds(['c', 'a'])} type="button">
        Change
      </button>
    </>
  );
}

beforeEach(async () => {
  orders.length = 0;
  page = await render(<List />);
});
afterEach(async () => await page.close());

const shown = () =>
  rows()
    .map((item) => item.dataset['item'])
    .join('');
const grip = (id: string) => find(page.place, `[aria-label="Move ${id}"]`);
const said = () => find(page.place, 'p').textContent;

const rows = () => [...page.place.querySelectorAll<HTMLElement>('li')];
const point = async (type: string, clientY: number) =>
  await act(async () => {
    const event = new MouseEvent(type, { bubbles: true, clientY, button: 0 });
    Object.assign(event, { isPrimary: true, pointerType: 'touch' });
    (type === 'pointerdown' ? grip('a') : globalThis).dispatchEvent(event);
  });

/** jsdom has no layout: each entry is 20 px high. */
function rect(this: HTMLElement): DOMRect {
  return new DOMRect(0, rows().indexOf(this) * 20, 100, 20);
}

test('Space takes an entry, arrows move it, Space puts it down; each step is said, the order told once', async () => {
  grip('c').focus();
  await press(grip('c'), ' ');
  expect([said(), grip('c').getAttribute('aria-pressed')]).toEqual(['taken c 3', 'true']);
  await press(grip('c'), 'ArrowUp');
  await press(grip('c'), 'ArrowUp');
  expect([shown(), said(), orders]).toEqual(['cab', 'moved c 1', []]);
  // The end of the list stops the move.
  await press(grip('c'), 'ArrowUp');
  expect(shown()).toBe('cab');
  expect(document.activeElement).toBe(grip('c'));
  await press(grip('c'), ' ');
  expect([shown(), said(), orders]).toEqual(['cab', 'dropped c 1', ['cab']]);
});

test('Escape puts it back; without Space, arrows do nothing', async () => {
  await press(grip('a'), 'ArrowDown');
  expect(shown()).toBe('abc');
  await press(grip('a'), ' ');
  await press(grip('a'), 'End');
  expect(shown()).toBe('bca');
  await press(grip('a'), 'Escape');
  expect([shown(), said(), orders]).toEqual(['abc', 'restored a 1', []]);
});

test('leaving the grip puts it down; a list that has changed meanwhile lets go of it', async () => {
  grip('a').focus();
  await press(grip('a'), ' ');
  await press(grip('a'), 'ArrowDown');
  await act(async () => grip('a').blur());
  expect([shown(), orders]).toEqual(['bac', ['bac']]);
  grip('a').focus();
  await press(grip('a'), ' ');
  await act(async () => find(page.place, 'button:not(.grip)').click());
  expect(shown()).toBe('ca');
  await press(grip('a'), 'ArrowUp');
  expect([shown(), orders]).toEqual(['ca', ['bac']]);
});

test('a pointer moves the entry past the middle of another one; a cancelled touch puts it back', async () => {
  HTMLElement.prototype.getBoundingClientRect = rect;
  await point('pointerdown', 10);
  await point('pointermove', 28);
  expect(shown()).toBe('abc');
  await point('pointermove', 55);
  expect(shown()).toBe('bca');
  await point('pointerup', 55);
  expect(orders).toEqual(['bca']);
  await point('pointerdown', 50);
  await point('pointermove', 2);
  expect(shown()).toBe('abc');
  await point('pointercancel', 2);
  expect([shown(), orders]).toEqual(['bca', ['bca']]);
});
