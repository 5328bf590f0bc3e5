import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { timeOut } from '#contract/kit/wire.ts';

/** What a span can be: the last 24 hours by the hour, or the last 30 days by the day. */
export const SPANS = ['24h', '30d'] as const;
export type Span = (typeof SPANS)[number];

const counts = {
  delivered: z.number(),
  notSent: z.number(),
  uncertain: z.number(),
  received: z.number(),
};

/** What happened in a while, over all accounts. */
const figures = z.object({
  ...counts,
  converted: z.number(),
  notConverted: z.number(),
  /** Typical and slow (95 of 100 are faster) conversions, in milliseconds; null where there were none. */
  convertTypicalMs: z.number().nullable(),
  convertSlowMs: z.number().nullable(),
  /** How long a due fax had waited at most. */
  oldestSeconds: z.number(),
});

/** An hour or a day. */
const part = figures.extend({ from: timeOut, to: timeOut });
export type FiguresPart = z.output<typeof part>;

/** What has happened in the last 24 hours or 30 days, from figures that are stored every five minutes. */
export const operatorFigures = defineCall({
  method: 'GET',
  path: '/operator/api/figures',
  access: 'operator',
  right: 'watch',
  background: true,
  summary: 'Console: faxes, failures, waits and conversions over time',
  query: z.object({ span: z.enum(SPANS).default('24h').catch('24h') }),
  reply: z.object({
    /** The oldest first, without gaps. */
    parts: z.array(part),
    /** All of it, and as many days before. */
    now: figures,
    before: z.object(counts),
    /** Why faxes were not sent, the most frequent reason first. */
    reasons: z.array(z.object({ reason: z.string(), count: z.number() })),
    /** When the figures were stored last; null before the first time. */
    storedAt: timeOut.nullable(),
  }),
});
