import { z } from 'zod';
import { wallAt } from '#contract/kit/wall-time.ts';
import { createStore, useStore } from '#web/ui/store.ts';

/** What a browser can tell about: a fax arrives, is delivered, could not be sent. */
export const BROWSER_EVENTS = ['arrived', 'sent', 'failed'] as const;
export type BrowserEvent = (typeof BROWSER_EVENTS)[number];

/** Hours without notices, HH:MM on the clock of the account's time zone; they may pass midnight. */
export interface QuietHours {
  from: string;
  until: string;
}

/** What this browser tells while nobody looks at the page. The choice is this browser's, as its permission is. */
export interface BrowserNotices {
  permission: 'ask' | 'granted' | 'blocked' | 'impossible';
  events: readonly BrowserEvent[];
  quiet: QuietHours | null;
}

/** Name in localStorage. Before there were events the value was 1: a notice when a fax arrives. */
const KEY = 'f2e.notices';

/** Several open tabs show one notice of a kind. */
const TAG = 'f2e-notice-';

const time = z.string().regex(/^\d{2}:\d{2}$/u);
const choice = z.object({
  events: z.array(z.enum(BROWSER_EVENTS)),
  quiet: z.object({ from: time, until: time }).nullable(),
});
type Choice = z.output<typeof choice>;

const state = createStore<BrowserNotices>(read());

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

/** Reads what this browser tells. */
export function useBrowserNotices(): BrowserNotices {
  return useStore(state);
}

/** Whether this browser tells of an event: it was chosen, and the browser allows it. */
export function tellsOf({ permission: now, events }: BrowserNotices, event: BrowserEvent): boolean {
  return now === 'granted' && events.includes(event);
}

/** Turns notices of an event on, asking the browser where it has not been asked, or off. Without permission none is on. */
export async function wantBrowserNotice(event: BrowserEvent, on: boolean): Promise<void> {
  if (on && permission() === 'ask') await Notification.requestPermission();
  const others = readChoice().events.filter((one) => one !== event);
  keep({ events: on && permission() === 'granted' ? [...others, event] : others });
}

/** Sets the hours without notices; null: there are none. */
export function wantQuietHours(quiet: QuietHours | null): void {
  keep({ quiet });
}

/** Whether the hours without notices have come; equal times are the whole day. */
export function isQuiet(quiet: QuietHours | null, zone: string, at: Date): boolean {
  if (quiet === null) return false;
  const minute = wallAt(zone, at) % 1440;
  const [from, until] = [minuteOf(quiet.from), minuteOf(quiet.until)];
  return from < until ? minute >= from && minute < until : minute >= from || minute < until;
}

function minuteOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
}

/** A notice: its words name nobody, because they stand on locked screens too. `open` leads to what it is about. */
export interface Notice {
  title: string;
  body: string;
  open: () => void;
}

/** Shows a notice, unless it is not wanted now or somebody looks at the page. `zone`: IANA name. */
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
    // Phones allow notices of service workers only; the count in the title is there all the same.
  }
}
