import type { OutboundAnswer } from '#engine/outbound-guard/port.ts';

import type { FetchedMedia } from '../port.ts';

/** Largest received fax in bytes: 350 pages of the finest resolution are far smaller (A-INBOUND-04). */
export const MAX_MEDIA = 64 * 1024 * 1024;
export const MEDIA_MS = 60_000;

/** Signatures of files with pages: TIFF in either byte order (TIFF 6.0 §2), and PDF. */
const PAGES = ['II*\0', 'MM\0*', '%PDF'].map((mark) => Buffer.from(mark, 'latin1'));

/** Extracts the pages of a received fax from a carrier's response. */
export function pagesOf(answer: OutboundAnswer): FetchedMedia {
  if (answer.kind === 'refused' && answer.reason === 'ANSWER_TOO_BIG')
    return { kind: 'hopeless', reason: `The pages have more than ${MAX_MEDIA} bytes.` };
  if (answer.kind === 'refused')
    return { kind: 'failed', reason: `The pages cannot be had: ${answer.reason}.` };
  if (answer.status !== 200)
    return { kind: 'failed', reason: `The pages are answered with ${answer.status}.` };
  if (answer.body.length === 0) return { kind: 'failed', reason: 'The pages are empty.' };
  if (!PAGES.some((mark) => answer.body.subarray(0, mark.length).equals(mark)))
    return { kind: 'strange', reason: 'What the carrier gives is no fax.', bytes: answer.body };
  return { kind: 'ok', value: answer.body };
}
