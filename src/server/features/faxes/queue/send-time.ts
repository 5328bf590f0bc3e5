import { flagIn } from '#contract/kit/flags.ts';
import { instantOf, isZone, parseWall } from '#contract/kit/wall-time.ts';
import { AppError } from '#server/kit/app-error.ts';

/** When a fax is to be dialed. */
export interface Later {
  /** Null for at once. */
  sendAt: Date | null;
  /** Whether it may be dialed outside the account's delivery window, too. */
  anyHour: boolean;
}

/** As soon as the delivery window allows. */
export const AT_ONCE: Later = { sendAt: null, anyHour: false };

const YEAR_MS = 366 * 24 * 60 * 60_000;

/** Matches an instant with its offset: 2026-11-24T08:00:00-05:00. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Parses `send_at` (an instant, or a wall time in `send_zone`, or else in `home`) and `outside_window` of a send (spec
 * http-api 12.28). Throws FIELD_INVALID if the time is invalid, has passed, or is more than a year away, or if another
 * field is invalid.
 */
export function parseLater(
  fields: { get(name: 'send_at' | 'send_zone' | 'outside_window'): string | undefined },
  home: string,
  now = new Date(),
): Later {
  const written = (fields.get('send_at') ?? '').trim();
  const zone = (fields.get('send_zone') ?? '').trim() || home;
  const flag = flagIn.safeParse(fields.get('outside_window')?.trim() || '0');
  if (!flag.success) throw invalid('outside_window', 'FLAG_INVALID');
  const anyHour = flag.data;
  if (written === '') return { sendAt: null, anyHour };
  if (!isZone(zone)) throw invalid('send_zone', 'ZONE_UNKNOWN');
  const sendAt = timeOf(written, zone);
  if (sendAt === null) throw invalid('send_at', 'TIME_INVALID', 'SEND_AT_INVALID');
  if (sendAt <= now) throw invalid('send_at', 'TIME_PAST', 'SEND_AT_PAST');
  if (sendAt.getTime() > now.getTime() + YEAR_MS) throw invalid('send_at', 'TIME_TOO_FAR', 'SEND_AT_FAR');
  return { sendAt, anyHour };
}

/** Parses the fields where a time is required; without one, the fault is TIME_INVALID. */
export function parseTime(...[fields, home]: Parameters<typeof parseLater>): Later & { sendAt: Date } {
  const { sendAt, anyHour } = parseLater(fields, home);
  if (sendAt === null) throw invalid('send_at', 'TIME_INVALID', 'SEND_AT_INVALID');
  return { sendAt, anyHour };
}

function timeOf(written: string, zone: string): Date | null {
  const wall = parseWall(written);
  if (wall !== null) return instantOf(zone, wall);
  const at = INSTANT.test(written) ? new Date(written) : null;
  return at === null || Number.isNaN(at.getTime()) ? null : at;
}

function invalid(field: string, fault: string, sentence = 'FIELD_INVALID'): AppError {
  return new AppError('FIELD_INVALID', { fields: { [field]: fault }, sentence });
}
