import { z } from 'zod';

import { defineCall } from '#contract/kit/call.ts';
import { success } from '#contract/kit/errors.ts';
import { operatorErrors } from '#contract/identity/operators.admin.ts';

/** Returns the settings of a line, without passwords and keys. */
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
    /** Values by the names of the kind's fields; null if only the command line can change them. */
    config: z.record(z.string(), z.string()).nullable(),
  }),
});

/** Changes a line; a secret left empty stays unchanged. Calls in progress continue with the old settings. */
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
    /** When the line is used, such as `mon-fri 08:00-18:00`; empty for always. */
    hours: z.string().max(100).optional(),
    /** Values by the names of the kind's fields. */
    config: z.record(z.string().max(64), z.string().max(2_000)),
  }),
  reply: success,
  errors: operatorErrors,
});

/** Stops new calls on a line, allows them again, or removes the line. */
export const operatorLineAct = defineCall({
  method: 'POST',
  path: '/operator/api/line',
  access: 'operator',
  summary: 'Console: drain a line, turn it on or remove it',
  body: z.object({ name: z.string().max(64), verb: z.enum(['drain', 'on', 'remove']) }),
  reply: success,
  errors: operatorErrors,
});

/** Tests a line by connecting to it. */
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
