import type { Photos } from '#contract/faxes/compose.ts';
import { mayComeBack, onSessionEnd } from '#web/kit/session-store.ts';
import type { LaterTime } from '#web/shared/faxes/use-send-time.ts';
import { createStore } from '#web/ui/store.ts';
import { keyOf, newId } from './attachment-rules.ts';
import { randomName } from './writer.ts';
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
  fromName: string;
  fromCompany: string;
  fromPhone: string;
  fromLocation: string;
  /** Empty: the account's own choice. */
  templateId: string;
}

/** The sender's details for this fax alone. */
export type SenderField = 'fromName' | 'fromCompany' | 'fromPhone' | 'fromLocation';

/** The names of the cover page's text fields. */
export type CoverField = Exclude<keyof CoverPage, 'use' | 'templateId' | SenderField>;

/** What is written: digits of the destinations, what is typed of the next one, and the cover page. */
export interface Draft {
  numbers: readonly string[];
  typing: string;
  cover: CoverPage;
  /** What the cover page says because the one recipient is a known contact; what was written over it is the writer's. */
  named: { name: string; company: string };
  /** How photos become dots: quick to send, or with all the detail that a fax can have. */
  photos: Photos;
  /** When it is sent; kept while a send is not confirmed, so that a repeat is the same one. Null for at once. */
  later: LaterTime | null;
  /** Its pages have their cover page already: the preferences turn on no other one. */
  coverless: boolean;
  /** The preferences have been filled in, so that what was changed since stays changed. */
  prefilled: boolean;
}

/** Which of the account's drafts this is: its name on the server and the version of this page; 0 while it was not saved. */
export interface DraftIdentity {
  id: string;
  version: number;
}

/** What the browser keeps: the fax, the files that the server has, and whose they are. */
interface Kept extends Partial<Draft>, Partial<DraftIdentity> {
  owner?: string;
  files?: readonly KeptFile[];
}

/** A file as it is kept; without a key the server does not have it. */
type KeptFile = Pick<Attachment, 'name' | 'size' | 'strip'> & { key: string | null };

/** Per tab, so that two faxes can be written side by side. */
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
/** Off from the end of a session by itself until somebody writes here again: nothing may take the place of what is kept. */
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
  // Whoever comes back finds what was written; whoever leaves takes it along.
  keeping = !mayComeBack(end);
  forgetDraft();
});

/** Whether there is nothing that its writer would miss; the sender's details and names are filled in by themselves. */
export function isBlank({ numbers, typing, named, cover }: Draft, files: readonly Attachment[]): boolean {
  const { phone, location, subject, comments } = cover;
  const name = cover.name === named.name ? '' : cover.name;
  const company = cover.company === named.company ? '' : cover.company;
  const written = [typing, name, company, phone, location, subject, comments];
  return numbers.length === 0 && files.length === 0 && written.every((text) => text.trim() === '');
}

/** Throws the draft away: it was sent, discarded, or belongs to somebody who has signed out. */
export function forgetDraft(): void {
  identityStore.set(newIdentity());
  attachmentStore.set([]);
  draftStore.set(EMPTY);
}

/** Begins with what the server has of a draft, as it was written on whichever device. */
export function loadDraft(identity: DraftIdentity, draft: Draft, files: readonly KeptFile[]): void {
  identityStore.set(identity);
  draftStore.set(draft);
  attachmentStore.set(files.map(restoredFile));
}

/** Whether the browser had kept this draft, so that the server may have a later version of it. */
export function wasRestored(id: string): boolean {
  return id === restored;
}

function newIdentity(): DraftIdentity {
  return { id: randomName(), version: 0 };
}

/**
 * Says who writes here: what somebody else has left in this tab is thrown away, one's own comes back. Answers whether
 * there was somebody else.
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
    // Storage may be full or forbidden: then the draft lives as long as the tab, which loses nothing now.
  }
}

/** Files with a fault are told of once; there is nothing of them to keep. */
function keptFile(file: Attachment) {
  const { name, size, strip, fault } = file;
  return fault === null ? [{ name, size, key: keyOf(file), ...(strip && { strip }) }] : [];
}

function read(): Kept {
  try {
    return (JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Kept | null) ?? {};
  } catch {
    // Not ours or not allowed: start empty rather than not at all.
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
    // What was still going up when the page went away is not there.
    fault: key === null ? 'gone' : null,
    conversion: key === null ? null : { kind: 'converting', key },
    ...(strip && { strip }),
  };
}
