import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success, successWith } from '#contract/kit/errors.ts';
import { idIn, idOut, timeOut } from '#contract/kit/wire.ts';
import { ACTION_KINDS, MAX_RULES, actionOut, conditionOut, ruleForm, tested } from './rule-parts.ts';

/** Number of faxes that a rule is tried on: the newest ones that the account received. */
export const TRIED_FAXES = 100;

const rule = z.object({
  id: idOut,
  name: z.string(),
  active: z.boolean(),
  match: z.enum(['all', 'any']),
  conditions: z.array(conditionOut),
  actions: z.array(actionOut),
  stop: z.boolean(),
  /** Number of faxes that it acted on this month. */
  month: z.number(),
});
export type Rule = z.output<typeof rule>;

/** Lists the rules of the account in order, and the addresses that they may mail (spec http-api 12.44). */
export const rules = defineCall({
  method: 'GET',
  path: '/api/faxui/rules',
  access: 'user',
  summary: 'Rules for arriving faxes',
  reply: z.object({
    rules: z.array(rule),
    /** Addresses that rules may mail: the account's own, its people's and confirmed subaccounts'. */
    emails: z.array(z.string()),
  }),
});
export type RulesReply = z.output<typeof rules.reply>;

/** Why a rule is refused (spec http-api 12.44). */
export const ruleErrors = {
  RULE_LIMIT: 409,
  RULE_EMAIL: 412,
  RULE_NUMBER: 412,
  RULE_OWN_NUMBER: 412,
} as const;
const { RULE_EMAIL, RULE_NUMBER, RULE_OWN_NUMBER } = ruleErrors;

/** Adds a rule below all others. */
export const addRule = defineCall({
  method: 'POST',
  path: '/api/faxui/rules',
  access: 'user',
  summary: 'Add a rule',
  body: ruleForm,
  reply: successWith(z.object({ id: idOut })),
  errors: ruleErrors,
});

/** Changes what is named of a rule; the rest stays. */
export const editRule = defineCall({
  method: 'PUT',
  path: '/api/faxui/rules',
  access: 'user',
  summary: 'Change a rule',
  body: z.object({ id: idIn, ...ruleForm.partial().shape }),
  reply: success,
  errors: { RULE_EMAIL, RULE_NUMBER, RULE_OWN_NUMBER },
});

/** Deletes a rule. Its past effects remain. */
export const deleteRule = defineCall({
  method: 'DELETE',
  path: '/api/faxui/rules',
  access: 'user',
  summary: 'Delete a rule',
  body: z.object({ id: idIn }),
  reply: success,
});

/** Puts the rules into this order; rules not listed follow in their old order. */
export const orderRules = defineCall({
  method: 'PUT',
  path: '/api/faxui/ruleOrder',
  access: 'user',
  summary: 'Change the order of the rules',
  body: z.object({ ids: z.array(idIn).max(MAX_RULES, 'TOO_MANY') }),
  reply: success,
});

/** Returns which of the newest received faxes a rule would act on. Changes nothing. */
export const tryRule = defineCall({
  method: 'POST',
  path: '/api/faxui/tryRule',
  access: 'user',
  summary: 'Try a rule on the last 100 faxes',
  background: true,
  body: z.object(tested),
  reply: z.object({
    faxes: z.array(
      z.object({ fid: idOut, matches: z.boolean(), party: z.string(), number: z.string(), at: timeOut }),
    ),
  }),
});
export type TriedFax = z.output<typeof tryRule.reply>['faxes'][number];

/** Results of a rule's action: done, or why not. `waiting` is done within seconds. */
export const RULE_OUTCOMES = [
  'done',
  'waiting',
  'gone',
  'not-allowed',
  'came-from-a-rule',
  'above',
  'no-pages',
  'refused',
] as const;
export type RuleOutcome = (typeof RULE_OUTCOMES)[number];

/** Returns what rules did with one fax (spec http-api 12.44). */
export const faxRules = defineCall({
  method: 'GET',
  path: '/api/faxui/faxRules',
  access: 'user',
  right: 'read',
  background: true,
  summary: 'What rules did with a fax',
  query: z.object({ fid: idIn }),
  reply: z.object({
    rules: z.array(
      z.object({
        name: z.string(),
        at: timeOut,
        did: z.array(
          z.object({
            kind: z.enum(ACTION_KINDS),
            /** Names of tags and people, addresses, the number, or YYYY-MM-DD. */
            what: z.string(),
            outcome: z.enum(RULE_OUTCOMES),
          }),
        ),
      }),
    ),
  }),
});
export type FaxRule = z.output<typeof faxRules.reply>['rules'][number];
