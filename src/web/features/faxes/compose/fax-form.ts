import { COVER_LIMITS } from '#contract/faxes/send-limits.ts';
import { formatPagePlan } from '#contract/faxes/page-plan.ts';
import { keyOf } from './attachment-rules.ts';
import type { Attachment } from './attachment-rules.ts';
import { planOf } from './page-rules.ts';
import type { CoverField, CoverPage, Draft, DraftIdentity, SenderField } from './draft-store.ts';

/** Our field names and those of the API (spec http-api 4.9). */
export const WIRE_NAMES = {
  name: 'to_person',
  company: 'to_company',
  location: 'to_location',
  phone: 'to_phone',
  subject: 'regarding',
  comments: 'comments',
} as const satisfies Record<CoverField, keyof typeof COVER_LIMITS>;

/** The fields in reading order. */
export const COVER_FIELDS = ['name', 'company', 'phone', 'location', 'subject', 'comments'] as const;

/** The API names of the sender's details for this fax only. */
export const SENDER_NAMES = {
  fromName: 'from_person',
  fromCompany: 'from_company',
  fromPhone: 'from_phone',
  fromLocation: 'from_location',
} as const satisfies Record<SenderField, keyof typeof COVER_LIMITS>;

/** The sender's fields in reading order. */
export const SENDER_FIELDS = ['fromName', 'fromCompany', 'fromPhone', 'fromLocation'] as const;

/** Returns the maximum length of a field (COMP-18 to COMP-23). */
export function limitOf(field: CoverField | SenderField): number {
  return COVER_LIMITS[{ ...WIRE_NAMES, ...SENDER_NAMES }[field]];
}

/**
 * Returns the multipart body of a send; `saved` is the draft that ends with it. Fields come before files, so that the
 * server can refuse before it has read 50 MB.
 */
export function faxForm(draft: Draft, files: readonly Attachment[], saved?: DraftIdentity): FormData {
  const form = new FormData();
  form.set('coverpage', draft.cover.use ? '1' : '0');
  for (const field of COVER_FIELDS)
    form.set(WIRE_NAMES[field], draft.cover.use ? draft.cover[field].trim() : '');
  form.set('template_id', draft.cover.use ? draft.cover.templateId : '');
  if (draft.cover.use)
    for (const field of SENDER_FIELDS) form.set(SENDER_NAMES[field], draft.cover[field].trim());
  if (draft.photos === 'fine') form.set('photos', draft.photos);
  if (draft.later !== null) {
    form.set('send_at', draft.later.sendAt);
    form.set('send_zone', draft.later.zone);
    if (draft.later.anyHour) form.set('outside_window', '1');
  }
  form.set('destinations', draft.numbers.join(';'));
  // There is no input for it (spec decisions 3.5).
  form.set('destinationsEmail', '');
  if (saved !== undefined && saved.version > 0) {
    form.set('draft_id', saved.id);
    form.set('draft_version', String(saved.version));
  }
  files.forEach((attachment, i) => {
    const key = keyOf(attachment);
    const plan = planOf(attachment);
    if (key !== null && plan !== null) form.set(`pages[${i}]`, formatPagePlan(plan));
    if (key !== null) form.set(`drafts[${i}]`, key);
    else if (attachment.file !== null) form.set(`userfiles[${i}]`, attachment.file, attachment.name);
  });
  return form;
}

/** The errors of the cover page: as a whole (`empty`), and of single fields. */
export interface CoverFaults {
  empty: boolean;
  phone: boolean;
}

/** Checks the cover page: it must not be empty, and a phone number consists of digits (COMP-18, COMP-26). */
export function coverFaults(cover: CoverPage): CoverFaults {
  if (!cover.use) return { empty: false, phone: false };
  return {
    empty: [...COVER_FIELDS, ...SENDER_FIELDS].every((field) => cover[field].trim() === ''),
    phone: !/^\d*$/.test(cover.phone.trim()),
  };
}
