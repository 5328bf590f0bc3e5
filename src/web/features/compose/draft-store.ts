import { onSessionEnd } from '#web/kit/session-store.ts';
import { createStore } from '#web/ui/store.ts';
import type { Attachment } from './attachment-rules.ts';

/** What the cover page says, in our words; fax-form.ts gives them their wire names. */
export interface CoverPage {
  use: boolean;
  name: string;
  company: string;
  phone: string;
  location: string;
  subject: string;
  comments: string;
}

/** The names of the cover page's text fields. */
export type CoverField = Exclude<keyof CoverPage, 'use'>;

/** What survives a reload: digits of the destinations and the cover page. Files cannot be kept by a browser. */
export interface Draft {
  numbers: readonly string[];
  cover: CoverPage;
}

/** Per tab, so that two faxes can be written side by side. */
const STORAGE_KEY = 'f2e.compose';

const EMPTY: Draft = {
  numbers: [],
  cover: { use: false, name: '', company: '', phone: '', location: '', subject: '', comments: '' },
};

/** The fax being written. It outlives the page, so that a look into the inbox does not cost the work. */
export const draftStore = createStore<Draft>(read());

/** Its files; they outlive the page but not a reload. */
export const attachmentStore = createStore<readonly Attachment[]>([]);

draftStore.subscribe(() => {
  const draft = draftStore.get();
  try {
    if (draft === EMPTY) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, JSON.stringify(draft));
  } catch {
    // Storage may be full or forbidden: then the draft lives as long as the tab, which loses nothing now.
  }
});

onSessionEnd(forgetDraft);

/** Throws the draft away: it was sent, discarded, or belongs to somebody who has signed out. */
export function forgetDraft(): void {
  attachmentStore.set([]);
  draftStore.set(EMPTY);
}

function read(): Draft {
  try {
    const kept = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Partial<Draft> | null;
    return { numbers: kept?.numbers ?? [], cover: { ...EMPTY.cover, ...kept?.cover } };
  } catch {
    // Not ours or not allowed: start empty rather than not at all.
    return EMPTY;
  }
}
