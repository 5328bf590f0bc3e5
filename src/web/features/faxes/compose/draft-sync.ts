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

/** After the first change, in ms: short enough to lose nothing that matters, long enough for a few words. */
const SAVE_MS = 1000;
/** After a save that the server did not answer. */
const RETRY_MS = 5000;

/**
 * How the fax being written stands on the server. `unsaved` says why where the server has said so; `elsewhere` and `gone`
 * end the writing here: another page has continued it, or it was sent or discarded.
 */
export type SyncState =
  | { kind: 'none' | 'saving' | 'saved' | 'elsewhere' | 'gone' }
  | { kind: 'unsaved'; reason: string };

const NONE: SyncState = { kind: 'none' };

export const syncStore = createStore<SyncState>(NONE, 'page');

/** What the server has of which draft, and what it has refused; neither is asked of it again. */
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

/** From now on the fax is saved as it is written: it is known whose it is. */
export function startSaving(): void {
  active = true;
  plan(SAVE_MS);
}

/**
 * Says who writes here: the account, and the person where it is their own login. What somebody else has left in this tab
 * is gone, also a fax that was not confirmed; from now on what is written is saved.
 */
export function startWriting(account: string, person?: string): void {
  if (claimDraft(person === undefined ? account : `${account}/${person}`)) editUnconfirmed();
  startSaving();
}

/** Whether the writing has ended here. */
export function isLost({ kind }: Pick<SyncState, 'kind'>): boolean {
  return kind === 'elsewhere' || kind === 'gone';
}

const textNow = () => JSON.stringify(contentOf(draftStore.get(), attachmentStore.get()));

/** Whether something is written that the server does not have. */
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

/** Saves what is written, after a save that is under way. */
export async function saveDraft(): Promise<void> {
  while (running.get() !== null) await running.get();
  if (!maySave()) return;
  clearTimeout(timer);
  timer = undefined;
  const mine = saveOnce();
  running.set(mine);
  await mine;
}

/** Resolves when no save is under way: the version that this page knows is the server's then. */
export async function finishSaving(): Promise<void> {
  while (running.get() !== null) await running.get();
  const { id } = identityStore.get();
  // A reload may have interrupted a save, whose answer had the version.
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
    // A send and a discard wait for it.
    const signal = callLimit(saveFaxDraft);
    const { data } = await callApi(saveFaxDraft, { signal, body: { id, version, ...writer(), content } });
    if (identityStore.get().id !== id) return;
    saved = { id, text };
    identityStore.set({ id, version: data.version });
    syncStore.set({ kind: 'saved' });
    if (version === 0) draftsChanged();
  } catch (error) {
    if (identityStore.get().id === id) {
      // What was refused once would be refused again, until it is changed.
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

/** Takes up that a call was refused because another page has the draft, or nobody. Answers whether that was it. */
export function noteLost(error: unknown): boolean {
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'DRAFT_ELSEWHERE') syncStore.set({ kind: 'elsewhere' });
  else if (code === 'DRAFT_GONE') syncStore.set({ kind: 'gone' });
  else return false;
  return true;
}

/** Says that this page has the draft open, or has closed it; learns so whether another page has continued it. */
export async function holdDraft(open: boolean): Promise<void> {
  const { id, version } = identityStore.get();
  if (!active || version === 0 || phaseStore.get().kind !== 'editing' || isLost(syncStore.get())) return;
  try {
    const body = { id, version, page: writer().page, open };
    // What closes the draft may be the end of the page.
    await callApi(holdFaxDraft, { body, keepalive: !open });
  } catch (error) {
    const now = identityStore.get();
    // A save that was under way has made another version.
    if (now.id === id && now.version === version && running.get() === null) noteLost(error);
  }
}

/** Continues a draft here with what the server has of it. Throws what the server or the network refused with. */
export async function openDraft(id: string): Promise<void> {
  const { data } = await callApi(openFaxDraft, { body: { id, ...writer() } });
  loadDraft({ id, version: data.version }, draftOf(data.content), data.content.files);
  saved = { id, text: textNow() };
  syncStore.set({ kind: 'saved' });
  editUnconfirmed();
  watchConversions();
}

/**
 * Puts the fax away so that another one can be written: true when the server has all of it. One that says nothing is
 * discarded.
 */
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

/** Discards the fax, here and on the server; gives its name where that can be undone. Throws what the server refused with. */
export async function discardDraft(): Promise<string | null> {
  await finishSaving();
  const { id, version } = identityStore.get();
  // Another page writes it: it is only closed here.
  const { kind } = syncStore.get();
  const kept = version > 0 && !isLost({ kind });
  if (kept) await callApi(discardFaxDraft, { body: { id } });
  else if (version === 0) dropAll();
  forgetDraft();
  editUnconfirmed();
  draftsChanged();
  return kept ? id : null;
}

/** The list of drafts and their number are other ones now. */
export function draftsChanged(): void {
  for (const queryKey of [['fax-drafts'], ['main']]) void queryClient.invalidateQueries({ queryKey });
}
