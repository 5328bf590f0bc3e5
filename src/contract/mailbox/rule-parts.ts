import { z } from 'zod';
import { DESTINATION, digitsOf, normalizeNumber } from '#contract/kit/fax-number.ts';
import { emailAddress } from '#contract/kit/email-address.ts';
import { idIn, idOut, textLine } from '#contract/kit/wire.ts';
import { joinedRuns } from '#contract/mailbox/page-words.ts';
import { MAX_TAGS_OF_FAX } from '#contract/mailbox/team.ts';

/** Limits of the rules of one account, and of the parts of one rule. */
export const MAX_RULES = 50;
export const RULE_NAME_MAX = 60;
export const MAX_CONDITIONS = 10;
/** Maximum number of values (numbers, groups, texts), and of addresses, in one part of a rule. */
export const MAX_RULE_VALUES = 50;
export const MAX_RULE_EMAILS = 10;
/** Maximum number of days until work is due. */
export const MAX_DUE_DAYS = 365;

/** A number, or the beginning of one: `212-555-0100`, `212*`. Stored as digits. */
export const callerPattern = z
  .string()
  .trim()
  .max(30, 'TOO_LONG')
  .refine((written) => /^\+?[\d ().-]+\*?$/.test(written) && digitsOf(written) !== '', 'CALLER_PATTERN')
  .transform((written) => (written.endsWith('*') ? `${digitsOf(written)}*` : normalizeNumber(written)));

/** A word or phrase on pages that a search can find. */
export const pageWords = z
  .string()
  .trim()
  .max(60, 'TOO_LONG')
  .refine((written) => joinedRuns(written) !== '', 'REQUIRED');

/** The text of a barcode, or its beginning: `INV-2026-1`, `INV-*`. */
export const barcodeWords = textLine(100).pipe(
  z.string().refine((written) => !['', '*'].includes(written), 'REQUIRED'),
);

const codes = z.array(barcodeWords).min(1, 'REQUIRED').max(MAX_RULE_VALUES, 'TOO_MANY');
const texts = z.array(pageWords).min(1, 'REQUIRED').max(MAX_RULE_VALUES, 'TOO_MANY');
const patterns = z.array(callerPattern).min(1, 'REQUIRED').max(MAX_RULE_VALUES, 'TOO_MANY');
const ids = z.array(idIn).min(1, 'REQUIRED').max(MAX_RULE_VALUES, 'TOO_MANY');
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'TIME_INVALID');
const day = z.iso.date('DATE_INVALID').refine((value) => /^2\d{3}-/.test(value), 'DATE_INVALID');
/**
 * `days` from Sunday (0) to Saturday (6), as in the delivery window. A `from` after `to` extends past midnight. In the
 * account's time zone.
 */
const hours = {
  days: z.array(z.number().int().min(0).max(6)).min(1, 'REQUIRED').max(7),
  from: clock,
  to: clock,
};
const pages = z.number().int().min(1).max(9999);

/** A condition on a received fax. */
const condition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('caller'), callers: patterns }),
  z.object({ kind: z.literal('not-caller'), callers: patterns }),
  z.object({ kind: z.literal('group'), groups: ids }),
  z.object({ kind: z.literal('not-group'), groups: ids }),
  z.object({ kind: z.literal('contact') }),
  z.object({ kind: z.literal('not-contact') }),
  z.object({ kind: z.literal('hidden') }),
  /** One of the words or phrases is printed on the pages; both conditions are false if the text is unknown. */
  z.object({ kind: z.literal('text'), texts }),
  z.object({ kind: z.literal('not-text'), texts }),
  /** One of the barcodes on the pages has this text, or begins with it if it ends in an asterisk. */
  z.object({ kind: z.literal('barcode'), texts: codes }),
  z.object({ kind: z.literal('not-barcode'), texts: codes }),
  z.object({ kind: z.literal('pages-min'), pages }),
  z.object({ kind: z.literal('pages-max'), pages }),
  z.object({ kind: z.literal('hours'), ...hours }),
  z.object({ kind: z.literal('not-hours'), ...hours }),
  z
    .object({ kind: z.literal('dates'), from: day, to: day })
    .refine(({ from, to }) => from <= to, { path: ['to'], error: 'DATE_ORDER' }),
  z.object({ kind: z.literal('cut-off') }),
]);
export type RuleCondition = z.output<typeof condition>;

/** An action on a matching fax. */
const action = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('tag'),
    tags: z.array(idIn).min(1, 'REQUIRED').max(MAX_TAGS_OF_FAX, 'TOO_MANY'),
  }),
  z.object({ kind: z.literal('assign'), person: idIn }),
  z.object({ kind: z.literal('due'), days: z.number().int().min(0).max(MAX_DUE_DAYS) }),
  z.object({
    kind: z.literal('email'),
    emails: z
      .array(emailAddress)
      .min(1, 'REQUIRED')
      .max(MAX_RULE_EMAILS, 'TOO_MANY')
      .transform((all) => [...new Set(all.map((one) => one.toLowerCase()))]),
  }),
  z.object({
    kind: z.literal('forward'),
    number: z.string().trim().regex(DESTINATION, 'FAX_NUMBER_INVALID').transform(normalizeNumber),
  }),
  z.object({ kind: z.literal('read') }),
  z.object({ kind: z.literal('archive') }),
]);
export type RuleAction = z.output<typeof action>;

/** Without conditions, every fax matches. */
export const tested = {
  match: z.enum(['all', 'any']),
  conditions: z.array(condition).max(MAX_CONDITIONS, 'TOO_MANY'),
};
export const ruleFields = {
  name: textLine(RULE_NAME_MAX).pipe(z.string().min(1, 'REQUIRED')),
  active: z.boolean(),
  ...tested,
  actions: z
    .array(action)
    .min(1, 'REQUIRED')
    .max(7, 'TOO_MANY')
    .refine((all) => new Set(all.map(({ kind }) => kind)).size === all.length, 'ACTION_TWICE'),
  /** Whether rules further down skip faxes that this one acts on. */
  stop: z.boolean(),
};
/** The valid form of a rule; forms check it before they send. */
export const ruleForm = z.object(ruleFields);
export type RuleFields = z.output<typeof ruleForm>;

export const CONDITION_KINDS = [
  'caller',
  'not-caller',
  'group',
  'not-group',
  'contact',
  'not-contact',
  'hidden',
  'text',
  'not-text',
  'barcode',
  'not-barcode',
  'pages-min',
  'pages-max',
  'hours',
  'not-hours',
  'dates',
  'cut-off',
] as const satisfies readonly RuleCondition['kind'][];
export const ACTION_KINDS = [
  'tag',
  'assign',
  'due',
  'email',
  'forward',
  'read',
  'archive',
] as const satisfies readonly RuleAction['kind'][];

/** A condition as returned, and while being edited; its fields depend on its kind. */
export const conditionOut = z.object({
  kind: z.enum(CONDITION_KINDS),
  callers: z.array(z.string()).optional(),
  texts: z.array(z.string()).optional(),
  groups: z.array(idOut).optional(),
  pages: z.number().optional(),
  days: z.array(z.number()).optional(),
  from: z.string().optional(),
  to: z.string().optional(),
});
export type ConditionOut = z.output<typeof conditionOut>;

/** An action in the same form. */
export const actionOut = z.object({
  kind: z.enum(ACTION_KINDS),
  tags: z.array(idOut).optional(),
  person: idOut.optional(),
  days: z.number().optional(),
  emails: z.array(z.string()).optional(),
  number: z.string().optional(),
});
export type ActionOut = z.output<typeof actionOut>;
