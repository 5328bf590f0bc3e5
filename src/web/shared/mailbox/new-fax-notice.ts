import { useEffect, useRef } from 'react';
import type { MainData } from './main-data.ts';
import { createStore, useStore } from '#web/ui/store.ts';

/** Name in localStorage: the choice is this browser's, as its permission is. */
const WANTED_KEY = 'f2e.notices';

/** Several open tabs show one notice. */
const TAG = 'f2e-new-fax';

/** Whether this browser tells about new faxes while nobody looks at the page. */
export type BrowserNotices = 'on' | 'off' | 'blocked' | 'impossible';

const state = createStore<BrowserNotices>(read());

function read(): BrowserNotices {
  if (!('Notification' in globalThis) || !globalThis.isSecureContext) return 'impossible';
  if (Notification.permission === 'denied') return 'blocked';
  const wanted = localStorage.getItem(WANTED_KEY) === '1';
  return wanted && Notification.permission === 'granted' ? 'on' : 'off';
}

/** Reads the choice of this browser. */
export function useBrowserNotices(): BrowserNotices {
  return useStore(state);
}

/** Turns notices on, asking the browser where it has not been asked, or off. */
export async function wantBrowserNotices(on: boolean): Promise<void> {
  if (on) {
    localStorage.setItem(WANTED_KEY, '1');
    await Notification.requestPermission();
  } else localStorage.removeItem(WANTED_KEY);
  state.set(read());
}

/** Words of a notice for so many new faxes: they name nobody, because they stand on locked screens too. */
export type NoticeWords = (count: number) => { title: string; body: string };

/** Shows a notice when unread faxes come while the page is not looked at. `open` leads to them. */
export function useNewFaxNotice(main: MainData | undefined, words: NoticeWords, open: () => void): void {
  const seen = useRef<{ total: number; unread: number } | null>(null);
  const now = main?.folders.Inbox;
  const latest = useRef({ words, open });
  useEffect(() => {
    latest.current = { words, open };
  });
  useEffect(() => {
    if (now === undefined) return;
    const before = seen.current;
    seen.current = now;
    if (before === null) return;
    // Marking as unread or restoring from the archive moves one of the two numbers alone, or neither.
    const fresh = Math.min(now.total - before.total, now.unread - before.unread);
    if (fresh > 0 && document.hidden && state.get() === 'on')
      show(latest.current.words(fresh), () => latest.current.open());
  }, [now]);
}

function show({ title, body }: { title: string; body: string }, open: () => void): void {
  try {
    const notice = new Notification(title, { body, tag: TAG });
    notice.addEventListener('click', () => {
      window.focus();
      notice.close();
      open();
    });
  } catch {
    // Phones allow notices of service workers only; the count in the title is there all the same.
  }
}
