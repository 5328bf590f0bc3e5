import { sendFax } from '#contract/faxes/compose.ts';
import type { ReplyOf } from '#contract/kit/call.ts';
import { newKey } from '#web/kit/call-once.ts';
import { queryClient } from '#web/kit/query-client.ts';
import { mayComeBack, onSessionEnd, sessionMark } from '#web/kit/session-store.ts';
import { upload } from '#web/kit/upload.ts';
import type { ApiError } from '#web/kit/api-error.ts';
import { createStore, useStore } from '#web/ui/store.ts';
import type { Attachment } from './attachment-rules.ts';
import type { Draft } from './draft-store.ts';
import { forgetDraft, identityStore } from './draft-store.ts';
import { faxForm } from './fax-form.ts';

/** The state of the send. Unless it is `editing`, the fax must not change: the screen has to match what was sent. */
export type SendPhase =
  | { kind: 'editing' }
  | { kind: 'sending'; share: number; files: readonly Attachment[] }
  | { kind: 'lost' };

/** An accepted fax, with the time at which it is dialed, unless that is now. */
export type SentJob = ReplyOf<typeof sendFax>['data']['jobs'][number];

/** The result of a send, for its caller. */
export type SendEnd =
  | { kind: 'sent'; jobs: readonly SentJob[] }
  | { kind: 'refused'; error: ApiError }
  | { kind: 'lost' };

const EDITING: SendPhase = { kind: 'editing' };

/** Outside the page, so that leaving it neither stops an upload nor lets the same fax start twice. */
export const phaseStore = createStore<SendPhase>(EDITING, 'page');

/** The idempotency key, stored beside the draft: a retry after a reload must be the same send (F-client-02). */
const STORAGE_KEY = 'f2e.compose.key';

let key = keptKey() ?? newKey();
if (keptKey() !== null) phaseStore.set({ kind: 'lost' });
phaseStore.subscribe(() => keepKey(phaseStore.get().kind !== 'editing'));

/** Ends the upload that is under way. */
let stop = new AbortController();

// Whose fax was not confirmed is gone; the next person starts with a fresh key, and nothing goes up any more.
onSessionEnd((end) => {
  if (mayComeBack(end)) return;
  editUnconfirmed();
  stop.abort();
});

/** Returns the state of the send. */
export function useSendPhase(): SendPhase {
  return useStore(phaseStore);
}

/**
 * Sends the fax. A second call while the first is under way does nothing (a double click); one after a lost answer
 * carries the same key, so that a fax that did arrive is not sent again (spec http-api 4.9). The fax is locked at once,
 * and goes when `ready` is over. One whose writer has left, or whose session has ended, touches nothing of the fax that
 * stands here then; whoever comes back finds it unconfirmed.
 */
export async function sendDraft(
  draft: Draft,
  files: readonly Attachment[],
  ready?: Promise<void>,
): Promise<SendEnd | null> {
  if (phaseStore.get().kind === 'sending') return null;
  phaseStore.set({ kind: 'sending', share: 0, files });
  const mine = key;
  const { id } = identityStore.get();
  const stands = sessionMark();
  const isHere = () => identityStore.get().id === id;
  /** Whether its writer is gone; one who may come back finds it as `now`. */
  const isAway = (now: SendPhase) => {
    if (key !== mine) return true;
    if (stands() || isHere()) return false;
    phaseStore.set(now);
    return true;
  };
  if (ready !== undefined) await ready;
  if (isAway(EDITING)) return null;
  stop = new AbortController();
  const outcome = await upload(sendFax, faxForm(draft, files, identityStore.get()), {
    headers: { 'Idempotency-Key': mine },
    onProgress: (share) => key === mine && phaseStore.set({ kind: 'sending', share, files }),
    signal: stop.signal,
  });
  if (isAway({ kind: 'lost' })) return null;
  phaseStore.set(outcome.kind === 'lost' ? { kind: 'lost' } : EDITING);
  // The first send with this key was another fax: when sent again, this fax gets a new key.
  if (outcome.kind === 'refused' && outcome.error.code === 'IDEMPOTENCY_MISMATCH') key = newKey();
  if (outcome.kind !== 'ok') return outcome;
  key = newKey();
  if (isHere()) forgetDraft();
  for (const stale of ['outbox', 'inbox', 'dashboard', 'main', 'fax-drafts'])
    void queryClient.invalidateQueries({ queryKey: [stale] });
  return { kind: 'sent', jobs: outcome.reply.data.jobs };
}

/** Makes a fax editable although its first send was never confirmed; from now on it counts as another fax. */
export function editUnconfirmed(): void {
  key = newKey();
  phaseStore.set(EDITING);
}

/** Returns how much of a file has been uploaded, 0 to 100: files go one after another, in list order. */
export function progressOf(phase: SendPhase, id: string): number | null {
  if (phase.kind !== 'sending') return null;
  const total = phase.files.reduce((sum, attachment) => sum + attachment.size, 0);
  let before = 0;
  for (const attachment of phase.files) {
    const done = (phase.share * total - before) / attachment.size;
    if (attachment.id === id) return Math.round(Math.min(Math.max(done, 0), 1) * 100);
    before += attachment.size;
  }
  return null;
}

function keptKey(): string | null {
  try {
    return sessionStorage.getItem(STORAGE_KEY);
  } catch {
    return null; // Storage is forbidden: then a key lives as long as the page.
  }
}

/** Stores the key while it is unknown whether the fax arrived. */
function keepKey(unconfirmed: boolean): void {
  try {
    if (unconfirmed) sessionStorage.setItem(STORAGE_KEY, key);
    else sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // As above.
  }
}
