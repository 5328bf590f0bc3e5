import { z } from 'zod';

import { MAX_EMAILS, PHOTOS } from '#contract/faxes/compose.ts';
import { COVER_LIMITS } from '#contract/faxes/send-limits.ts';
import type { Photos } from '#contract/faxes/compose.ts';
import { parsePagePlan } from '#contract/faxes/page-plan.ts';
import type { PagePlan } from '#contract/faxes/page-plan.ts';
import { emailAddress } from '#contract/kit/email-address.ts';
import { MAX_DESTINATIONS } from '#contract/kit/fax-number.ts';
import { flagIn } from '#contract/kit/flags.ts';
import { text } from '#contract/kit/wire.ts';
import { AppError } from '#server/kit/app-error.ts';

import type { CoverFields } from './cover-pages/cover-sheet.ts';
import type { FaxDraftVersion } from './fax-drafts.service.ts';
import { parseDestination } from '#server/features/faxes/queue/outbox.service.ts';

/** A file that was uploaded before, with its position among all files. */
export interface DraftToSend {
  index: number;
  key: string;
  /** The pages to send; null for all of them unchanged. */
  plan: PagePlan | null;
}

/** A send, checked, as its fields describe it. */
export interface Message {
  /** Distinct numbers: ten digits, or 011 and a number of another country. */
  numbers: string[];
  /** Distinct addresses in lower case that get a copy by mail; whether this is allowed is checked later. */
  emails: string[];
  cover: CoverFields | null;
  /** Null for the account's own choice. */
  templateId: number | null;
  /** Files that were converted before, with their positions among all files. */
  drafts: DraftToSend[];
  /** Photo settings of the files that come with the send; files that were converted before have their own. */
  photos: Photos;
  /** The draft that is sent, in the version of its page; null if the fax is not from a draft. */
  written: FaxDraftVersion | null;
}

/** How many numbers are parsed before "too many" is certain: a list of 10,000 is not worth parsing (A-SEND-07). */
const MAX_LISTED = 1_000;

const coverFields = z.object({
  to_person: text(COVER_LIMITS.to_person),
  to_company: text(COVER_LIMITS.to_company),
  to_location: text(COVER_LIMITS.to_location),
  // Preferences allow 16 digits and prefill this field: the last one is cut off, not refused (spec decisions 2.4).
  to_phone: text(COVER_LIMITS.to_phone + 1)
    .pipe(z.string().regex(/^\d*$/, 'DIGITS_ONLY'))
    .transform((digits) => digits.slice(0, COVER_LIMITS.to_phone)),
  regarding: text(COVER_LIMITS.regarding),
  comments: text(COVER_LIMITS.comments),
  footer: text(COVER_LIMITS.footer),
  from_person: text(COVER_LIMITS.from_person).optional(),
  from_company: text(COVER_LIMITS.from_company).optional(),
  from_location: text(COVER_LIMITS.from_location).optional(),
  from_phone: text(COVER_LIMITS.from_phone).pipe(z.string().regex(/^\d*$/, 'DIGITS_ONLY')).optional(),
});

const SENDER_FIELDS = ['from_person', 'from_company', 'from_location', 'from_phone'];

/** What comes with the fields, and what the sender may do. */
interface MessageLimits {
  /** Number of files that are not among the fields. */
  files: number;
  /** Most files of a fax. */
  most: number;
  /** Whether other countries may be called. */
  abroad: boolean;
  /** Most numbers of one send. */
  mostNumbers?: number | undefined;
}

/** Checks the fields of a send in a fixed order (spec http-api 4.9) and throws the first fault. */
export function parseMessage(
  fields: ReadonlyMap<string, string>,
  { files, most, abroad, mostNumbers = MAX_DESTINATIONS }: MessageLimits,
): Message {
  const written = listIn(fields, 'destinations');
  const drafts = parseDrafts(fields);
  const addresses = listIn(fields, 'destinationsEmail');
  if (written.length === 0 && addresses.length === 0) throw new AppError('NO_RECIPIENTS');
  if (written.length > MAX_LISTED) throw tooMany(mostNumbers);
  const coverOn = wantsCover(fields.get('coverpage'));
  if (!coverOn && files + drafts.length === 0) throw new AppError('NOTHING_TO_SEND');
  if (files + drafts.length > most) throw new AppError('TOO_MANY_FILES', { params: { max: most } });
  const cover = coverOn ? parseCover(fields) : null;
  const numbers = [...new Set(written.map((one) => parseDestination(one, abroad)))];
  if (numbers.length > mostNumbers) throw tooMany(mostNumbers);
  const templateId = parseTemplate(fields.get('template_id') ?? '');
  const emails = parseEmails(addresses);
  return {
    numbers,
    emails,
    cover,
    templateId,
    drafts,
    photos: parsePhotos(fields),
    written: parseWritten(fields),
  };
}

/** Parses `draft_id` and `draft_version`: the draft that this fax was until now (spec http-api 12.32). */
function parseWritten(fields: ReadonlyMap<string, string>): FaxDraftVersion | null {
  const id = fields.get('draft_id') ?? '';
  if (id === '') return null;
  const version = fields.get('draft_version') ?? '';
  if (!/^[A-Za-z0-9_-]{16,64}$/.test(id) || !/^[1-9]\d{0,8}$/.test(version))
    throw new AppError('FIELD_INVALID', { fields: { draft_id: 'ID_INVALID' } });
  return { id, version: Number(version) };
}

/** Parses the field `photos`; `quick` if it is omitted. Throws FIELD_INVALID. */
export function parsePhotos(fields: ReadonlyMap<string, string>): Photos {
  const written = (fields.get('photos') ?? '').trim();
  const known = PHOTOS.find((one) => one === (written === '' ? 'quick' : written));
  if (!known) throw new AppError('FIELD_INVALID', { fields: { photos: 'CHOICE_INVALID' } });
  return known;
}

/** Returns the parts of a list that is separated by semicolons. */
function listIn(fields: ReadonlyMap<string, string>, name: string): string[] {
  return (fields.get(name) ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean);
}

/**
 * Parses one address per part: "a@x, b@y" and line breaks are invalid, so nothing can be injected into a header
 * (A-SEND-16).
 */
function parseEmails(written: readonly string[]): string[] {
  if (written.length > MAX_LISTED) throw tooManyEmails();
  const emails = written.map((one) => {
    const parsed = emailAddress.safeParse(one);
    if (!parsed.success)
      throw new AppError('FIELD_INVALID', { fields: { destinationsEmail: 'EMAIL_INVALID' } });
    return parsed.data.toLowerCase();
  });
  const distinct = [...new Set(emails)];
  if (distinct.length > MAX_EMAILS) throw tooManyEmails();
  return distinct;
}

function tooManyEmails(): AppError {
  return new AppError('TOO_MANY_EMAILS', { params: { max: MAX_EMAILS } });
}

function wantsCover(written = ''): boolean {
  if (written.trim() === '') return false;
  const parsed = flagIn.safeParse(written);
  if (!parsed.success) throw new AppError('FIELD_INVALID', { fields: { coverpage: 'FLAG_INVALID' } });
  return parsed.data;
}

function parseCover(fields: ReadonlyMap<string, string>): CoverFields {
  const names = Object.keys(coverFields.shape);
  const parsed = coverFields.safeParse(
    Object.fromEntries(
      // Sender's details that are not sent come from the preferences; those sent empty stay empty.
      names.map((name) => [name, fields.get(name) ?? (SENDER_FIELDS.includes(name) ? undefined : '')]),
    ),
  );
  if (!parsed.success) {
    const faults: Record<string, string> = {};
    for (const issue of parsed.error.issues) faults[String(issue.path[0])] ??= issue.message;
    throw new AppError('FIELD_INVALID', { fields: faults });
  }
  const cover = parsed.data;
  if (Object.values(cover).every((value) => value === undefined || value === ''))
    throw new AppError('COVER_PAGE_EMPTY');
  return {
    toPerson: cover.to_person,
    toCompany: cover.to_company,
    toLocation: cover.to_location,
    toPhone: cover.to_phone,
    regarding: cover.regarding,
    comments: cover.comments,
    footer: cover.footer,
    fromPerson: cover.from_person,
    fromCompany: cover.from_company,
    fromLocation: cover.from_location,
    fromPhone: cover.from_phone,
  };
}

/** Checks only that this can be the id of a template; whether it exists is checked where it is drawn. */
function parseTemplate(written: string): number | null {
  const id = written.trim();
  if (id === '' || id === '0') return null;
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new AppError('TEMPLATE_UNKNOWN');
  return Number(id);
}

/**
 * Parses `drafts[0]`, `drafts[1]`…: files that were uploaded and converted before, each with its `pages[i]` (spec
 * http-api 12.2).
 */
function parseDrafts(fields: ReadonlyMap<string, string>): DraftToSend[] {
  const plans = new Map(indexed(fields, 'pages').map(({ index, value }) => [index, planIn(index, value)]));
  const drafts = indexed(fields, 'drafts').map(({ index, value: key }) => ({
    index,
    key,
    plan: plans.get(index) ?? null,
  }));
  // Pages that were left out of a file must not be sent because the file came under another name.
  const stray = [...plans.keys()].find((index) => !drafts.some((draft) => draft.index === index));
  if (stray !== undefined) throw badPlan(stray);
  return drafts.toSorted((a, b) => a.index - b.index);
}

/** Returns the fields `name[0]`, `name[1]`… */
function indexed(fields: ReadonlyMap<string, string>, name: string): { index: number; value: string }[] {
  return [...fields].flatMap(([field, value]) => {
    const index = field.startsWith(`${name}[`) ? /\[(\d{1,3})\]$/.exec(field)?.[1] : undefined;
    return index === undefined || field !== `${name}[${index}]` ? [] : [{ index: Number(index), value }];
  });
}

function planIn(index: number, written: string): PagePlan {
  const plan = parsePagePlan(written);
  if (plan === null) throw badPlan(index);
  return plan;
}

function badPlan(index: number): AppError {
  return new AppError('FIELD_INVALID', { fields: { [`pages[${index}]`]: 'PAGES_INVALID' } });
}

function tooMany(max: number): AppError {
  return new AppError('TOO_MANY_RECIPIENTS', { params: { max } });
}
