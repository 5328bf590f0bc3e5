// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ask, confirm, ConfirmHost } from './confirm.tsx';
import type { Answer } from './confirm.tsx';
import { click, press, render } from './render-for-test.tsx';
import { forgetSession } from './store.ts';
import type { Rendered } from './render-for-test.tsx';

let page: Rendered;
beforeEach(async () => {
  page = await render(<ConfirmHost />);
});
afterEach(() => page.close());

const question = {
  title: 'Delete 3 faxes?',
  body: 'Gone in 30 days.',
  confirmLabel: 'Delete',
  cancelLabel: 'Keep',
};
const dialog = () => document.querySelector<HTMLElement>('[role=alertdialog]');
const button = (name: string) =>
  [...(dialog()?.querySelectorAll('button') ?? [])].find((one) => one.textContent === name);

async function open<T>(asking: () => Promise<T>): Promise<Promise<T>[]> {
  let answer: Promise<T> | undefined;
  await act(async () => {
    answer = asking();
  });
  return answer === undefined ? [] : [answer];
}

test('[WID-01] title, content, ok, cancel and a middle button; Enter confirms', async () => {
  const [answer] = await open<Answer>(() => ask({ ...question, middleLabel: 'Archive' }));
  expect(dialog()?.textContent).toContain('Delete 3 faxes?');
  expect(dialog()?.textContent).toContain('Gone in 30 days.');
  expect(button('Keep')).toBeDefined();
  expect(button('Archive')).toBeDefined();
  // Enter presses the focused button, which is the confirming one.
  expect(document.activeElement).toBe(button('Delete'));
  const middle = button('Archive');
  if (middle !== undefined) await click(middle);
  expect(await answer).toBe('middle');
  expect(dialog()).toBeNull();
  for (const [name, said] of [
    ['Keep', 'cancel'],
    ['Delete', 'confirm'],
  ] as const) {
    const [again] = await open<Answer>(() => ask(question));
    // The middle button is optional.
    expect(button('Archive')).toBeUndefined();
    const pressed = button(name);
    if (pressed !== undefined) await click(pressed);
    expect(await again).toBe(said);
  }
});

test('[SHORT-19] Enter confirms, because the focus stands on the confirming button; Escape declines', async () => {
  const [answer] = await open(() => confirm(question));
  expect(document.activeElement).toBe(button('Delete'));
  await press(document.activeElement ?? document.body, 'Escape');
  expect(await answer).toBe(false);
});

test('a second question waits for the first', async () => {
  const [first] = await open(() => confirm(question));
  const [second] = await open(() => confirm({ ...question, title: 'Block 2 numbers?' }));
  expect(dialog()?.textContent).toContain('Delete 3 faxes?');
  const yes = button('Delete');
  if (yes !== undefined) await click(yes);
  expect(await first).toBe(true);
  expect(dialog()?.textContent).toContain('Block 2 numbers?');
  const no = button('Keep');
  if (no !== undefined) await click(no);
  expect(await second).toBe(false);
});

test('asked twice, as by a press and Enter before it was drawn, a question is answered once', async () => {
  const [first] = await open(() => confirm(question));
  const [again] = await open(() => confirm(question));
  expect(await again).toBe(false);
  const yes = button('Delete');
  if (yes !== undefined) await click(yes);
  expect(await first).toBe(true);
  expect(dialog()).toBeNull();
});

test('questions that are open when the session ends are declined, and nobody else sees them', async () => {
  const [first] = await open(() => confirm(question));
  const [second] = await open<Answer>(() => ask({ ...question, title: 'Block 2 numbers?' }));
  await act(async () => forgetSession());
  expect(dialog()).toBeNull();
  expect([await first, await second]).toEqual([false, 'cancel']);
});
