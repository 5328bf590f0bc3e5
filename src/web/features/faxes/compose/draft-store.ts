import type { Photos } from '#contract/faxes/compose.ts';
import { mayComeBack, onSessionEnd } from '#web/kit/session-store.ts';
import type { LaterTime } from '#web/shared/faxes/use-send-time.ts';
import { createStore } from '#web/ui/store.ts';
import { keyOf, newId } from './attachment-rules.ts';
import { randomName } from './writer.ts';
import type { Attachment } from './attachment-rules.ts';

/** The cover page with our field names; fax-form.ts maps them to the names of the API. */
export interface CoverPage {
  use: boolean;
  name: string;
  company: string;
  phone: string;
  location: string;
  subject: string;
  comments: string;
  fromName: string;
  fromCompany: string;
  fromPhone: string;
  fromLocation: string;
  /** Empty for the account's own template. */
  templateId: string;
}

/** The sender's details for this fax alone. */
export type SenderField = 'fromName' | 'fromCompany' | 'fromPhone' | 'fromLocation';

/** The names of the cover page's text fields. */
export type CoverField = Exclude<keyof CoverPage, 'use' | 'templateId' | SenderField>;

/** The contents of a fax: digits of the destinations, typed text of the next one, and the cover page. */
export interface Draft {
  numbers: readonly string[];
  typing: string;
  cover: CoverPage;
  /** The names filled in because the only recipient is a known contact; overwritten text is the user's. */
  named: { name: string; company: string };
  /** How photos are converted to dots: quick to send, or with all the detail that a fax can have. */
  photos: Photos;
  /** The send time, or null for at once; kept while a send is not confirmed, so that a retry is the same send. */
  later: LaterTime | null;
  /** Whether its pages already contain their cover page, so that the preferences do not turn on another one. */
  coverless: boolean;
  /** Whether the preferences have been filled in, so that later changes are not overwritten. */
  prefilled: boolean;
}

/** The identity of a draft: its id on the server and the version of this page; 0 if it was never saved. */
export interface DraftIdentity {
  id: string;
  version: number;
}

/** What the browser stores: the fax, its files on the server, and the owner. */
interface Kept extends Partial<Draft>, Partial<DraftIdentity> {
  owner?: string;
  files?: readonly KeptFile[];
}

/** A stored file; without a key, the server does not have it. */
type KeptFile = Pick<Attachment, 'name' | 'size' | 'strip'> & { key: string | null };

/** Stored per tab, so that two faxes can be written in parallel. */
const STORAGE_KEY = 'f2e.compose';

const EMPTY: Draft = {
  numbers: [],
  typing: '',
  named: { name: '', company: '' },
  photos: 'quick',
  later: null,
  coverless: false,
  prefilled: false,
  cover: {
    use: false,
    name: '',
    company: '',
    phone: '',
    location: '',
    subject: '',
    comments: '',
    fromName: '',
    fromCompany: '',
    fromPhone: '',
    fromLocation: '',
    templateId: '',
  },
};

let owner: string | undefined;
/** Off from the time a session expires until somebody writes here again: nothing may replace what is stored. */
let keeping = true;

/** The fax being written. It outlives the page, so that a look into the inbox does not cost the work. */
export const draftStore = createStore<Draft>(EMPTY, 'page');

/** Its files; those that the server has outlive a reload. */
export const attachmentStore = createStore<readonly Attachment[]>([], 'page');

/** Names the fax being written on the server. */
export const identityStore = createStore<DraftIdentity>(newIdentity(), 'page');

let restored = '';
restore();
draftStore.subscribe(keep);
attachmentStore.subscribe(keep);
identityStore.subscribe(keep);

onSessionEnd((end) => {
  // People whose session expired find their text again; after a log-out it is gone.
  keeping = !mayComeBack(end);
  forgetDraft();
});

/** Returns whether the fax has nothing that its author would miss; automatically filled-in details do not count. */
export function isBlank({ numbers, typing, named, cover }: Draft, files: readonly Attachment[]): boolean {
  const { phone, location, subject, comments } = cover;
  const name = cover.name === named.name ? '' : cover.name;
  const company = cover.company === named.company ? '' : cover.company;
  const written = [typing, name, company, phone, location, subject, comments];
  return numbers.length === 0 && files.length === 0 && written.every((text) => text.trim() === '');
}

/** Clears the draft: it was sent or discarded, or its author has signed out. */
export function forgetDraft(): void {
  identityStore.set(newIdentity());
  attachmentStore.set([]);
  draftStore.set(EMPTY);
}

/** Loads a draft from the server, as it was saved on any device. */
export function loadDraft(identity: DraftIdentity, draft: Draft, files: readonly KeptFile[]): void {
  identityStore.set(identity);
  draftStore.set(draft);
  attachmentStore.set(files.map(restoredFile));
}

/** Returns whether the browser had stored this draft, so that the server may have a later version of it. */
export function wasRestored(id: string): boolean {
  return id === restored;
}

function newIdentity(): DraftIdentity {
  return { id: randomName(), version: 0 };
}

/**
 * Sets who writes here: clears what somebody else has left in this tab, and restores the writer's own text. Returns
 * whether there was somebody else.
 */
export function claimDraft(writer: string): boolean {
  const kept = read();
  const back = !keeping || (draftStore.get() === EMPTY && attachmentStore.get().length === 0);
  keeping = true;
  const other = kept.owner !== undefined && kept.owner !== writer;
  if (other) forgetDraft();
  else if (back) restore();
  owner = writer;
  keep();
  return other;
}

function keep(): void {
  if (!keeping) return;
  const draft = draftStore.get();
  const files = attachmentStore.get();
  try {
    if (draft === EMPTY && files.length === 0) sessionStorage.removeItem(STORAGE_KEY);
    else
      sessionStorage.setItem(
        STORAGE_KEY,
        JSON.stringify({ ...draft, ...identityStore.get(), owner, files: files.flatMap(keptFile) }),
      );
  } catch {
    // If the storage is full or forbidden, the draft lives as long as the tab; nothing is lost now.
  }
}

/** Returns the stored form of a file. Files with a fault are reported once and not stored. */
function keptFile(file: Attachment) {
  const { name, size, strip, fault } = file;
  return fault === null ? [{ name, size, key: keyOf(file), ...(strip && { strip }) }] : [];
}

function read(): Kept {
  try {
    return (JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Kept | null) ?? {};
  } catch {
    // Not our data, or storage is forbidden: start empty rather than not at all.
    return {};
  }
}

function restore(): void {
  const kept = read();
  owner = kept.owner;
  if (kept.numbers === undefined) return;
  if (kept.id !== undefined) {
    identityStore.set({ id: kept.id, version: kept.version ?? 0 });
    restored = kept.id;
  }
  draftStore.set({
    numbers: kept.numbers,
    typing: kept.typing ?? '',
    named: kept.named ?? EMPTY.named,
    photos: kept.photos ?? 'quick',
    later: kept.later ?? null,
    coverless: kept.coverless ?? false,
    prefilled: kept.prefilled ?? false,
    cover: { ...EMPTY.cover, ...kept.cover },
  });
  attachmentStore.set((kept.files ?? []).map(restoredFile));
}

function restoredFile({ name, size, key, strip }: KeptFile): Attachment {
  return {
    id: newId(),
    name,
    size,
    file: null,
    // A file whose upload was interrupted when the page was closed is not on the server.
    fault: key === null ? 'gone' : null,
    conversion: key === null ? null : { kind: 'converting', key },
    ...(strip && { strip }),
  };
}
