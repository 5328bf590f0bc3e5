import {
  formatFaxNumber,
  isDestination,
  isInternational,
  MAX_DESTINATIONS,
  normalizeNumber,
} from '#contract/kit/fax-number.ts';
import type { ParsedTag, Tag, TagRules } from '#web/ui/tag-rules.ts';

/** What is said about an entry that is no destination; the words come from the caller's language. */
export interface DestinationWords {
  invalid: (entry: string) => string;
  international: string;
}

/** Rules of the destination field (D1 §5, decision A4): one number is one chip, however it was written. */
export function destinationRules(words: DestinationWords): TagRules {
  return { max: MAX_DESTINATIONS, parse: (entry) => parseDestination(entry, words) };
}

/** A number as a chip; numbers are the same when their digits are. */
export function destinationTag(number: string): Tag {
  const digits = normalizeNumber(number);
  return { key: digits, label: formatFaxNumber(digits) ?? number };
}

function parseDestination(entry: string, words: DestinationWords): ParsedTag {
  if (isInternational(entry)) return { kind: 'invalid', entry, message: words.international };
  if (!isDestination(entry)) return { kind: 'invalid', entry, message: words.invalid(entry) };
  return { kind: 'tag', tag: destinationTag(entry) };
}
