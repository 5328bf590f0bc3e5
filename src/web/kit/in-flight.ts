import { useCallback, useRef } from 'react';

/** Does work unless the same is under way; `about` says what is the same. */
export type InFlight = <T>(about: string, work: () => Promise<T>) => Promise<T>;

/**
 * Lets nothing be done twice by a double click or a key that is held: asked again while the work is under way, the answer
 * is that of the first. Work about something else goes on beside it. The question that a work begins with belongs inside,
 * so that nobody confirms what is not done.
 */
export function useInFlight(): InFlight {
  const underWay = useRef(new Map<string, Promise<unknown>>());
  return useCallback(async <T>(about: string, work: () => Promise<T>) => {
    const first = underWay.current.get(about);
    if (first !== undefined) return (await first) as T;
    const now = work().finally(() => underWay.current.delete(about));
    underWay.current.set(about, now);
    return await now;
  }, []);
}
