import { findHits } from '#contract/mailbox/page-words.ts';
import type { RuleCondition, RuleFields } from '#contract/mailbox/rule-parts.ts';

/** What conditions ask of a received fax. Day, time and date are those of its arrival in the account's time zone. */
export interface FaxFacts {
  /** Digits; empty when the caller was hidden. */
  caller: string;
  isContact: boolean;
  /** Groups that the caller's contact is in. */
  groups: readonly number[];
  pages: number;
  /** Words on its pages, in order; null where they are not known. */
  words: readonly string[] | null;
  cutOff: boolean;
  /** From Sunday (0) to Saturday (6). */
  day: number;
  /** HH:MM. */
  time: string;
  /** YYYY-MM-DD. */
  date: string;
}

/** Whether a rule acts on a fax. A rule without conditions acts on every one. */
export function ruleMatches(
  { match, conditions }: Pick<RuleFields, 'match' | 'conditions'>,
  fax: FaxFacts,
): boolean {
  if (conditions.length === 0) return true;
  return match === 'all'
    ? conditions.every((condition) => holds(condition, fax))
    : conditions.some((condition) => holds(condition, fax));
}

/** Whether one of the rules looks at the text of pages, which takes longer to read than the rest. */
export function asksForText(rules: readonly Pick<RuleFields, 'conditions'>[]): boolean {
  return rules.some(({ conditions }) =>
    conditions.some(({ kind }) => kind === 'text' || kind === 'not-text'),
  );
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

function isAmong(patterns: readonly string[], caller: string): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('*') ? caller.startsWith(pattern.slice(0, -1)) : caller === pattern,
  );
}

/** Hours that go over midnight belong to the day on which they begin. */
function isWithin(
  { days, from, to }: { days: readonly number[]; from: string; to: string },
  { day, time }: Pick<FaxFacts, 'day' | 'time'>,
): boolean {
  if (from <= to) return days.includes(day) && from <= time && time < to;
  const dayBefore = (day + 6) % 7;
  return (days.includes(day) && time >= from) || (days.includes(dayBefore) && time < to);
}
