import { discardFaxDraft, holdFaxDraft, openFaxDraft, saveFaxDraft } from '#contract/faxes/fax-drafts.ts';
import { ApiError } from '#web/kit/api-error.ts';
import { callApi } from '#web/kit/call-api.ts';
import { callLimit } from '#web/kit/call-limit.ts';
import { queryClient } from '#web/kit/query-client.ts';
import { onSessionEnd } from '#web/kit/session-store.ts';
import { createStore } from '#web/ui/store.ts';
import { lacksFile } from './attachment-rules.ts';
import { contentOf, draftOf } from './draft-content.ts';
import { dropAll, watchConversions } from './draft-files.ts';
import {
  attachmentStore,
  claimDraft,
  draftStore,
  forgetDraft,
  identityStore,
  isBlank,
  loadDraft,
  wasRestored,
} from './draft-store.ts';
import { editUnconfirmed, phaseStore } from './use-send.ts';
import { writer } from './writer.ts';

/** How long after the first change to save, in ms: short enough to lose little, long enough for a few words. */
const SAVE_MS = 1000;
/** How long after a failed save to retry, in ms. */
const RETRY_MS = 5000;

/**
 * The state of the draft on the server. `unsaved` has the server's reason, if it sent one; `elsewhere` and `gone` end
 * the writing here: another page has continued the draft, or it was sent or discarded.
 */
export type SyncState =
  | { kind: 'none' | 'saving' | 'saved' | 'elsewhere' | 'gone' }
  | { kind: 'unsaved'; reason: string };

const NONE: SyncState = { kind: 'none' };

export const syncStore = createStore<SyncState>(NONE, 'page');

/** The last saved and the last rejected content; neither is sent again. */
let saved = { id: '', text: '' };
let refused = '';
const running = createStore<Promise<void> | null>(null, 'page');
let timer: ReturnType<typeof setTimeout> | undefined;
let active = false;

for (const store of [draftStore, attachmentStore, phaseStore]) store.subscribe(() => plan(SAVE_MS));
let known = identityStore.get().id;
identityStore.subscribe(() => {
  const { id } = identityStore.get();
  if (id !== known) syncStore.set(NONE);
  known = id;
});
onSessionEnd(() => {
  active = false;
  clearTimeout(timer);
  timer = undefined;
});

/** Starts to save the fax while it is being written, because its owner is now known. */
export function startSaving(): void {
  active = true;
  plan(SAVE_MS);
}

/**
 * Sets who writes here: the account, and the person if it is their own login. Clears what somebody else has left in
 * this tab, including a fax that was not confirmed; from now on, everything is saved.
 */
export function startWriting(account: string, person?: string): void {
  if (claimDraft(person === undefined ? account : `${account}/${person}`)) editUnconfirmed();
  startSaving();
}

/** Returns whether the draft can no longer be written here. */
export function isLost({ kind }: Pick<SyncState, 'kind'>): boolean {
  return kind === 'elsewhere' || kind === 'gone';
}

const textNow = () => JSON.stringify(contentOf(draftStore.get(), attachmentStore.get()));

/** Returns whether there is content that the server does not have. */
export function hasChanges(): boolean {
  const { id, version } = identityStore.get();
  if (version === 0 && isBlank(draftStore.get(), attachmentStore.get())) return false;
  return saved.id !== id || saved.text !== textNow();
}

function maySave(): boolean {
  return active && phaseStore.get().kind === 'editing' && !isLost(syncStore.get()) && hasChanges();
}

function plan(delay: number): void {
  if (timer !== undefined || running.get() !== null || !maySave() || textNow() === refused) return;
  timer = setTimeout(() => {
    timer = undefined;
    void saveDraft();
  }, delay);
}

/** Saves the draft, after any save in progress. */
export async function saveDraft(): Promise<void> {
  while (running.get() !== null) await running.get();
  if (!maySave()) return;
  clearTimeout(timer);
  timer = undefined;
  const mine = saveOnce();
  running.set(mine);
  await mine;
}

/** Resolves when no save is in progress: then this page and the server have the same version. */
export async function finishSaving(): Promise<void> {
  while (running.get() !== null) await running.get();
  const { id } = identityStore.get();
  // A reload may have interrupted a save whose response contained the version.
  if (wasRestored(id) && saved.id !== id) await saveDraft();
}

async function saveOnce(): Promise<void> {
  let next = SAVE_MS;
  try {
    await save();
  } catch (error) {
    next = RETRY_MS;
    noteFailure(error);
  }
  running.set(null);
  plan(next);
}

async function save(): Promise<void> {
  const { id, version } = identityStore.get();
  const content = contentOf(draftStore.get(), attachmentStore.get());
  const text = JSON.stringify(content);
  if (syncStore.get().kind !== 'unsaved') syncStore.set({ kind: 'saving' });
  try {
    // Sending and discarding wait for it.
    const signal = callLimit(saveFaxDraft);
    const { data } = await callApi(saveFaxDraft, { signal, body: { id, version, ...writer(), content } });
    if (identityStore.get().id !== id) return;
    saved = { id, text };
    identityStore.set({ id, version: data.version });
    syncStore.set({ kind: 'saved' });
    if (version === 0) draftsChanged();
  } catch (error) {
    if (identityStore.get().id === id) {
      // Rejected content would be rejected again, until it is changed.
      refused = error instanceof ApiError && error.status >= 400 && error.status < 429 ? text : '';
      throw error;
    }
  }
}

function noteFailure(error: unknown): void {
  if (noteLost(error)) return;
  const told = error instanceof ApiError && error.status > 0 && error.status < 429 ? error.message : '';
  syncStore.set({ kind: 'unsaved', reason: told });
}

/** Handles a refusal because another page has the draft, or because it is gone. Returns whether it was one. */
export function noteLost(error: unknown): boolean {
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'DRAFT_ELSEWHERE') syncStore.set({ kind: 'elsewhere' });
  else if (code === 'DRAFT_GONE') syncStore.set({ kind: 'gone' });
  else return false;
  return true;
}

/** Tells the server that this page has opened or closed the draft; finds out whether another page has continued it. */
export async function holdDraft(open: boolean): Promise<void> {
  const { id, version } = identityStore.get();
  if (!active || version === 0 || phaseStore.get().kind !== 'editing' || isLost(syncStore.get())) return;
  try {
    const body = { id, version, page: writer().page, open };
    // The draft may be closed because the page is.
    await callApi(holdFaxDraft, { body, keepalive: !open });
  } catch (error) {
    const now = identityStore.get();
    // A save in progress has created another version.
    if (now.id === id && now.version === version && running.get() === null) noteLost(error);
  }
}

/** Continues a draft here with the server's content. Throws the error of the server or the network. */
export async function openDraft(id: string): Promise<void> {
  const { data } = await callApi(openFaxDraft, { body: { id, ...writer() } });
  loadDraft({ id, version: data.version }, draftOf(data.content), data.content.files);
  saved = { id, text: textNow() };
  syncStore.set({ kind: 'saved' });
  editUnconfirmed();
  watchConversions();
}

/** Puts the fax away for another one; returns true if the server has all of it. Discards a blank one. */
export async function putAway(): Promise<boolean> {
  if (phaseStore.get().kind !== 'editing') return false;
  const files = attachmentStore.get();
  if (isBlank(draftStore.get(), files)) {
    if (identityStore.get().version > 0 && !isLost(syncStore.get()))
      await discardDraft().catch(() => undefined);
    return true;
  }
  await saveDraft();
  if (hasChanges() || lacksFile(files)) return false;
  void holdDraft(false);
  return true;
}

/** Discards the fax, here and on the server; returns its id if that can be undone. Throws the server's error. */
export async function discardDraft(): Promise<string | null> {
  await finishSaving();
  const { id, version } = identityStore.get();
  // Another page is writing it: it is only closed here.
  const { kind } = syncStore.get();
  const kept = version > 0 && !isLost({ kind });
  if (kept) await callApi(discardFaxDraft, { body: { id } });
  else if (version === 0) dropAll();
  forgetDraft();
  editUnconfirmed();
  draftsChanged();
  return kept ? id : null;
}

/** Refetches the list of drafts and their number. */
export function draftsChanged(): void {
  for (const queryKey of [['fax-drafts'], ['main']]) void queryClient.invalidateQueries({ queryKey });
}
