import { useCallback, useRef } from 'react';

/** Runs `work` unless work with the same `about` is in progress. */
export type InFlight = <T>(about: string, work: () => Promise<T>) => Promise<T>;

/**
 * Prevents a double click or a held key from doing something twice: while work is in progress, a second request for the
 * same work waits for the first and returns its result. Other work runs in parallel. Ask for confirmation inside `work`, so
 * that nobody confirms something that is then skipped.
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
