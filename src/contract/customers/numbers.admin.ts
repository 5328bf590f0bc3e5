import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';
import { idIn, idOut, timeOut } from '#contract/kit/wire.ts';
import { consoleList } from '#contract/faxes/queue.admin.ts';
import { operatorErrors } from '#contract/identity/operators.admin.ts';

export const NUMBER_STATES = ['free', 'assigned', 'reserved', 'quarantine', 'porting'] as const;
/** Maximum length of the text: a thousand numbers, written with parentheses and dashes. */
export const NUMBERS_TEXT_MAX = 20_000;
export const PORT_VERBS = ['submit', 'accept', 'complete', 'reject'] as const;

const port = z.object({
  id: idOut,
  uid: idOut,
  number: z.string().nullable(),
  kind: z.enum(['port', 'tollfree']),
  email: z.string(),
  state: z.enum(['new', 'submitted', 'accepted', 'done', 'rejected']),
  reason: z.string(),
  createdAt: timeOut,
});
export type ConsolePort = z.output<typeof port>;

/** Lists numbers in ascending order. */
export const operatorNumbers = defineCall({
  method: 'GET',
  path: '/operator/api/numbers',
  access: 'operator',
  right: 'watch',
  summary: 'Console: numbers',
  query: z.object({
    ...consoleList,
    state: z
      .enum(['', ...NUMBER_STATES])
      .default('')
      .catch(''),
  }),
  reply: z.object({
    rows: z.array(
      z.object({
        number: z.string(),
        kind: z.string(),
        area: z.string(),
        state: z.string(),
        uid: idOut.nullable(),
        until: timeOut.nullable(),
      }),
    ),
    total: z.number(),
  }),
});
export type ConsoleNumber = z.output<typeof operatorNumbers.reply>['rows'][number];

/**
 * Adds numbers to the pool, all or none; known ones stay unchanged. Any character that is not part of a number
 * separates them.
 */
export const operatorNumbersAdd = defineCall({
  method: 'POST',
  path: '/operator/api/numbers',
  access: 'operator',
  summary: 'Console: add numbers',
  body: z.object({ numbers: z.string().max(NUMBERS_TEXT_MAX) }),
  reply: z.object({ added: z.number(), skipped: z.number() }),
  errors: operatorErrors,
});

/** Ends the quarantine of a number early. */
export const operatorNumberRelease = defineCall({
  method: 'POST',
  path: '/operator/api/number/release',
  access: 'operator',
  summary: 'Console: end the rest of a number',
  body: z.object({ number: z.string().regex(/^\d{10}$/, 'NUMBER_INVALID') }),
  reply: success,
  errors: operatorErrors,
});

/** Lists orders to port numbers from other carriers or to get toll-free ones, newest first. */
export const operatorPorts = defineCall({
  method: 'GET',
  path: '/operator/api/ports',
  access: 'operator',
  right: 'watch',
  summary: 'Console: ports',
  query: z.object({ open: z.enum(['0', '1']).default('0').catch('0') }),
  reply: z.object({ rows: z.array(port) }),
});

/** Moves an order to its next step. */
export const operatorPortAct = defineCall({
  method: 'POST',
  path: '/operator/api/port',
  access: 'operator',
  summary: 'Console: submit, accept, complete or reject a port',
  body: z.object({
    id: idIn,
    verb: z.enum(PORT_VERBS),
    /** With `complete`, if the order is for any number. */
    number: z.string().max(16).default(''),
    /** With `reject`. */
    reason: z.string().max(200).default(''),
  }),
  reply: success,
  errors: operatorErrors,
});
