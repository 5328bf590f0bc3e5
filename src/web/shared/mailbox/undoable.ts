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

/** How long an action can be taken back. */
export const UNDO_MS = 10_000;
/** Long enough to read what to do instead. */
const FAILED_MS = 8000;
/** Name in sessionStorage: the offer belongs to this tab and survives its reload. */
const KEY = 'f2e.undo';

/** Something that was done and can be taken back. */
export interface Undoable {
  kind?: 'success' | 'error';
  /** What was done, in words. */
  done: string;
  /** What to do where taking it back fails, or does so in part. */
  failed: string;
  inverse: Inverse;
  /** First parts of the keys of the queries that are asked again. */
  stale: readonly string[];
}

interface Offer extends Undoable {
  /** Until then, in milliseconds since 1970; longer only while its notice stands. */
  until: number;
}

interface Standing {
  offer: Offer;
  client: QueryClient;
  notice: number;
  timer: ReturnType<typeof setTimeout>;
  /** Shows at once how everything was before. */
  show: (() => void) | undefined;
}

/** Only the last action can be taken back. */
let standing: Standing | null = null;
let seen: number | undefined;

/** Actions on their way to the server, which offer Undo when they are done. */
let underWay = 0;
/** As these, but with an order of their own: no Undo waits for them. */
let beside = 0;
/** Ctrl+Z pressed while actions are under way, with the offer that stood then. */
let waiting: { over: Standing | null } | null = null;

/**
 * Runs an action that offers Undo at its end, after the changes before it. Lists show the end of an action at once, so
 * Ctrl+Z may come before the server has answered: then it waits for this action instead of taking back the one before
 * it. Work that takes many calls gives another `order`, or everything that is done meanwhile, and its Undo, would wait
 * for it.
 */
export async function undoable<T>(work: () => Promise<T>, order: typeof inTurn = inTurn): Promise<T> {
  if (order !== inTurn) return await runBeside(work, order);
  underWay += 1;
  try {
    return await inTurn(work);
  } finally {
    underWay -= 1;
    if (underWay === 0 && waiting !== null) {
      // Without a new offer the action failed, and there is nothing to take back.
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
 * Says what was done and offers Undo for ten seconds; only within `undoable`. `show` draws the state before, without
 * waiting for the server.
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
    // A full or forbidden storage costs the offer after a reload, nothing else.
  }
}

/** While its notice stands (somebody points at it) the offer stands, too. */
function onDeadline(): void {
  if (standing !== null && growlStore.get()?.id !== standing.notice) forget();
}

// Another notice may cover that of the offer, which stands until its time is over; closed or run out, both end.
growlStore.subscribe(() => {
  const now = growlStore.get()?.id;
  const ended = now === undefined && standing !== null && seen === standing.notice;
  seen = now;
  if (ended) forget();
});

// Whoever comes next in this browser finds nothing of it.
onSessionEnd(forget);

function forget(): void {
  if (standing !== null) clearTimeout(standing.timer);
  standing = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored either.
  }
}

/** Takes the last action back, once. */
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
    // The call itself is logged by kit; the person learns what to do instead.
    growl.error(failed, FAILED_MS);
  } finally {
    refreshAfter(client, stale);
  }
}

/** Makes Ctrl+Z (Command+Z) take the last action back, and goes on with an offer from before a reload. */
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
  // A question on the screen is answered first.
  if (document.querySelector('[data-modal]') !== null) return;
  event.preventDefault();
  takeBack();
}
