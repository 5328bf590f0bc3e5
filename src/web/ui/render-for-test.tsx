import { act } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';
import { fetchParts } from './later.tsx';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}

/** Ends only what hangs. */
const HANG_MS = 240_000;

/** What is on the page, and how to act on it as a person would. For tests only. */
export interface Rendered {
  place: HTMLElement;
  again: (element: ReactNode) => Promise<void>;
  close: () => Promise<void>;
}

/** Draws into a fresh element of the document and waits until React is done. */
export async function render(element: ReactNode): Promise<Rendered> {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  // What comes later in a browser is there already: tests are about what is drawn, not about when it is fetched.
  await fetchParts();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () => root.render(element));
  return {
    place,
    again: async (next) => act(async () => root.render(next)),
    close: async () => {
      await act(async () => root.unmount());
      place.remove();
    },
  };
}

/** The element, or a failure that names what was looked for. */
export function find(place: ParentNode, selector: string): HTMLElement {
  const found = place.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`nothing matches ${selector}`);
  return found;
}

/** The input, or a failure that names what was looked for. */
export function findInput(place: ParentNode, selector = 'input'): HTMLInputElement {
  const found = find(place, selector);
  if (!(found instanceof HTMLInputElement)) throw new Error(`${selector} is no input`);
  return found;
}

/** Types into an input the way React notices. */
export async function type(input: HTMLInputElement, text: string): Promise<void> {
  await act(async () => {
    // React overwrites the setter on the element; only the prototype's makes it see a change.
    Reflect.set(HTMLInputElement.prototype, 'value', text, input);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** Presses a key on an element. */
export async function press(element: Element, key: string, init: KeyboardEventInit = {}): Promise<void> {
  await act(async () => {
    element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }));
  });
}

/** Clicks an element. */
export async function click(element: HTMLElement): Promise<void> {
  await act(async () => element.click());
}

/** Waits until the check passes. No wait has a limit of its own: a busy machine is no fault. */
export async function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return await vi.waitFor(check, { timeout: HANG_MS });
}
