import { useEffect } from 'react';
import { createStore, useStore } from '#web/ui/store.ts';

/** Whether there was no activity in the inbox since the page was loaded. */
const fresh = createStore(true);

/** Returns true on the first entry, until any opening, selection, search or folder change (INBOX-32: welcome). */
export function useFirstEntry(touched: boolean): boolean {
  const first = useStore(fresh);
  useEffect(() => {
    if (touched) fresh.set(false);
  }, [touched]);
  return first && !touched;
}
