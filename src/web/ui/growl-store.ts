import { createStore } from './store.ts';

/** How long success and error growls stay by default, in ms (SHELL-09). */
export const GROWL_MS = 2500;

/** An action that a notice offers. */
export interface GrowlAction {
  label: string;
  /** The keys for the same action, as labels and in ARIA notation, if there are any. */
  keys?: readonly string[];
  shortcut?: string;
  run: () => void;
}

/** A short notice about something that just happened or is in progress. */
export interface Growl {
  id: number;
  kind: 'wait' | 'success' | 'error';
  text: string;
  action?: GrowlAction;
}

/** What is shown now; there is only ever one growl (a new one replaces it). */
export const growlStore = createStore<Growl | null>(null, 'session', stopTimer);

let nextId = 1;
let timer: ReturnType<typeof setTimeout> | undefined;
let startedAt = 0;
let leftMs = 0;

function show(kind: Growl['kind'], text: string, duration: number | null, action?: GrowlAction): number {
  stopTimer();
  const id = nextId++;
  growlStore.set({ id, kind, text, ...(action && { action }) });
  leftMs = duration ?? Number.POSITIVE_INFINITY;
  startTimer();
  return id;
}

function startTimer() {
  if (!Number.isFinite(leftMs)) return;
  startedAt = Date.now();
  timer = setTimeout(clearGrowl, leftMs);
}

function stopTimer() {
  clearTimeout(timer);
  timer = undefined;
}

/** Removes the growl at once. */
export function clearGrowl(): void {
  stopTimer();
  growlStore.set(null);
}

/** Pauses the timer while a person points at the growl or has the focus in it, so that they can read to the end. */
export function pauseGrowl(): void {
  if (timer === undefined) return;
  stopTimer();
  leftMs -= Date.now() - startedAt;
}

/** Resumes the timer for its remaining time. */
export function resumeGrowl(): void {
  if (timer === undefined && growlStore.get() !== null) startTimer();
}

/** Shows notices from anywhere: `wait` stays until another replaces it, the others disappear by themselves. */
export const growl = {
  /** Work has started; follow it with success or error. */
  wait: (text: string): number => show('wait', text, null),
  /** Reports success. */
  success: (text: string, duration: number = GROWL_MS): number => show('success', text, duration),
  /** Reports an error; some areas keep their errors longer (whitelisted domains: 6 s). */
  error: (text: string, duration: number = GROWL_MS): number => show('error', text, duration),
  /** It succeeded or failed, and an action is possible for `duration`; returns the id of the notice. */
  offer: (kind: 'success' | 'error', text: string, action: GrowlAction, duration: number): number =>
    show(kind, text, duration, action),
  /** Removes the current notice. */
  clear: clearGrowl,
};
