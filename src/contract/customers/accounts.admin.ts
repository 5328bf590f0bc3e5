import { z } from 'zod';
import { dayLimitValues, dayLimits } from '#contract/faxes/day-limits.ts';
import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';
import { idIn, idOut, timeOut } from '#contract/kit/wire.ts';
import { consoleList } from '#contract/faxes/queue.admin.ts';
import { operatorErrors } from '#contract/identity/operators.admin.ts';

export const ACCOUNT_STATES = ['pending', 'active', 'suspended', 'closed'] as const;
export const ACCOUNT_VERBS = [
  'suspend',
  'resume',
  'close',
  'end-sessions',
  'reset-second-step',
  'send-reset-link',
  'resend-verify',
] as const;
const flag = z.enum(['0', '1']).default('0').catch('0');

const account = z.object({
  uid: idOut,
  hid: idOut,
  parentId: idOut.nullable(),
  number: z.string().nullable(),
  pendingNumber: z.string().nullable(),
  email: z.string(),
  state: z.enum(ACCOUNT_STATES),
  hipaa: z.boolean(),
  /** Whether only a stub of the account is left. */
  erased: z.boolean(),
  createdAt: timeOut,
  lastLoginAt: timeOut.nullable(),
});
export type ConsoleAccount = z.output<typeof account>;

/**
 * Lists fax accounts by number, address or id, of one administrator (`parent`) or all, newest first; `total` counts the
 * rows known so far.
 */
export const operatorAccounts = defineCall({
  method: 'GET',
  path: '/operator/api/accounts',
  access: 'operator',
  right: 'watch',
  summary: 'Console: fax accounts',
  query: z.object({
    ...consoleList,
    state: z
      .enum(['', ...ACCOUNT_STATES])
      .default('')
      .catch(''),
    parent: idIn.optional(),
  }),
  reply: z.object({ rows: z.array(account), total: z.number() }),
});

/**
 * Opens an account and mails its owner the link for setting the password. The number is a specific one, any of an area
 * code, or any toll-free one.
 */
export const operatorAccountAdd = defineCall({
  method: 'POST',
  path: '/operator/api/accounts',
  access: 'operator',
  summary: 'Console: add an account',
  body: z.object({
    hid: idIn,
    email: z.string().max(128),
    number: z.discriminatedUnion('by', [
      z.object({ by: z.literal('number'), number: z.string().max(20) }),
      z.object({ by: z.literal('area'), area: z.string().regex(/^\d{3}$/, 'AREA_INVALID') }),
      z.object({ by: z.literal('tollfree') }),
    ]),
    hipaa: z.boolean().default(false),
    /** 0: the product's limit. */
    monthLimit: z.number().int().min(0).max(9_999_999).default(0),
  }),
  reply: z.object({ uid: idOut }),
  errors: operatorErrors,
});

/** Returns one account: settings, active sessions, pages by month. */
export const operatorAccount = defineCall({
  method: 'GET',
  path: '/operator/api/account',
  access: 'operator',
  right: 'watch',
  summary: 'Console: one fax account',
  query: z.object({ id: idIn }),
  reply: z.object({
    account: account.extend({
      options: z.string(),
      monthLimit: z.number().nullable(),
      ...dayLimits,
      /** Whether the account may call abroad. */
      international: z.boolean(),
      stationId: z.string(),
      /** The code of the product that the account was sold as. */
      product: z.string().nullable(),
      closesAt: timeOut.nullable(),
      hasPassword: z.boolean(),
    }),
    sessions: z.array(
      z.object({ id: z.string(), address: z.string(), browser: z.string(), lastSeen: timeOut }),
    ),
    months: z.array(z.object({ month: z.string(), sent: z.number(), received: z.number() })),
  }),
});

/** Performs one action on an account. */
export const operatorAccountAct = defineCall({
  method: 'POST',
  path: '/operator/api/account',
  access: 'operator',
  right: 'support',
  summary: 'Console: suspend, resume or close an account, end its sessions, reset its two-step login',
  body: z.object({ id: idIn, verb: z.enum(ACCOUNT_VERBS) }),
  reply: success,
  errors: operatorErrors,
});

/** Permanently removes everything of a closed account; returns what was removed, by kind. */
export const operatorAccountErase = defineCall({
  method: 'POST',
  path: '/operator/api/account/erase',
  access: 'operator',
  summary: 'Console: erase a closed account',
  body: z.object({ id: idIn, reason: z.string().trim().min(1, 'REQUIRED').max(500, 'TOO_LONG') }),
  reply: z.object({
    removed: z.array(z.object({ what: z.string(), count: z.number() })),
    files: z.number(),
    auditRows: z.number(),
  }),
  errors: operatorErrors,
});

/** Changes fields of an account, all or none; an empty month limit means the product's limit. */
export const operatorAccountSet = defineCall({
  method: 'PUT',
  path: '/operator/api/account',
  access: 'operator',
  summary: 'Console: change an account',
  body: z.object({
    id: idIn,
    values: z.object({
      email: z.string().max(128).optional(),
      'month-limit': z.string().max(8).optional(),
      ...dayLimitValues,
    }),
  }),
  reply: success,
  errors: operatorErrors,
});

/** Lists the administrators of several accounts. */
export const operatorParents = defineCall({
  method: 'GET',
  path: '/operator/api/parents',
  access: 'operator',
  right: 'watch',
  summary: 'Console: multifax administrators',
  query: z.object({ search: consoleList.search }),
  reply: z.object({
    rows: z.array(
      z.object({
        id: idOut,
        hid: idOut,
        username: z.string(),
        email: z.string(),
        services: z.number(),
        used: z.number(),
        pages: z.number(),
        state: z.enum(['active', 'disabled']),
      }),
    ),
  }),
});
export type ConsoleAdministrator = z.output<typeof operatorParents.reply>['rows'][number];

/** Changes the given fields of an administrator. */
export const operatorParentSet = defineCall({
  method: 'PUT',
  path: '/operator/api/parent',
  access: 'operator',
  right: 'finance',
  summary: 'Console: change a multifax administrator',
  body: z.object({
    id: idIn,
    state: z.enum(['active', 'disabled']).optional(),
    services: z.number().int().min(0).optional(),
    pages: z.number().int().min(0).optional(),
  }),
  reply: success,
  errors: operatorErrors,
});

/** Lists requests to end a service, oldest first. */
export const operatorCancellations = defineCall({
  method: 'GET',
  path: '/operator/api/cancellations',
  access: 'operator',
  right: 'watch',
  summary: 'Console: requests to cancel',
  query: z.object({ open: flag }),
  reply: z.object({
    rows: z.array(
      z.object({
        id: idOut,
        uid: idOut,
        number: z.string().nullable(),
        email: z.string(),
        phone: z.string(),
        state: z.enum(['pending', 'approved', 'rejected', 'withdrawn']),
        createdAt: timeOut,
      }),
    ),
  }),
});
export type ConsoleCancellation = z.output<typeof operatorCancellations.reply>['rows'][number];

/** Decides on a request; `close` ends the service immediately. */
export const operatorCancellationAct = defineCall({
  method: 'POST',
  path: '/operator/api/cancellation',
  access: 'operator',
  right: 'finance',
  summary: 'Console: decide on a request to cancel',
  body: z.object({ id: idIn, verb: z.enum(['approve', 'close', 'reject']) }),
  reply: success,
  errors: operatorErrors,
});
