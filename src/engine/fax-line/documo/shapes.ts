import { z } from 'zod';

import type { SeenFax } from '../carrier/carrier-api.ts';
import { rowsOf } from '../carrier/listed.ts';

/** Some values are strings in one published example and numbers in another. */
const text = z
  .union([z.string().max(4_000), z.number().transform(String)])
  .nullish()
  .catch(null);
const time = z.coerce.date().nullish().catch(null);

/** A fax as returned by the carrier, with the fields that we use (View Fax Info; the webhooks contain the same). */
export const fax = z.object({
  messageId: z.string().regex(/^[\w-]{1,100}$/),
  direction: text,
  status: text,
  /** For a sent fax, the called number; for a received one, our number. */
  faxNumber: text,
  faxCallerId: text,
  subject: text,
  resultInfo: text,
  resultCode: text,
  errorInfo: text,
  errorCode: text,
  pagesComplete: z.number().int().min(0).nullish().catch(null),
  createdAt: time,
  resolvedDate: time,
});
export type DocumoFax = z.output<typeof fax>;

export const ordered = fax.pick({ messageId: true }).transform(({ messageId: id }) => ({ id }));

export const listed = z.object({
  rows: rowsOf(fax.extend({ messageId: fax.shape.messageId.catch('') })),
});

/** Our reference is carried in the subject, which is printed only on cover pages: at most 55 characters. */
const REF_SUBJECT = /^f2e:([\w-]{1,51})$/;

export function subjectOf(callRef: string): string {
  return `f2e:${callRef}`;
}

/** The published states that are not final. */
const UNDER_WAY: readonly unknown[] = ['processing', 'scheduled', 'transmitting'];

/** Whether the state is final. Unpublished states count as final. */
export function isOver({ status }: DocumoFax): boolean {
  return status !== null && status !== undefined && !UNDER_WAY.includes(status);
}

/** State of a fax that was canceled in the carrier's app; its reason starts with this word. */
export const CANCELLED = 'cancelled';

/** Whether the fax failed. */
export function isFailed({ status }: Pick<DocumoFax, 'status'>): boolean {
  return status === 'failed' || status === CANCELLED;
}

/** Returns what went wrong, in the carrier's words; a code of 0 and “OK” are ignored. */
export function reasonOf({ status, resultInfo, errorInfo, resultCode, errorCode }: DocumoFax): string {
  const said = [status === CANCELLED ? status : '', resultInfo, errorInfo, resultCode, errorCode];
  return [...new Set(said)]
    .filter((part) => part && !/^(?:0|ok)$/i.test(part))
    .join(' ')
    .slice(0, 200);
}

/** Converts the fax to our terms. */
export function seenFax(told: DocumoFax): SeenFax {
  const { messageId: id, status, subject, pagesComplete } = told;
  const failed = isFailed(told);
  return {
    id,
    callRef: REF_SUBJECT.exec(subject ?? '')?.[1] ?? null,
    status: status === 'success' ? 'delivered' : failed ? 'failed' : 'on',
    reason: failed ? reasonOf(told) : '',
    pages: pagesComplete ?? null,
  };
}
