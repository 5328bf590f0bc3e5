import { useEffect } from 'react';
import type { RefObject } from 'react';
import { useRouter } from '@tanstack/react-router';

/**
 * After a navigation to another page (not only a change of its search), moves the focus to the page's heading, so that
 * screen readers announce the page. While code and data load, the heading may not exist yet; until it does, the page
 * element has the focus.
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

/** Focuses the visible heading (on phones it is in the top bar). */
export function focusHeading(): boolean {
  const headings = [...document.querySelectorAll<HTMLElement>('.topbar h1, main h1')];
  const heading = headings.find((one) => one.offsetParent !== null);
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
  return heading !== undefined;
}
