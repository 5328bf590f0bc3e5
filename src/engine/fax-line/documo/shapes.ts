import { z } from 'zod';

import type { SeenFax } from '../carrier/carrier-api.ts';
import { rowsOf } from '../carrier/listed.ts';

/** Some values are texts in one published example and numbers in another. */
const text = z
  .union([z.string().max(4_000), z.number().transform(String)])
  .nullish()
  .catch(null);
const time = z.coerce.date().nullish().catch(null);

/** A fax as the carrier answers it, with what we use of it (View Fax Info; the webhooks bring the same). */
export const fax = z.object({
  messageId: z.string().regex(/^[\w-]{1,100}$/),
  direction: text,
  status: text,
  /** Of a fax that we sent the called number, of a received one ours. */
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

/** Our reference travels in the subject, which is printed on cover pages only: at most 55 characters. */
const REF_SUBJECT = /^f2e:([\w-]{1,51})$/;

export function subjectOf(callRef: string): string {
  return `f2e:${callRef}`;
}

/** The published states that something follows. */
const UNDER_WAY: readonly unknown[] = ['processing', 'scheduled', 'transmitting'];

/** Whether this is the carrier's last word about the fax. A state that is not published counts as one. */
export function isOver({ status }: DocumoFax): boolean {
  return status !== null && status !== undefined && !UNDER_WAY.includes(status);
}

/** State of a fax that was canceled in the carrier's app; its reason starts with this word. */
export const CANCELLED = 'cancelled';

/** Whether the fax came to nothing. */
export function isFailed({ status }: Pick<DocumoFax, 'status'>): boolean {
  return status === 'failed' || status === CANCELLED;
}

/** What went wrong, in the carrier's words; a code of 0 and «OK» say nothing. */
export function reasonOf({ status, resultInfo, errorInfo, resultCode, errorCode }: DocumoFax): string {
  const said = [status === CANCELLED ? status : '', resultInfo, errorInfo, resultCode, errorCode];
  return [...new Set(said)]
    .filter((part) => part && !/^(?:0|ok)$/i.test(part))
    .join(' ')
    .slice(0, 200);
}

/** The fax in our words. */
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
