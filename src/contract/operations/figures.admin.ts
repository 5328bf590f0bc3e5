import { z } from 'zod';
import { defineCall } from '#contract/kit/call.ts';
import { timeOut } from '#contract/kit/wire.ts';

/** The spans: the last 24 hours by hour, or the last 30 days by day. */
export const SPANS = ['24h', '30d'] as const;
export type Span = (typeof SPANS)[number];

const counts = {
  delivered: z.number(),
  notSent: z.number(),
  uncertain: z.number(),
  received: z.number(),
};

/** Figures of a period, over all accounts. */
const figures = z.object({
  ...counts,
  converted: z.number(),
  notConverted: z.number(),
  /** Typical and slow (95 of 100 are faster) duration of conversions, in milliseconds; null if there were none. */
  convertTypicalMs: z.number().nullable(),
  convertSlowMs: z.number().nullable(),
  /** The longest time that a due fax waited, in seconds. */
  oldestSeconds: z.number(),
});

/** An hour or a day. */
const part = figures.extend({ from: timeOut, to: timeOut });
export type FiguresPart = z.output<typeof part>;

/** Returns the figures of the last 24 hours or 30 days, from values stored every five minutes. */
export const operatorFigures = defineCall({
  method: 'GET',
  path: '/operator/api/figures',
  access: 'operator',
  right: 'watch',
  background: true,
  summary: 'Console: faxes, failures, waits and conversions over time',
  query: z.object({ span: z.enum(SPANS).default('24h').catch('24h') }),
  reply: z.object({
    /** Oldest first, without gaps. */
    parts: z.array(part),
    /** The figures of the whole span, and of the equally long one before. */
    now: figures,
    before: z.object(counts),
    /** Why faxes were not sent, most frequent reason first. */
    reasons: z.array(z.object({ reason: z.string(), count: z.number() })),
    /** When the figures were last stored; null before the first time. */
    storedAt: timeOut.nullable(),
  }),
});
