import { useEffect } from 'react';
import { keptChoice } from '#web/kit/kept-choice.ts';
import type { MenuEntry } from '#web/ui/menu.tsx';
import { createStore, useStore } from '#web/ui/store.ts';
import { useKeyDown } from '#web/ui/use-key-down.ts';

/** The page in the middle of the page area, from 1. */
export const currentPage = createStore(1, 'session');

/** Whether thumbnails are shown beside the pages; below the list, where height is scarce, only on request. */
export const stripShown = {
  beside: keptChoice('f2e.strip.beside', (kept) => kept !== 'false'),
  below: keptChoice('f2e.strip.below', (kept) => kept === 'true'),
} as const;

/** Whether the party's other faxes, and the calls, are shown beside the pages. */
export const detailsShown = keptChoice('f2e.details', (kept) => kept === 'true');

/** What «More» offers for the text of the opened fax; empty until its pages were read. */
export const textEntries = createStore<readonly MenuEntry[]>([], 'session');

/** The fax whose activity is shown over the page. */
export const activityShown = createStore<string | null>(null, 'session');

const full = createStore(false, 'session');

/** Returns whether the reader fills the screen, and the switch for it. Ends with the fax, or by the browser. */
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

/** Leaves full screen on Escape, if the browser refused it and therefore does not handle the key itself. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.key === 'Escape' && !event.defaultPrevented && !document.fullscreenElement) full.set(false);
}

/** Makes the whole document full screen, covered by the reader: menus and growls render beside the reader. */
async function enterFullScreen(): Promise<void> {
  full.set(true);
  // If the browser refuses, the reader stays as large as the window.
  await document.documentElement.requestFullscreen?.().catch(() => undefined);
}

/** Returns to list and reader. */
export async function leaveFullScreen(): Promise<void> {
  full.set(false);
  if (document.fullscreenElement) await document.exitFullscreen().catch(() => undefined);
}
