import { z } from 'zod';

import { accountEmail } from '#contract/customers/administrators.ts';
import { isNanp, normalizeNumber } from '#contract/kit/fax-number.ts';

import { defineApiCall, idIn, listOf, pageQuery, timestamp } from './define.ts';
import { resourceErrors, repeatErrors } from './problems.ts';

/** The states of an account. */
export const ACCOUNT_STATUSES = ['pending', 'active', 'suspended', 'closed'] as const;

const manageErrors = {
  ADMINISTRATOR_NEEDED: resourceErrors.ADMINISTRATOR_NEEDED,
  OPERATOR_NEEDED: resourceErrors.OPERATOR_NEEDED,
  LIVE_KEY_NEEDED: resourceErrors.LIVE_KEY_NEEDED,
  ACCOUNT_STATE: resourceErrors.ACCOUNT_STATE,
} as const;
const addErrors = {
  ...manageErrors,
  ...repeatErrors,
  ACCOUNT_REFUSED: resourceErrors.ACCOUNT_REFUSED,
  LIMIT_REACHED: 409,
  POOL_EMPTY: 409,
  NUMBER_IN_USE: 409,
  NO_PRODUCT: 409,
} as const;

const common = {
  access: 'key',
  scope: 'accounts:manage',
  about: 'accounts',
  errors: manageErrors,
} as const;
const params = z.object({ id: idIn('acc') });

/** A fax account. */
const account = z.object({
  object: z.literal('account'),
  id: z.string(),
  status: z
    .enum(ACCOUNT_STATUSES)
    .describe(
      '`pending`: it has no number yet, or an operator added it and its owner has not chosen a password. Accounts that an administrator adds with a number are `active` at once: faxes arrive before the owner has chosen a password.',
    ),
  number: z.string().nullable().describe('E.164.'),
  porting_number: z.string().nullable().describe('The number that is being moved here.'),
  email: z.string(),
  administrator: z.string().nullable(),
  hipaa: z.boolean(),
  month_limit: z.number().int().nullable().describe('Pages a month; null: what its product allows.'),
  created_at: timestamp,
});

const written = z
  .string()
  .max(20, 'NUMBER_INVALID')
  .transform(normalizeNumber)
  .refine(isNanp, 'NUMBER_INVALID')
  .describe('E.164, North America.');

export const listAccounts = defineApiCall({
  ...common,
  method: 'GET',
  path: '/v1/accounts',
  summary: 'Fax accounts, oldest first',
  description: 'Those of an administrator, or all of the installation for an operator’s key.',
  query: z.strictObject({ status: z.enum(ACCOUNT_STATUSES).optional(), ...pageQuery }),
  reply: listOf(account),
});

export const getAccount = defineApiCall({
  ...common,
  method: 'GET',
  path: '/v1/accounts/:id',
  summary: 'One fax account',
  params,
  reply: account,
});

export const addAccount = defineApiCall({
  ...common,
  errors: addErrors,
  method: 'POST',
  path: '/v1/accounts',
  idempotent: 'answer',
  summary: 'Add a fax account',
  description:
    'Its owner gets an email with a link to choose a password. An administrator’s key takes one of its services; an operator’s adds to the brand of the host, and may name a number, give a password (the address then counts as confirmed), a month limit and health records. Each call adds an account, so send an `Idempotency-Key`.',
  body: z.strictObject({
    email: accountEmail,
    number: z.discriminatedUnion('from', [
      z.strictObject({
        from: z.literal('area'),
        area_code: z.string().regex(/^[2-9]\d{2}$/u, 'AREA_INVALID'),
      }),
      z.strictObject({ from: z.literal('tollfree') }),
      z.strictObject({ from: z.literal('port'), number: written }),
      z.strictObject({ from: z.literal('number'), number: written }),
    ]),
    password: z.string().max(256, 'TOO_LONG').optional().describe('Operators only.'),
    month_limit: z.number().int().min(0).max(1_000_000).optional().describe('Operators only.'),
    hipaa: z.boolean().optional().describe('Operators only.'),
  }),
  reply: account,
  status: 201,
});

export const suspendAccount = defineApiCall({
  ...common,
  method: 'POST',
  path: '/v1/accounts/:id/suspend',
  summary: 'Suspend an account',
  description: 'Operators only. No login, no sending, no receiving; faxes that wait are held.',
  params,
  reply: account,
});

export const resumeAccount = defineApiCall({
  ...common,
  method: 'POST',
  path: '/v1/accounts/:id/resume',
  summary: 'Resume a suspended account',
  description: 'Operators only. What was held goes on.',
  params,
  reply: account,
});

export const closeAccount = defineApiCall({
  ...common,
  method: 'POST',
  path: '/v1/accounts/:id/close',
  summary: 'Close an account',
  description:
    'Its number rests, waiting faxes are canceled, its keys stop working. Faxes are kept for their time, and longer under a legal hold. A closed one stays as it is.',
  params,
  reply: account,
});
