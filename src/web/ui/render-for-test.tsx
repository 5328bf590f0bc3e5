import { act } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { vi } from 'vitest';
import { fetchParts } from './later.tsx';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}

/** A limit that only ends waits that hang, in ms. */
const HANG_MS = 240_000;

/** The rendered page, with actions that a person would take. For tests only. */
export interface Rendered {
  place: HTMLElement;
  again: (element: ReactNode) => Promise<void>;
  close: () => Promise<void>;
}

/** Renders into a new element of the document and waits until React is done. */
export async function render(element: ReactNode): Promise<Rendered> {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true;
  // Lazily loaded parts are loaded first: tests check what renders, not when it loads.
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

/** Returns the element, or throws an error that names the selector. */
export function find(place: ParentNode, selector: string): HTMLElement {
  const found = place.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`nothing matches ${selector}`);
  return found;
}

/** Returns the input, or throws an error that names the selector. */
export function findInput(place: ParentNode, selector = 'input'): HTMLInputElement {
  const found = find(place, selector);
  if (!(found instanceof HTMLInputElement)) throw new Error(`${selector} is no input`);
  return found;
}

/** Types into an input in a way that React notices. */
export async function type(input: HTMLInputElement, text: string): Promise<void> {
  await act(async () => {
    // React overrides the setter on the element; only the setter of the prototype lets it notice the change.
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

/** Waits until the check passes. Waits have no timeout of their own: a busy machine is not a fault. */
export async function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return await vi.waitFor(check, { timeout: HANG_MS });
}
