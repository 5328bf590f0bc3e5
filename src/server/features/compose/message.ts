import { z } from 'zod';

import { COVER_LIMITS } from '#contract/compose.ts';
import { MAX_DESTINATIONS } from '#contract/kit/fax-number.ts';
import { flagIn } from '#contract/kit/flags.ts';
import { text } from '#contract/kit/wire.ts';
import { AppError } from '#server/kit/app-error.ts';

import { parseDestination } from '../outbox/outbox.service.ts';

/** What is written on a cover page. */
export interface CoverFields {
  toPerson: string;
  toCompany: string;
  toLocation: string;
  toPhone: string;
  regarding: string;
  comments: string;
  footer: string;
}

/** A send as its fields say it, checked. */
export interface Message {
  /** Distinct numbers of ten digits. */
  numbers: string[];
  cover: CoverFields | null;
}

/** Templates that ship; the choice changes nothing until pages are drawn from them. */
const BUILT_IN_TEMPLATES = 4;

/** Numbers looked at before «too many» is certain: a list of 10,000 is not worth parsing (A-SEND-07). */
const MAX_LISTED = 1_000;

const coverFields = z.object({
  to_person: text(COVER_LIMITS.to_person),
  to_company: text(COVER_LIMITS.to_company),
  to_location: text(COVER_LIMITS.to_location),
  // Preferences hold 16 digits and prefill this field: the last one is cut, not refused (decision A2).
  to_phone: text(COVER_LIMITS.to_phone + 1)
    .pipe(z.string().regex(/^\d*$/, 'DIGITS_ONLY'))
    .transform((digits) => digits.slice(0, COVER_LIMITS.to_phone)),
  regarding: text(COVER_LIMITS.regarding),
  comments: text(COVER_LIMITS.comments),
  footer: text(COVER_LIMITS.footer),
});

/** Checks the fields of a send in the order of contract 4.9 and throws the first fault. */
export function parseMessage(fields: ReadonlyMap<string, string>, fileCount: number): Message {
  const written = (fields.get('destinations') ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean);
  const emails = (fields.get('destinationsEmail') ?? '').replaceAll(/[;\s]/g, '');
  if (written.length === 0 && emails === '') throw new AppError('NO_RECIPIENTS');
  if (written.length > MAX_LISTED) throw tooMany();
  const coverOn = wantsCover(fields.get('coverpage'));
  if (!coverOn && fileCount === 0) throw new AppError('NOTHING_TO_SEND');
  const cover = coverOn ? parseCover(fields) : null;
  const numbers = [...new Set(written.map(parseDestination))];
  if (numbers.length > MAX_DESTINATIONS) throw tooMany();
  checkTemplate(fields.get('template_id') ?? '');
  // Mail to destinations needs the sender's contacts and a mail queue; without them nobody is on the list.
  if (emails !== '') throw new AppError('EMAIL_NOT_ALLOWED');
  return { numbers, cover };
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
    Object.fromEntries(names.map((name) => [name, fields.get(name) ?? ''])),
  );
  if (!parsed.success) {
    const faults: Record<string, string> = {};
    for (const issue of parsed.error.issues) faults[String(issue.path[0])] ??= issue.message;
    throw new AppError('FIELD_INVALID', { fields: faults });
  }
  const cover = parsed.data;
  if (Object.values(cover).every((value) => value === '')) throw new AppError('COVER_PAGE_EMPTY');
  return {
    toPerson: cover.to_person,
    toCompany: cover.to_company,
    toLocation: cover.to_location,
    toPhone: cover.to_phone,
    regarding: cover.regarding,
    comments: cover.comments,
    footer: cover.footer,
  };
}

function checkTemplate(written: string): void {
  const id = written.trim();
  if (id === '' || id === '0') return;
  if (!/^[1-9]\d{0,5}$/.test(id) || Number(id) > BUILT_IN_TEMPLATES) throw new AppError('TEMPLATE_UNKNOWN');
}

function tooMany(): AppError {
  return new AppError('TOO_MANY_RECIPIENTS', { params: { max: MAX_DESTINATIONS } });
}
