import { findHits } from '#contract/mailbox/page-words.ts';
import type { RuleCondition, RuleFields } from '#contract/mailbox/rule-parts.ts';

/** The facts of a received fax that conditions check. Day, time and date of its arrival are in the account's zone. */
export interface FaxFacts {
  /** Digits; empty if the caller's number was hidden. */
  caller: string;
  isContact: boolean;
  /** The groups of the caller's contact. */
  groups: readonly number[];
  pages: number;
  /** Words on its pages, in order; null if unknown. */
  words: readonly string[] | null;
  /** Texts of the barcodes on its pages; empty if the words are unknown. */
  barcodes: readonly string[];
  cutOff: boolean;
  /** From Sunday (0) to Saturday (6). */
  day: number;
  /** HH:MM. */
  time: string;
  /** YYYY-MM-DD. */
  date: string;
}

/** Whether a rule applies to a fax. A rule without conditions applies to every one. */
export function ruleMatches(
  { match, conditions }: Pick<RuleFields, 'match' | 'conditions'>,
  fax: FaxFacts,
): boolean {
  if (conditions.length === 0) return true;
  return match === 'all'
    ? conditions.every((condition) => holds(condition, fax))
    : conditions.some((condition) => holds(condition, fax));
}

/** Conditions that are false, in either form, until the pages have been read. */
const TEXT_KINDS: ReadonlySet<RuleCondition['kind']> = new Set([
  'text',
  'not-text',
  'barcode',
  'not-barcode',
]);

/** Whether one of the rules checks the text of pages, which takes longer to read than the rest. */
export function asksForText(rules: readonly Pick<RuleFields, 'conditions'>[]): boolean {
  return rules.some(({ conditions }) => conditions.some(({ kind }) => TEXT_KINDS.has(kind)));
}

function holds(condition: RuleCondition, fax: FaxFacts): boolean {
  switch (condition.kind) {
    case 'caller':
      return isAmong(condition.callers, fax.caller);
    case 'not-caller':
      return !isAmong(condition.callers, fax.caller);
    case 'group':
      return condition.groups.some((id) => fax.groups.includes(id));
    case 'not-group':
      return !condition.groups.some((id) => fax.groups.includes(id));
    case 'contact':
      return fax.isContact;
    case 'not-contact':
      return !fax.isContact;
    case 'hidden':
      return fax.caller === '';
    case 'text':
      return fax.words !== null && findHits(fax.words, condition.texts).length > 0;
    case 'not-text':
      return fax.words !== null && findHits(fax.words, condition.texts).length === 0;
    case 'barcode':
      return fax.words !== null && saysOneOf(condition.texts, fax.barcodes);
    case 'not-barcode':
      return fax.words !== null && !saysOneOf(condition.texts, fax.barcodes);
    case 'pages-min':
      return fax.pages >= condition.pages;
    case 'pages-max':
      return fax.pages <= condition.pages;
    case 'hours':
      return isWithin(condition, fax);
    case 'not-hours':
      return !isWithin(condition, fax);
    case 'dates':
      return condition.from <= fax.date && fax.date <= condition.to;
    default:
      // 'cut-off'
      return fax.cutOff;
  }
}

function isAmong(patterns: readonly string[], value: string): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('*') ? value.startsWith(pattern.slice(0, -1)) : value === pattern,
  );
}

/** Whether a barcode matches a pattern. Ignores case, as searches do. */
function saysOneOf(patterns: readonly string[], barcodes: readonly string[]): boolean {
  const wanted = patterns.map((pattern) => pattern.toLowerCase());
  return barcodes.some((barcode) => isAmong(wanted, barcode.toLowerCase()));
}

/** Hours past midnight belong to the day on which they begin. */
function isWithin(
  { days, from, to }: { days: readonly number[]; from: string; to: string },
  { day, time }: Pick<FaxFacts, 'day' | 'time'>,
): boolean {
  if (from <= to) return days.includes(day) && from <= time && time < to;
  const dayBefore = (day + 6) % 7;
  return (days.includes(day) && time >= from) || (days.includes(dayBefore) && time < to);
}
