import { z } from 'zod';

/**
 * A fax as returned by the carrier, with the fields that we use. The published document has no failure_reason and no
 * page_count here, but nothing forbids them, so they are read if present.
 */
export const fax = z.object({
  id: z.string().min(1).max(100),
  status: z.string().max(100).catch(''),
  client_state: z.string().max(2_000).nullish().catch(null),
  media_url: z.string().max(4_000).nullish().catch(null),
  failure_reason: z.string().max(200).nullish().catch(null),
  page_count: z.number().int().min(0).nullish().catch(null),
});
export type TelnyxFax = z.output<typeof fax>;

const text = z.string().max(4_000).nullish().catch(null);

/** The event of a webhook. */
export const eventNotice = z.object({
  data: z.object({ id: z.string().max(200).catch(''), event_type: z.string().max(100) }),
});

/** The contents of a webhook (schemas FaxQueued … FaxFailed; the inbound ones are only in the carrier's prose). */
export const notice = z.object({
  data: z.object({
    id: z.string().min(1).max(200),
    event_type: z.string().max(100),
    occurred_at: z.coerce.date(),
    payload: z.object({
      fax_id: z.string().min(1).max(200),
      direction: text,
      status: text,
      client_state: text,
      failure_reason: text,
      media_url: text,
      from: text,
      to: text,
      page_count: z.number().int().min(0).nullish().catch(null),
      partial_content: z.boolean().nullish().catch(null),
    }),
  }),
});
export type TelnyxNotice = z.output<typeof notice>;

/** Returns our reference as sent with a fax: base64, as the document requires. */
export function clientState(callRef: string): string {
  return Buffer.from(callRef).toString('base64');
}

/** Returns our reference in a fax; null if the fax is not ours. */
export function callRefOf(state: string | null | undefined): string | null {
  const decoded = state ? Buffer.from(state, 'base64').toString() : '';
  return /^[\w-]{1,64}$/.test(decoded) ? decoded : null;
}
