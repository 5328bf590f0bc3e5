/** Opens single pages in an otherwise empty application, and performs the actions of people on them. */
import { act } from 'react';
import type { ReactNode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { AnyRouter } from '@tanstack/react-router';
import { vi } from 'vitest';
import { ConfirmHost } from '#web/ui/confirm.tsx';
import { GrowlHost } from '#web/ui/growl.tsx';
import { click, eventually, find, render } from '#web/ui/render-for-test.tsx';
import type { Rendered } from '#web/ui/render-for-test.tsx';
import { queryClient } from './query-client.ts';

/** The listeners for changes of the window's width. */
const turning = new Set<() => void>();

/** Notifies the listeners that the width of the window has changed. */
export async function turnWindow(): Promise<void> {
  await act(async () => turning.forEach((heard) => heard()));
}

/** Stubs a browser window with a width in CSS pixels; jsdom has neither layout nor media queries. */
export function stubWindow(width: () => number = () => 1440): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width() <= Number(/max-width: (\d+)px/.exec(query)?.[1] ?? 0),
    addEventListener: (_type: string, heard: () => void) => turning.add(heard),
    removeEventListener: (_type: string, heard: () => void) => turning.delete(heard),
  }));
  vi.stubGlobal('scrollTo', () => undefined);
}

/** Renders a router with the hosts of confirmations and growls beside it, as the application does. */
export async function renderRouter(router: AnyRouter, client: QueryClient = queryClient): Promise<Rendered> {
  return await render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <ConfirmHost />
      <GrowlHost closeLabel="Close" />
    </QueryClientProvider>,
  );
}

/** Returns a history without earlier pages. To test a reload, open the page again with the same history. */
export const freshHistory = () => createMemoryHistory({ initialEntries: ['/'] });

/** Opens a page in an otherwise empty application, and waits until it has sent its requests. */
export async function openPage(page: ReactNode, history = freshHistory()): Promise<Rendered> {
  const root = createRootRoute();
  const here = createRoute({ getParentRoute: () => root, path: '/', component: () => page });
  const rest = createRoute({ getParentRoute: () => root, path: '$', component: () => <p>Elsewhere</p> });
  const router = createRouter({
    routeTree: root.addChildren([here, rest]),
    history,
  });
  const shown = await renderRouter(router);
  await settle();
  return shown;
}

/** Lets responses arrive; also works with fake timers. @param ms how far fake timers advance in total */
export async function settle(ms = 1): Promise<void> {
  for (let turn = 0; turn < 10; turn++)
    await act(async () =>
      vi.isFakeTimers() ? vi.advanceTimersByTimeAsync(ms / 10) : new Promise((go) => setTimeout(go, 1)),
    );
}

/** Waits until a check passes. */
export const until = <T,>(check: () => T) =>
  eventually(async () => {
    // Not within act, which discards pending renders when something throws in it.
    await act(async () => undefined);
    return check();
  });

/** Returns the text of the growl. */
export const said = (): string => document.querySelector('.growl')?.textContent ?? '';

const named = (words: string) =>
  [...document.querySelectorAll<HTMLElement>('button, a')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent).trim() === words,
  );

/** Returns the button or link with this text, anywhere on the page. */
export function button(words: string): HTMLButtonElement {
  const found = named(words);
  if (found === undefined) throw new Error(`no button says ${words}`);
  return found as HTMLButtonElement;
}

/** Returns whether there is such a button. */
export const hasButton = (words: string): boolean => named(words) !== undefined;

/** Presses a button and waits for the result. */
export async function push(words: string): Promise<void> {
  await click(button(words));
  await settle();
}

/** Confirms the question that is open. */
export async function sure(): Promise<void> {
  await click(find(document.body, '[role=alertdialog] [data-variant=danger]'));
  await settle();
}
