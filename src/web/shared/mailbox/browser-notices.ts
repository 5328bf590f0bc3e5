import { z } from 'zod';
import { wallAt } from '#contract/kit/wall-time.ts';
import { createStore, useStore } from '#web/ui/store.ts';

/** Events that a browser can notify about: a fax arrives, is delivered, or couldn't be sent. */
export const BROWSER_EVENTS = ['arrived', 'sent', 'failed'] as const;
export type BrowserEvent = (typeof BROWSER_EVENTS)[number];

/** Hours without notifications, as HH:MM in the account's time zone. They may span midnight. */
export interface QuietHours {
  from: string;
  until: string;
}

/** Notification settings of this browser, used while its page is hidden. They are stored in the browser, like its permission. */
export interface BrowserNotices {
  permission: 'ask' | 'granted' | 'blocked' | 'impossible';
  events: readonly BrowserEvent[];
  quiet: QuietHours | null;
}

/** Key in localStorage. Earlier versions stored 1 for “notify when a fax arrives”. */
const KEY = 'f2e.notices';

/** With a tag, several open tabs show a single notification per event. */
const TAG = 'f2e-notice-';

const time = z.string().regex(/^\d{2}:\d{2}$/u);
const choice = z.object({
  events: z.array(z.enum(BROWSER_EVENTS)),
  quiet: z.object({ from: time, until: time }).nullable(),
});
type Choice = z.output<typeof choice>;

const state = createStore<BrowserNotices>(read(), 'page');
// Another tab changed the settings. If it cleared all of localStorage, the event names no key.
globalThis.addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) state.set(read());
});

function read(): BrowserNotices {
  return { permission: permission(), ...readChoice() };
}

function permission(): BrowserNotices['permission'] {
  if (!('Notification' in globalThis) || !globalThis.isSecureContext) return 'impossible';
  const { permission: now } = Notification;
  return now === 'denied' ? 'blocked' : now === 'granted' ? 'granted' : 'ask';
}

function readChoice(): Choice {
  const kept = localStorage.getItem(KEY);
  if (kept === '1') return { events: ['arrived'], quiet: null };
  try {
    return choice.parse(JSON.parse(kept ?? ''));
  } catch {
    // Nothing was chosen yet.
    return { events: [], quiet: null };
  }
}

function keep(change: Partial<Choice>): void {
  localStorage.setItem(KEY, JSON.stringify({ ...readChoice(), ...change }));
  state.set(read());
}

/** Reads the notification settings of this browser. */
export function useBrowserNotices(): BrowserNotices {
  return useStore(state);
}

/** Returns whether this browser notifies about an event: it is selected, and the browser has given permission. */
export function tellsOf({ permission: now, events }: BrowserNotices, event: BrowserEvent): boolean {
  return now === 'granted' && events.includes(event);
}

/** Turns notifications about an event on or off. Asks for permission first if needed; without permission the event stays off. */
export async function wantBrowserNotice(event: BrowserEvent, on: boolean): Promise<void> {
  if (on && permission() === 'ask') await Notification.requestPermission();
  const others = readChoice().events.filter((one) => one !== event);
  keep({ events: on && permission() === 'granted' ? [...others, event] : others });
}

/** Sets the quiet hours; null turns them off. */
export function wantQuietHours(quiet: QuietHours | null): void {
  keep({ quiet });
}

/** Returns whether an instant is within the quiet hours; equal times mean the whole day. `zone`: IANA name. */
export function isQuiet(quiet: QuietHours | null, zone: string, at: Date): boolean {
  if (quiet === null) return false;
  const minute = wallAt(zone, at) % 1440;
  const [from, until] = [minuteOf(quiet.from), minuteOf(quiet.until)];
  return from < until ? minute >= from && minute < until : minute >= from || minute < until;
}

function minuteOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

/** A notification. Its text names nobody, because locked screens show it, too. `open` runs when it is clicked. */
export interface Notice {
  title: string;
  body: string;
  open: () => void;
}

/** Shows a notification if the page is hidden, the event is selected, and it isn't within quiet hours. `zone`: IANA name. */
export function tell(event: BrowserEvent, zone: string, { title, body, open }: Notice): void {
  const now = state.get();
  if (!document.hidden || !tellsOf(now, event) || isQuiet(now.quiet, zone, new Date())) return;
  try {
    const notice = new Notification(title, { body, tag: `${TAG}${event}` });
    notice.addEventListener('click', () => {
      window.focus();
      notice.close();
      open();
    });
  } catch {
    // On phones only service workers may show notifications; the page title still has the count.
  }
}
