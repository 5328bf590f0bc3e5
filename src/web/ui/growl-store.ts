import { createStore } from './store.ts';

/** Default life of success and error growls (SHELL-09). */
export const GROWL_MS = 2500;

/** What a notice offers to do. */
export interface GrowlAction {
  label: string;
  /** Key caps that do the same, and how ARIA names them; where there are any. */
  keys?: readonly string[];
  shortcut?: string;
  run: () => void;
}

/** A short notice about what just happened or is happening. */
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

/** Takes the growl away at once. */
export function clearGrowl(): void {
  stopTimer();
  growlStore.set(null);
}

/** Stops the clock while a person points at the growl or has focus in it, so that it can be read to the end. */
export function pauseGrowl(): void {
  if (timer === undefined) return;
  stopTimer();
  leftMs -= Date.now() - startedAt;
}

/** Lets the rest of its time run. */
export function resumeGrowl(): void {
  if (timer === undefined && growlStore.get() !== null) startTimer();
}

/** Notices from anywhere: `wait` stays until another replaces it, the others clear themselves. */
export const growl = {
  /** Work has begun; follow it by success or error. */
  wait: (text: string): number => show('wait', text, null),
  /** It worked. */
  success: (text: string, duration: number = GROWL_MS): number => show('success', text, duration),
  /** It failed; some areas keep their errors longer (whitelisted domains: 6 s). */
  error: (text: string, duration: number = GROWL_MS): number => show('error', text, duration),
  /** It worked, or did not, and something can be done about it for `duration`; gives the id of the notice. */
  offer: (kind: 'success' | 'error', text: string, action: GrowlAction, duration: number): number =>
    show(kind, text, duration, action),
  /** Nothing to say any more. */
  clear: clearGrowl,
};
