import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { KeyboardEvent, RefObject } from 'react';
import { useStore } from '#web/ui/store.ts';
import { anchorAt, bounded, holdAnchor, shownPercent, stepFrom, zoomIn, zoomKey } from './zoom.ts';
import type { Anchor, ReaderPlace, Zoom } from './zoom.ts';

/** The zoom of the pages and its functions; the point in the middle, or under the pointer, stays in place. */
export interface ZoomVerbs {
  zoom: Zoom;
  set: (zoom: Zoom, at?: { x: number; y: number }) => void;
  step: (direction: 1 | -1) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** How much one pixel of wheel movement zooms; a pinch on a touchpad arrives as many small movements. */
const WHEEL_GAIN = 0.0025;

/** Handles zooming by keys, by Ctrl and the wheel, and through `set`. */
export function useZoom(area: RefObject<HTMLElement | null>, place: ReaderPlace): ZoomVerbs {
  const store = zoomIn[place];
  const zoom = useStore(store);
  const anchor = useRef<Anchor | null>(null);
  useLayoutEffect(() => {
    if (area.current !== null && anchor.current !== null) holdAnchor(area.current, anchor.current);
    anchor.current = null;
  });
  const set = useCallback<ZoomVerbs['set']>(
    (next, at) => {
      if (area.current !== null) anchor.current = anchorAt(area.current, at);
      store.set(typeof next === 'number' ? bounded(next) : next);
    },
    [area, store],
  );
  useWheel(area, set);
  return useMemo(() => {
    const step = (direction: 1 | -1) => set(stepFrom(shownPercent(area.current), direction));
    return {
      zoom,
      set,
      step,
      onKeyDown: (event) => {
        const key = zoomKey(event);
        if (key === null) return;
        event.preventDefault();
        if (key === 'width') set('width');
        else step(key === 'in' ? 1 : -1);
      },
    };
  }, [area, set, zoom]);
}

function useWheel(area: RefObject<HTMLElement | null>, set: ZoomVerbs['set']): void {
  useEffect(() => {
    const place = area.current;
    if (place === null) return undefined;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      // Otherwise the browser would zoom the whole page.
      event.preventDefault();
      const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * 40;
      const percent = shownPercent(place) * Math.exp(-pixels * WHEEL_GAIN);
      set(percent, { x: event.clientX, y: event.clientY });
    };
    place.addEventListener('wheel', onWheel, { passive: false });
    return () => place.removeEventListener('wheel', onWheel);
  }, [area, set]);
}
