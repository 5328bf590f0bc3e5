import { z } from 'zod';

import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';
import { operatorErrors } from '#contract/identity/operators.admin.ts';

/** How a line is set up; passwords and keys stay where they are. */
export const operatorLineSettings = defineCall({
  method: 'GET',
  path: '/operator/api/line',
  access: 'operator',
  right: 'support',
  summary: 'Console: how a line is set up',
  query: z.object({ name: z.string().max(64) }),
  reply: z.object({
    pattern: z.string(),
    priority: z.number(),
    price: z.number().nullable(),
    channels: z.number(),
    hours: z.string(),
    /** By the names of the kind's fields; null where only the command line can change it. */
    config: z.record(z.string(), z.string()).nullable(),
  }),
});

/** Changes a line; a secret that is left empty stays. Calls that are on go on as they began. */
export const operatorLineSet = defineCall({
  method: 'PUT',
  path: '/operator/api/line',
  access: 'operator',
  summary: 'Console: change a line',
  body: z.object({
    name: z.string().max(64),
    pattern: z.string().max(2_000),
    priority: z.number().int().min(0).max(100_000),
    price: z.number().nullable(),
    channels: z.number().int().min(1).max(1_000),
    /** When it is used, like `mon-fri 08:00-18:00`; empty for always. */
    hours: z.string().max(100).optional(),
    /** By the names of the kind's fields. */
    config: z.record(z.string().max(64), z.string().max(2_000)),
  }),
  reply: success,
  errors: operatorErrors,
});

/** No new calls on a line, calls again, or out of use for good. */
export const operatorLineAct = defineCall({
  method: 'POST',
  path: '/operator/api/line',
  access: 'operator',
  summary: 'Console: drain a line, turn it on or remove it',
  body: z.object({ name: z.string().max(64), verb: z.enum(['drain', 'on', 'remove']) }),
  reply: success,
  errors: operatorErrors,
});

/** Asks the line itself. */
export const operatorLineTest = defineCall({
  method: 'POST',
  path: '/operator/api/line/test',
  access: 'operator',
  right: 'support',
  summary: 'Console: test a line',
  body: z.object({ name: z.string().max(64) }),
  /** `ms`: response time in milliseconds; missing if no request was sent. */
  reply: z.object({ ok: z.boolean(), reason: z.string(), ms: z.number().int().min(0).optional() }),
});
