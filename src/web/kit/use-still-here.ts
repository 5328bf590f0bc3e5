import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Whether the component is still on the page: what ends later is told elsewhere. */
export function useStillHere(): Readonly<RefObject<boolean>> {
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  return here;
}
