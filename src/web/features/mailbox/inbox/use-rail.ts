import { useCallback, useState, useSyncExternalStore } from 'react';

/** Below this width the rail collapses by default. */
const MIDDLE = '(max-width: 1239px)';
/** Returns the key of the user's choice: one for wide screens, one for narrower ones. */
const keyFor = (middle: boolean) => `f2e.folders.${middle ? 'middle' : 'wide'}`;

/** Returns whether the folder rail shows only icons, and the function that switches it. */
export function useRail(): { mini: boolean; toggle: () => void } {
  const middle = useSyncExternalStore(watchMiddle, isMiddle);
  const [, redraw] = useState(0);
  const mini = (localStorage.getItem(keyFor(middle)) ?? (middle ? 'mini' : 'full')) === 'mini';
  return {
    mini,
    toggle: useCallback(() => {
      localStorage.setItem(keyFor(middle), mini ? 'full' : 'mini');
      redraw((count) => count + 1);
    }, [middle, mini]),
  };
}

function isMiddle(): boolean {
  return matchMedia(MIDDLE).matches;
}

function watchMiddle(changed: () => void): () => void {
  const query = matchMedia(MIDDLE);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
