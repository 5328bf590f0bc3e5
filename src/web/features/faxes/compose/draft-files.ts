import type { Photos } from '#contract/faxes/compose.ts';
import { addDraft, copyDraft, listDrafts, removeDraft } from '#contract/faxes/drafts.ts';
import type { Draft } from '#contract/faxes/drafts.ts';
import { callApi } from '#web/kit/call-api.ts';
import { i18n } from '#web/kit/i18n.ts';
import { onSessionEnd } from '#web/kit/session-store.ts';
import { upload } from '#web/kit/upload.ts';
import { growl } from '#web/ui/growl-store.ts';
import { keyOf } from './attachment-rules.ts';
import type { Attachment } from './attachment-rules.ts';
import { attachmentStore, draftStore } from './draft-store.ts';
import { phaseStore } from './use-send.ts';

/** The poll interval, in ms. A page or two is converted within this time; long documents show their progress. */
const POLL_MS = 500;
/** The shortest interval between calls to a server that is away, in ms. */
const AWAY_MS = 4000;
/** The longest interval between upload attempts during an outage, in ms. */
const MOST_AWAY_MS = 60_000;

const uploads = new Map<string, AbortController>();
let polling = false;
let untilAgain = AWAY_MS;

// What came up later would be another person's to discard.
onSessionEnd(stopUploads);

/** Uploads a file as soon as it is chosen, so that it is converted while the rest of the fax is being written. */
export function startUpload(id: string): void {
  const file = attachmentStore.get().find((one) => one.id === id)?.file;
  if (!file) return;
  const stop = new AbortController();
  uploads.set(id, stop);
  change(id, { conversion: { kind: 'uploading', share: 0 } });
  const form = new FormData();
  form.set('photos', draftStore.get().photos);
  form.set('userfiles[0]', file, file.name);
  const onProgress = (share: number) => change(id, { conversion: { kind: 'uploading', share } });
  void upload(addDraft, form, { onProgress, signal: stop.signal }).then((outcome) => {
    // Removed or sent in the meantime: the uploaded file is no longer needed.
    if (stop.signal.aborted) return;
    uploads.delete(id);
    if (outcome.kind === 'ok') {
      untilAgain = AWAY_MS;
      const draft = outcome.reply.data;
      if (attachmentStore.get().some((one) => one.id === id)) change(id, changeOf(draft));
      else discardOnServer(draft.id);
      watchConversions();
    } else if (outcome.kind === 'refused' && outcome.error.status < 500 && outcome.error.status !== 401)
      change(id, { conversion: null, fault: 'refused', reason: outcome.error.message });
    else {
      // The connection was lost: the file is uploaded later, or with the fax itself.
      change(id, { conversion: null });
      setTimeout(resumeUploads, untilAgain);
      untilAgain = Math.min(untilAgain * 2, MOST_AWAY_MS);
    }
  });
}

/** Uploads the files that are neither on the server nor being uploaded: interrupted ones, or those of an unsent fax. */
export function resumeUploads(): void {
  if (phaseStore.get().kind !== 'editing') return;
  for (const { id, fault, conversion } of attachmentStore.get())
    if (fault === null && conversion === null) startUpload(id);
}

/** Changes the photo quality of all files: files on the server are converted again, the others are uploaded again. */
export function changePhotos(photos: Photos): void {
  if (draftStore.get().photos === photos) return;
  draftStore.set({ ...draftStore.get(), photos });
  for (const attachment of attachmentStore.get()) {
    const { id, fault, conversion } = attachment;
    const key = keyOf(attachment);
    if (fault !== null || conversion === null) continue;
    if (key !== null) void convertAnew(id, key, photos);
    else {
      stopUpload(id);
      startUpload(id);
    }
  }
}

/**
 * Converts a file again. Its pages stay until the new conversion has started, so that the preview matches what is sent
 * even if something fails.
 */
async function convertAnew(id: string, key: string, photos: Photos): Promise<void> {
  try {
    const { data } = await callApi(copyDraft, { body: { id: key, photos } });
    const now = attachmentStore.get().find((one) => one.id === id);
    const known = now === undefined ? null : keyOf(now);
    // Removed, sent, or set to another quality in the meantime.
    if (known === null || draftStore.get().photos !== photos || phaseStore.get().kind !== 'editing') {
      discardOnServer(data.id);
      return;
    }
    change(id, changeOf(data));
    discardOnServer(known);
    watchConversions();
  } catch {
    const name = attachmentStore.get().find((one) => one.id === id)?.name;
    if (name !== undefined) growl.error(i18n.t('compose.photos.failed', { name }));
  }
}

/** Removes a file from the fax, here and on the server. */
export function dropAttachment(id: string): void {
  const attachment = attachmentStore.get().find((one) => one.id === id);
  attachmentStore.set(attachmentStore.get().filter((one) => one.id !== id));
  stopUpload(id);
  const key = attachment ? keyOf(attachment) : null;
  if (key !== null) discardOnServer(key);
}

/** Removes all files of a fax that is discarded. */
export function dropAll(): void {
  for (const { id } of attachmentStore.get()) dropAttachment(id);
}

/** Stops the running uploads; these files are then uploaded with the fax itself. */
export function stopUploads(): void {
  for (const id of uploads.keys()) stopUpload(id);
}

function stopUpload(id: string): void {
  const stop = uploads.get(id);
  if (stop === undefined) return;
  stop.abort();
  uploads.delete(id);
  change(id, { conversion: null });
}

/** Polls the server until every file has its pages or an error. */
export function watchConversions(): void {
  if (polling || !isConverting()) return;
  polling = true;
  const asked = new Set(attachmentStore.get().map(keyOf));
  void callApi(listDrafts)
    .then(({ data }) => {
      if (phaseStore.get().kind === 'editing') apply(data, asked);
      return POLL_MS;
    })
    .catch(() => AWAY_MS) // Away for a moment, or signed out: then nothing is converted here anymore.
    .then((pause) =>
      setTimeout(() => {
        polling = false;
        watchConversions();
      }, pause),
    );
}

function isConverting(): boolean {
  // A send in progress, or one that was never confirmed, has used the files: it is normal not to find them then.
  return (
    phaseStore.get().kind === 'editing' &&
    attachmentStore.get().some(({ conversion, fault }) => fault === null && conversion?.kind === 'converting')
  );
}
phaseStore.subscribe(watchConversions);

/**
 * Applies the states of the drafts. `asked` holds the files that the server had at the time of the call: the response
 * says nothing about later ones.
 */
function apply(drafts: readonly Draft[], asked: ReadonlySet<string | null>): void {
  for (const { id, fault, conversion } of attachmentStore.get()) {
    if (fault !== null || conversion?.kind !== 'converting' || !asked.has(conversion.key)) continue;
    const draft = drafts.find((one) => one.id === conversion.key);
    if (draft === undefined) change(id, { conversion: null, fault: 'gone' });
    else change(id, changeOf(draft));
  }
}

function changeOf(draft: Draft): Partial<Attachment> {
  if (draft.state === 'READY') return { conversion: { kind: 'ready', key: draft.id, pages: draft.pages } };
  const conversion = { kind: 'converting', key: draft.id, pages: draft.progress } as const;
  if (draft.state === 'CONVERTING') return { conversion };
  return { conversion, fault: 'unreadable', reason: draft.reason ?? 'DOCUMENT_DAMAGED' };
}

function change(id: string, to: Partial<Attachment>): void {
  attachmentStore.set(attachmentStore.get().map((one) => (one.id === id ? { ...one, ...to } : one)));
}

/** Removes a file from the server. If that fails now, the server removes it within a day. */
function discardOnServer(key: string): void {
  callApi(removeDraft, { body: { id: key } }).catch(() => undefined);
}
