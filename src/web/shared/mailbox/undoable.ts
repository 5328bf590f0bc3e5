import { useEffect } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { CTRL, CTRL_NAME } from '#web/kit/hotkeys.ts';
import { i18n } from '#web/kit/i18n.ts';
import { currentSession, onSessionEnd } from '#web/kit/session-store.ts';
import { isTyping } from '#web/kit/typing.ts';
import { growl, growlStore } from '#web/ui/growl-store.ts';
import { useKeyDown } from '#web/ui/use-key-down.ts';
import { inTurn, refreshAfter } from './in-turn.ts';
import type { Inverse } from './undo-calls.ts';

/** How long an action can be undone, in ms. */
export const UNDO_MS = 10_000;
/** How long the error is shown, in ms: long enough to read what to do instead. */
const FAILED_MS = 8000;
/** The key in sessionStorage: the offer belongs to this tab and survives its reload. */
const KEY = 'f2e.undo';

/** An action that was done and can be undone. */
export interface Undoable {
  kind?: 'success' | 'error';
  /** The text about what was done. */
  done: string;
  /** The text about what to do if undoing fails, in whole or in part. */
  failed: string;
  inverse: Inverse;
  /** The first parts of the query keys to refetch. */
  stale: readonly string[];
}

interface Offer extends Undoable {
  /** The end of the offer, in milliseconds since 1970; it lasts longer only while its notice is shown. */
  until: number;
}

interface Standing {
  offer: Offer;
  client: QueryClient;
  notice: number;
  timer: ReturnType<typeof setTimeout>;
  /** Shows the previous state at once. */
  show: (() => void) | undefined;
}

/** The current offer: only the last action can be undone. */
let standing: Standing | null = null;
let seen: number | undefined;

/** The number of actions in progress that offer Undo when they are done. */
let underWay = 0;
/** The same for actions with their own order: no Undo waits for them. */
let beside = 0;
/** Set when Ctrl+Z was pressed while actions were in progress, with the offer at that moment. */
let waiting: { over: Standing | null } | null = null;

/**
 * Runs an action that offers Undo at its end, after all earlier changes. Lists show the result of an action at once, so
 * Ctrl+Z may be pressed before the server has responded: it then waits for this action instead of undoing the one
 * before. Work that takes many calls passes another `order`; otherwise everything done meanwhile, and its Undo, would
 * wait for it.
 */
export async function undoable<T>(work: () => Promise<T>, order: typeof inTurn = inTurn): Promise<T> {
  if (order !== inTurn) return await runBeside(work, order);
  underWay += 1;
  try {
    return await inTurn(work);
  } finally {
    underWay -= 1;
    if (underWay === 0 && waiting !== null) {
      // Without a new offer, the action has failed and there is nothing to undo.
      const fresh = standing !== waiting.over;
      waiting = null;
      if (fresh) takeBack();
    }
  }
}

async function runBeside<T>(work: () => Promise<T>, order: typeof inTurn): Promise<T> {
  beside += 1;
  try {
    return await order(work);
  } finally {
    beside -= 1;
    // Its offer is not that of the action for which Ctrl+Z waits.
    if (waiting !== null) waiting.over = standing;
  }
}

/**
 * Reports what was done and offers Undo for ten seconds; call it only within `undoable`. `show` renders the previous
 * state without waiting for the server.
 */
export function offerUndo(client: QueryClient, done: Undoable, show?: () => void): void {
  if (underWay + beside === 0) throw new Error('An offer to undo belongs to an action that `undoable` runs.');
  stand(client, { ...done, until: Date.now() + UNDO_MS }, show);
}

function stand(client: QueryClient, offer: Offer, show?: () => void): void {
  forget();
  const left = offer.until - Date.now();
  const keys = { keys: [CTRL, 'Z'], shortcut: `${CTRL_NAME}+Z` };
  const action = { label: i18n.t('undo.verb'), ...keys, run: takeBack };
  const notice = growl.offer(offer.kind ?? 'success', offer.done, action, left);
  standing = { offer, client, notice, show, timer: setTimeout(onDeadline, left) };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(offer));
  } catch {
    // If the storage is full or forbidden, only the offer after a reload is lost.
  }
}

/** Ends the offer, unless its notice is still shown because somebody points at it. */
function onDeadline(): void {
  if (standing !== null && growlStore.get()?.id !== standing.notice) forget();
}

// Another notice may cover that of the offer, which then lasts until its time is over; if the notice is closed or times
// out, the offer ends with it.
growlStore.subscribe(() => {
  const now = growlStore.get()?.id;
  const ended = now === undefined && standing !== null && seen === standing.notice;
  seen = now;
  if (ended) forget();
});

// The next user of this browser must find nothing of it.
onSessionEnd(forget);

function forget(): void {
  if (standing !== null) clearTimeout(standing.timer);
  standing = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Then nothing was stored either.
  }
}

/** Undoes the last action, once. */
function takeBack(): void {
  if (underWay > 0) {
    waiting ??= { over: standing };
    return;
  }
  if (standing === null) return;
  const { offer, client, show } = standing;
  forget();
  growl.wait(i18n.t('undo.running'));
  void inTurn(async () => await run(offer, client, show));
}

async function run({ inverse, failed, stale }: Offer, client: QueryClient, show?: () => void): Promise<void> {
  try {
    for (const key of stale) await client.cancelQueries({ queryKey: [key] });
    show?.();
    const { undo } = await import('./undo-calls.ts');
    if (await undo(inverse)) growl.success(i18n.t('undo.done'));
    else growl.error(failed, FAILED_MS);
  } catch {
    // The kit logs the call; the message tells people what to do instead.
    growl.error(failed, FAILED_MS);
  } finally {
    refreshAfter(client, stale);
  }
}

/** Makes Ctrl+Z (Command+Z) undo the last action, and restores an offer from before a reload. */
export function useUndo(): void {
  const client = useQueryClient();
  useEffect(() => {
    const offer = stored();
    if (standing === null && offer !== null && currentSession().token) stand(client, offer);
  }, [client]);
  useKeyDown(onKeyDown);
}

function stored(): Offer | null {
  try {
    const offer = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Offer | null;
    return offer !== null && offer.until > Date.now() ? offer : null;
  } catch {
    return null;
  }
}

function onKeyDown(event: KeyboardEvent): void {
  if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.repeat) return;
  const nothing = standing === null && underWay === 0;
  if (event.key.toLowerCase() !== 'z' || nothing || isTyping(event.target)) return;
  // A question on the screen comes first.
  if (document.querySelector('[data-modal]') !== null) return;
  event.preventDefault();
  takeBack();
}
