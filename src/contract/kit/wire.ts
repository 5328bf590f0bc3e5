import { z } from 'zod';

/** An outgoing id: a string (spec http-api 0.4). */
export const idOut = z.string();

/** An incoming id: digits, as string or number; 15 digits keep it a safe integer. */
export const idIn = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^[1-9]\d{0,14}$/, 'ID_INVALID'))
  .transform(Number);

/** A time on the wire: ISO 8601 with the server zone's offset, e.g. 2026-11-20T19:04:01-05:00 (spec http-api 0.4). */
export const timeOut = z.string();

// Control characters other than newline and tab break logs, mails and cover pages (spec http-api 0.4).
// oxlint-disable-next-line no-control-regex -- control characters are what is refused
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F]/;

/** A user's text: trimmed, NFC, at most `max` characters, no control characters except newline and tab. */
export function text(max: number) {
  return z
    .string()
    .transform((value) => value.replaceAll('\r\n', '\n').normalize('NFC').trim())
    .pipe(
      z
        .string()
        .max(max, 'TOO_LONG')
        .refine((value) => !CONTROL.test(value) && value.isWellFormed(), 'CONTROL_CHARACTER'),
    );
}

/** The same on one line: for names of folders and logins, where a line break or tab is a mistake or an attack. */
export function textLine(max: number) {
  return text(max).pipe(z.string().regex(/^\P{Cc}*$/u, 'CONTROL_CHARACTER'));
}

/** Formats an instant for the wire, in `zone` (an IANA name). */
export function formatWireTime(instant: Date, zone: string): string {
  const parts = new Map(
    wireFormat(zone)
      .formatToParts(instant)
      .map((part) => [part.type, part.value]),
  );
  const offset = parts.get('timeZoneName')?.replace('GMT', '') || '+00:00';
  const date = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
  return `${date}T${parts.get('hour')}:${parts.get('minute')}:${parts.get('second')}${offset}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** One formatter per zone: creating one costs more than a hundred uses of it. */
function wireFormat(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'longOffset',
    });
    formats.set(zone, format);
  }
  return format;
}
