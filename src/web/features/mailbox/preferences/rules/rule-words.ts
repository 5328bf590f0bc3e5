import type { TFunction } from 'i18next';
import { formatFaxNumber } from '#contract/kit/fax-number.ts';
import type { ActionOut, ConditionOut } from '#contract/mailbox/rule-parts.ts';
import type { Rule } from '#contract/mailbox/rules.ts';
import { formatDay } from '#web/kit/format-date.ts';
import { sayDays } from '#web/shared/faxes/send-time.ts';

/** The objects that the account's rules can reference. */
export interface Named {
  groups: readonly { id: string; name: string }[];
  tags: readonly { id: string; name: string; color: string }[];
  /** The people to whom faxes can be assigned. */
  people: readonly { id: string; name: string }[];
  /** Whether people have personal logins on the account: otherwise tags, dates and people are hidden. */
  team: boolean;
}

/** Formats a number, or the start of one. */
export function callerWords(pattern: string): string {
  // Isolated: in right-to-left text the asterisk would otherwise appear before the number.
  return pattern.endsWith('*') ? `\u2066${pattern}\u2069` : (formatFaxNumber(pattern) ?? pattern);
}

/** Describes a rule in one line: its conditions and its actions. */
export function ruleWords(
  rule: Pick<Rule, 'match' | 'conditions' | 'actions'>,
  named: Named,
  t: TFunction,
  language: string,
): string {
  const conditions = rule.conditions.map((condition) => conditionWords(condition, named, t, language));
  const all = rule.match === 'all' ? listed(conditions, language) : conditions.join(` ${t('rules.or')} `);
  return t('rules.summary', {
    looks: all || t('rules.everyFax'),
    does: listed(
      rule.actions.map((action) => actionWords(action, named, t, language)),
      language,
    ),
  });
}

/** Describes a condition. */
export function conditionWords(
  condition: ConditionOut,
  named: Named,
  t: TFunction,
  language: string,
): string {
  const { kind, callers = [], texts = [], groups = [], pages = 0, days = [], from = '', to = '' } = condition;
  switch (kind) {
    case 'caller':
    case 'not-caller':
      return t(`rules.short.${kind}`, { what: listed(callers.map(callerWords), language) });
    case 'text':
    case 'not-text':
    case 'barcode':
    case 'not-barcode':
      return t(`rules.short.${kind}`, { what: listed(texts, language) });
    case 'group':
    case 'not-group':
      return t(`rules.short.${kind}`, {
        what: listed(
          groups.map((id) => nameOf(named.groups, id)),
          language,
        ),
      });
    case 'pages-min':
    case 'pages-max':
      return t(`rules.short.${kind}`, { count: pages });
    case 'hours':
    case 'not-hours':
      return t(`rules.short.${kind}`, { days: sayDays(days, language), from, to });
    case 'dates':
      return t('rules.short.dates', { from: formatDay(from), to: formatDay(to) });
    default:
      return t(`rules.short.${kind}`);
  }
}

function actionWords(action: ActionOut, named: Named, t: TFunction, language: string): string {
  const { kind, tags = [], person = '', days = 0, emails = [], number = '' } = action;
  switch (kind) {
    case 'tag':
      return t('rules.does.tag', {
        what: listed(
          tags.map((id) => nameOf(named.tags, id)),
          language,
        ),
      });
    case 'assign':
      return t('rules.does.assign', { what: nameOf(named.people, person) });
    case 'due':
      return t('rules.does.due', { count: days });
    case 'email':
      return t('rules.does.email', { what: listed(emails, language) });
    case 'forward':
      return t('rules.does.forward', { what: formatFaxNumber(number) ?? number });
    default:
      return t(`rules.does.${kind}`);
  }
}

/** Joins texts in the way of the language. */
function listed(words: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(words);
}

/** Returns the name of an object; deleted ones no longer have one. */
function nameOf(all: readonly { id: string; name: string }[], id: string): string {
  return all.find((one) => one.id === id)?.name ?? '?';
}
