import { useEffect } from 'react';
import { keptChoice } from '#web/kit/kept-choice.ts';
import type { MenuEntry } from '#web/ui/menu.tsx';
import { createStore, useStore } from '#web/ui/store.ts';
import { useKeyDown } from '#web/ui/use-key-down.ts';

/** The page in the middle of the page area, from 1. */
export const currentPage = createStore(1, 'session');

/** Whether the small pictures of the pages stand beside them; below the list, where room is low, only when asked for. */
export const stripShown = {
  beside: keptChoice('f2e.strip.beside', (kept) => kept !== 'false'),
  below: keptChoice('f2e.strip.below', (kept) => kept === 'true'),
} as const;

/** Whether other faxes of the party, and the calls, stand beside the pages. */
export const detailsShown = keptChoice('f2e.details', (kept) => kept === 'true');

/** What «More» offers for the text of the opened fax; empty until its pages were read. */
export const textEntries = createStore<readonly MenuEntry[]>([], 'session');

const full = createStore(false, 'session');

/** Whether the reader fills the screen, and the switch for it. It ends with the fax, and when the browser ends it. */
export function useFullScreen(): { full: boolean; toggle: () => void } {
  const now = useStore(full);
  useEffect(() => {
    const changed = () => full.set(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, []);
  useKeyDown(onKeyDown);
  return { full: now, toggle: () => void (now ? leaveFullScreen() : enterFullScreen()) };
}

/** Where the browser has refused to fill the screen, it does not hear the key either. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.key === 'Escape' && !event.defaultPrevented && !document.fullscreenElement) full.set(false);
}

/** The whole document goes full screen and the reader covers it: menus and growls are drawn beside the reader. */
async function enterFullScreen(): Promise<void> {
  full.set(true);
  // A browser that refuses leaves the reader as large as the window.
  await document.documentElement.requestFullscreen?.().catch(() => undefined);
}

/** Back to list and reader. */
export async function leaveFullScreen(): Promise<void> {
  full.set(false);
  if (document.fullscreenElement) await document.exitFullscreen().catch(() => undefined);
}
