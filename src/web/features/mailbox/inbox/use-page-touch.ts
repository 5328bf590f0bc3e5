import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { shownPercent } from './zoom.ts';
import type { ZoomVerbs } from './use-zoom.ts';

/** The touch actions on the pages besides zooming. */
export interface PageTouch {
  zoom: ZoomVerbs;
  /** Opens the fax below (1) or above (-1) in the list; called only while the pages are as wide as the screen. */
  onSwipe: ((direction: 1 | -1) => void) | undefined;
}

/** Two taps within this time and distance are one double tap. */
const TAP_MS = 300;
const TAP_PX = 24;
/** A swipe is at least this long, and twice as long as it is high. */
const SWIPE_PX = 70;
/** The zoom factor of a double tap. */
const DOUBLE = 2.2;

interface Finger {
  x: number;
  y: number;
  at: number;
}

/** Zooms the pages on pinch and double tap; a horizontal swipe opens the next fax while they are not zoomed. */
export function usePageTouch(area: RefObject<HTMLElement | null>, touch: PageTouch): void {
  const live = useRef(touch);
  useEffect(() => {
    live.current = touch;
  });
  useEffect(() => {
    const place = area.current;
    if (place === null) return undefined;
    return listen(place, live);
  }, [area]);
}

function listen(place: HTMLElement, live: RefObject<PageTouch>): () => void {
  let first: Finger | null = null;
  let tapped: Finger | null = null;
  let pinch: { apart: number; percent: number } | null = null;
  const onStart = (event: TouchEvent) => {
    pinch = event.touches.length === 2 ? { apart: apart(event), percent: shownPercent(place) } : null;
    first = event.touches.length === 1 ? fingerOf(event.touches[0], event) : null;
  };
  const onMove = (event: TouchEvent) => {
    if (pinch === null || event.touches.length !== 2) return;
    // Otherwise the browser would zoom the whole page.
    if (event.cancelable) event.preventDefault();
    const percent = (pinch.percent * apart(event)) / (pinch.apart || 1);
    live.current.zoom.set(percent, middle(event));
  };
  const onEnd = (event: TouchEvent) => {
    const from = first;
    const to = fingerOf(event.changedTouches[0], event);
    if (event.touches.length > 0 || from === null || to === null) return;
    first = null;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    if (Math.abs(dx) < TAP_PX && Math.abs(dy) < TAP_PX) tapped = tap(to, tapped, place, live.current.zoom);
    else if (Math.abs(dx) > SWIPE_PX && Math.abs(dx) > 2 * Math.abs(dy) && isFitted(place))
      live.current.onSwipe?.(dx < 0 === (getComputedStyle(place).direction === 'ltr') ? 1 : -1);
  };
  place.addEventListener('touchstart', onStart, { passive: true });
  place.addEventListener('touchmove', onMove, { passive: false });
  place.addEventListener('touchend', onEnd, { passive: true });
  return () => {
    place.removeEventListener('touchstart', onStart);
    place.removeEventListener('touchmove', onMove);
    place.removeEventListener('touchend', onEnd);
  };
}

/** Zooms at the second tap; returns the tap to compare the next one with. */
function tap(
  now: Finger,
  before: Finger | null,
  place: HTMLElement,
  { zoom, set }: ZoomVerbs,
): Finger | null {
  const double =
    before !== null && now.at - before.at < TAP_MS && Math.hypot(now.x - before.x, now.y - before.y) < TAP_PX;
  if (!double) return now;
  set(zoom === 'width' ? shownPercent(place) * DOUBLE : 'width', now);
  return null;
}

/** Returns whether the pages fit, so that there is nothing to pan to at the sides. */
function isFitted(place: HTMLElement): boolean {
  return place.scrollWidth <= place.clientWidth + 1;
}

function fingerOf(touch: Touch | undefined, event: TouchEvent): Finger | null {
  return touch === undefined ? null : { x: touch.clientX, y: touch.clientY, at: event.timeStamp };
}

function apart({ touches: [a, b] }: TouchEvent): number {
  return a === undefined || b === undefined ? 0 : Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}

function middle({ touches: [a, b] }: TouchEvent): { x: number; y: number } {
  if (a === undefined || b === undefined) return { x: 0, y: 0 };
  return { x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2 };
}
