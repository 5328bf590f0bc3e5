import { useLayoutEffect, useRef } from 'react';

/** Whether the page that asks is still on the screen: an answer that comes late must not lead people back to it. */
export function useShown(): { readonly current: boolean } {
  const shown = useRef(false);
  useLayoutEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return shown;
}
