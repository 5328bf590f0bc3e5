import type { CallLink, CallOutcome, FinalReason, RetryReason } from '../port.ts';
import type { Journal } from './journal.ts';
import { headerOf } from './signaling/message.ts';
import type { SipResponse } from './signaling/message.ts';

type Meaning = RetryReason | FinalReason;

/**
 * Causes from a telephone network behind the trunk (ITU-T Q.850), in the Reason header of RFC 3326. They are more
 * precise than the status.
 */
const CAUSES: Readonly<Record<number, Meaning>> = {
  1: 'NUMBER_INVALID',
  3: 'NUMBER_INVALID',
  17: 'BUSY',
  18: 'NO_ANSWER',
  19: 'NO_ANSWER',
  20: 'NO_ANSWER',
  21: 'DECLINED',
  22: 'NUMBER_INVALID',
  28: 'NUMBER_INVALID',
  34: 'LINE_FAULT',
  38: 'LINE_FAULT',
  41: 'LINE_FAULT',
  42: 'LINE_FAULT',
  44: 'LINE_FAULT',
  47: 'LINE_FAULT',
};

/** Final responses to an INVITE (RFC 3261 21). */
const STATUSES: Readonly<Record<number, Meaning>> = {
  404: 'NUMBER_INVALID',
  408: 'NO_ANSWER',
  410: 'NUMBER_INVALID',
  480: 'NO_ANSWER',
  484: 'NUMBER_INVALID',
  486: 'BUSY',
  487: 'NO_ANSWER',
  600: 'BUSY',
  603: 'DECLINED',
  604: 'NUMBER_INVALID',
  607: 'DECLINED',
  608: 'DECLINED',
};

/** Statuses that are ours to fix: credentials, a barred service, media that the trunk rejects, a trunk in trouble. */
const OURS = [400, 401, 402, 403, 405, 407, 415, 420, 421, 423, 482, 483, 488, 493, 606];

/** spandsp's completion codes (t30.h, the T30_ERR_ enumeration), grouped by meaning. */
const NOT_A_FAX = [2, 3, 17, 19];
const CANNOT_RECEIVE = [8, 9, 10, 11, 12];
const DOCUMENT = [41, 42, 43, 44, 45, 46, 47];

const FINAL: readonly Meaning[] = ['NUMBER_INVALID', 'BARRED', 'DECLINED', 'DOCUMENT_REFUSED'];

/** Returns the outcome of an unanswered call; `response` is null if the trunk did not respond at all. */
export function refusedOutcome(response: SipResponse | null): CallOutcome {
  if (!response) return retry('LINE_FAULT', 0, 'the trunk does not answer');
  if (response.status < 300) return retry('NO_ANSWER', 0, 'answered after the call was taken back');
  const cause = Number(/cause\s*=\s*(\d{1,3})/.exec(headerOf(response, 'reason'))?.[1] ?? 0);
  const detail = `${response.status} ${response.reason}${cause > 0 ? ` (cause ${cause})` : ''}`.slice(0, 200);
  const { status } = response;
  const byStatus = STATUSES[status] ?? (status >= 500 || OURS.includes(status) ? 'LINE_FAULT' : 'OTHER');
  const meaning = CAUSES[cause] ?? byStatus;
  return isFinal(meaning)
    ? { kind: 'final', reason: meaning, pagesConfirmed: 0, detail }
    : retry(meaning, 0, detail);
}

/** Returns the outcome of an answered call. `pages` counts the pages of this call; `ours` says that we hung up. */
export function endedOutcome(
  journal: Pick<Journal, 'pages' | 'lastPageSent' | 'negotiated' | 'end'>,
  pages: number,
  ours: boolean,
): CallOutcome {
  const { end, lastPageSent, negotiated } = journal;
  const pagesConfirmed = Math.max(journal.pages, end?.pages ?? 0);
  const link = linkOf(journal);
  const detail = end
    ? `${end.text}${end.media === 'none' ? '' : ` (${end.media})`}`
    : 'the fax engine was cut off';
  if (pagesConfirmed >= pages) return { kind: 'delivered', pages, link, detail };
  if (lastPageSent && pagesConfirmed === pages - 1)
    return { kind: 'uncertain', pagesConfirmed, link, detail };
  if (end && DOCUMENT.includes(end.code))
    return { kind: 'final', reason: 'DOCUMENT_REFUSED', pagesConfirmed, link, detail };
  if (ours) return { ...retry('LINE_FAULT', pagesConfirmed, detail), link };
  const silent =
    !negotiated && end && (NOT_A_FAX.includes(end.code) || end.text === 'The far end fell silent');
  const unable = end && CANNOT_RECEIVE.includes(end.code);
  return { ...retry(silent || unable ? 'NO_FAX_MACHINE' : 'DROPPED', pagesConfirmed, detail), link };
}

function linkOf({ negotiated, end }: Pick<Journal, 'negotiated' | 'end'>): CallLink {
  const told = end && end.rate > 0 ? end : negotiated;
  if (!told) return {};
  const media = end?.media === 't38' || end?.media === 'audio' ? end.media : undefined;
  return {
    ...(media && { media }),
    rate: told.rate,
    ecm: told.ecm,
    ...(told.stationId !== '' && { stationId: told.stationId }),
  };
}

function retry(
  reason: RetryReason,
  pagesConfirmed: number,
  detail: string,
): Extract<CallOutcome, { kind: 'retry' }> {
  return { kind: 'retry', reason, pagesConfirmed, resume: true, detail };
}

function isFinal(meaning: Meaning): meaning is FinalReason {
  return FINAL.includes(meaning);
}
