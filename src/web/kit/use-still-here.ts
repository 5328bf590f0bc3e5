import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Returns a ref that tells whether the component is still mounted. */
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
