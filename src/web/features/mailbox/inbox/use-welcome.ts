import { useEffect } from 'react';
import { createStore, useStore } from '#web/ui/store.ts';

/** Whether nobody has done anything in the inbox yet since the page was loaded. */
const fresh = createStore(true, 'session');

/** Returns true on the first entry, until any opening, selection, search or folder change (INBOX-32: welcome). */
export function useFirstEntry(touched: boolean): boolean {
  const first = useStore(fresh);
  useEffect(() => {
    if (touched) fresh.set(false);
  }, [touched]);
  return first && !touched;
}
