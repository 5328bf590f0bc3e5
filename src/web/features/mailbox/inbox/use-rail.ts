import { useCallback, useState, useSyncExternalStore } from 'react';

/** Below this the rail collapses by itself. */
const MIDDLE = '(max-width: 1239px)';
/** Where the person's own choice is remembered: one for wide screens, one for narrower ones. */
const keyFor = (middle: boolean) => `f2e.folders.${middle ? 'middle' : 'wide'}`;

/** Whether the folder rail shows icons only, and the switch for it. */
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
