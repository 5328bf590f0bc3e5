import { useEffect } from 'react';
import type { RefObject } from 'react';
import { useRouter } from '@tanstack/react-router';

/**
 * After a change of page (not of its search) the focus goes to the page's heading, so that a screen reader reads where
 * it is. The heading may come later than the route (code and data still loading): until then the page itself has it.
 */
export function useFocusOnArrival(page: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(() => {
    const seek = new MutationObserver(() => {
      const moved = document.activeElement !== document.body && document.activeElement !== page.current;
      if (moved || focusHeading()) seek.disconnect();
    });
    const arrived = ({ pathChanged, fromLocation }: { pathChanged: boolean; fromLocation?: unknown }) => {
      seek.disconnect();
      if (!pathChanged || fromLocation === undefined || focusHeading()) return;
      page.current?.focus({ preventScroll: true });
      seek.observe(document.body, { childList: true, subtree: true });
    };
    const stop = router.subscribe('onRendered', arrived);
    return () => {
      stop();
      seek.disconnect();
    };
  }, [page, router]);
}

/** Focuses the heading that is in sight (phones have theirs in the top bar). */
export function focusHeading(): boolean {
  const headings = [...document.querySelectorAll<HTMLElement>('.topbar h1, main h1')];
  const heading = headings.find((one) => one.offsetParent !== null);
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
  return heading !== undefined;
}
