/** Opens single pages in an application that has nothing else, and does to them what people do. */
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

/** Who wants to hear that the window has another width. */
const turning = new Set<() => void>();

/** Says that the window has another width now. */
export async function turnWindow(): Promise<void> {
  await act(async () => turning.forEach((heard) => heard()));
}

/** A browser window of a width in CSS pixels; jsdom lays nothing out and has no media queries of its own. */
export function stubWindow(width: () => number = () => 1440): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: width() <= Number(/max-width: (\d+)px/.exec(query)?.[1] ?? 0),
    addEventListener: (_type: string, heard: () => void) => turning.add(heard),
    removeEventListener: (_type: string, heard: () => void) => turning.delete(heard),
  }));
  vi.stubGlobal('scrollTo', () => undefined);
}

/** Draws a router with the hosts of questions and growls beside it, as the application does. */
export async function renderRouter(router: AnyRouter, client: QueryClient = queryClient): Promise<Rendered> {
  return await render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <ConfirmHost />
      <GrowlHost closeLabel="Close" />
    </QueryClientProvider>,
  );
}

/** A history without any page before. A page that is opened again with the same one is a page that was reloaded. */
export const freshHistory = () => createMemoryHistory({ initialEntries: ['/'] });

/** Opens a page in an application that has nothing else, and waits until it has asked for everything. */
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

/** Lets answers arrive; also with false timers. @param ms how far false timers move in all */
export async function settle(ms = 1): Promise<void> {
  for (let turn = 0; turn < 10; turn++)
    await act(async () =>
      vi.isFakeTimers() ? vi.advanceTimersByTimeAsync(ms / 10) : new Promise((go) => setTimeout(go, 1)),
    );
}

/** Waits for something to come true. */
export const until = <T,>(check: () => T) =>
  eventually(async () => {
    // Not within act, which drops what was to be drawn when something throws in it.
    await act(async () => undefined);
    return check();
  });

/** What the growl says. */
export const said = (): string => document.querySelector('.growl')?.textContent ?? '';

const named = (words: string) =>
  [...document.querySelectorAll<HTMLElement>('button, a')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent).trim() === words,
  );

/** The button or link with these words, anywhere on the page. */
export function button(words: string): HTMLButtonElement {
  const found = named(words);
  if (found === undefined) throw new Error(`no button says ${words}`);
  return found as HTMLButtonElement;
}

/** Whether there is such a button. */
export const hasButton = (words: string): boolean => named(words) !== undefined;

/** Presses a button and waits for what comes of it. */
export async function push(words: string): Promise<void> {
  await click(button(words));
  await settle();
}

/** Says yes to the question that is open. */
export async function sure(): Promise<void> {
  await click(find(document.body, '[role=alertdialog] [data-variant=danger]'));
  await settle();
}
