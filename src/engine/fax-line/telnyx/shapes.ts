import { z } from 'zod';

/**
 * A fax as the carrier answers it, with what we use of it. The published document has no failure_reason and no
 * page_count here, but nothing forbids them: they are taken where they come.
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

/** Which event a webhook is about. */
export const eventNotice = z.object({
  data: z.object({ id: z.string().max(200).catch(''), event_type: z.string().max(100) }),
});

/** What a webhook brings (schemas FaxQueued … FaxFailed; the inbound ones are in the carrier's prose only). */
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

/** Our reference as it travels with a fax: base64, as the document asks for. */
export function clientState(callRef: string): string {
  return Buffer.from(callRef).toString('base64');
}

/** Our reference that a fax bears; null for one that is not ours. */
export function callRefOf(state: string | null | undefined): string | null {
  const decoded = state ? Buffer.from(state, 'base64').toString() : '';
  return /^[\w-]{1,64}$/.test(decoded) ? decoded : null;
}
