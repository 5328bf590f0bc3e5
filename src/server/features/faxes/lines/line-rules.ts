import { readHours } from './line-hours.ts';
import type { NewLine } from './lines.store.ts';

/** Highest price of a page in cents. Even a page around the world costs only a dollar. */
const MAX_PRICE = 10_000;

/** Digits of E.164 with `*`, separated by commas; the plus is optional. */
const PATTERN = /^\+?[0-9*]{1,20}(\s*,\s*\+?[0-9*]{1,20})*$/;
const NAME = /^[a-z0-9][a-z0-9-]{0,31}$/;
/** A removed line is kept as `removed-7`, so no other line may have such a name. */
const RESERVED_NAME = /^removed-/;

/** Returns why a line cannot have these settings; null if it can. */
export function faultOf(line: Omit<NewLine, 'config'>): string | null {
  if (!NAME.test(line.name) || RESERVED_NAME.test(line.name)) {
    return 'A line is named with small letters, digits and hyphens, at most 32.';
  }
  if (line.kind === 'onnet') return 'The line onnet is always there.';
  if (!PATTERN.test(line.pattern)) {
    return 'A pattern is digits of the international form with * for any digits, several joined by comma.';
  }
  if (line.price !== null && !(line.price >= 0 && line.price <= MAX_PRICE))
    return `A price is between 0 and ${MAX_PRICE} cents a page.`;
  if (line.hours !== '' && readHours(line.hours) === null)
    return 'Hours are days and times, like mon-fri 08:00-18:00 or daily 22:00-06:00.';
  return !Number.isInteger(line.channels) || line.channels < 1 ? 'A line has at least one channel.' : null;
}
