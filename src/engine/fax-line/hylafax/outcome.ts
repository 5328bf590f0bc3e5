import type { CallOutcome, FinalReason, RetryReason } from '../port.ts';

/** How a call went, according to the server. */
export interface EndedCall {
  delivered: boolean;
  /** Pages that the far end confirmed, out of the pages of this call. */
  confirmed: number;
  pages: number;
  calls: number;
  text: string;
  /** Whether the server ended it on our command. */
  killed: boolean;
}

/** The meaning of HylaFAX's result texts (faxd/STATUS.txt) for us; the first match counts. */
const MEANINGS: readonly [RegExp, RetryReason | FinalReason][] = [
  [/^busy signal detected/i, 'BUSY'],
  [/^(no answer from remote|ringback detected, no answer)/i, 'NO_ANSWER'],
  [/^(no local dialtone|no loop current|glare|ring detect)/i, 'LINE_FAULT'],
  [/^(invalid dialing command|blacklisted by modem)/i, 'LINE_FAULT'],
  [/^(can ?not (setup|initialize|open|lock)|unable to (setup|open|lock)|failure to raise)/i, 'LINE_FAULT'],
  [/modem (on hook|command failed)|document conversion|stop and wait/i, 'LINE_FAULT'],
  [/^(no carrier detected|data connection established|ring ?back detected)/i, 'NO_FAX_MACHINE'],
  [
    /(no sender protocol|no receiver protocol|no answer \(t\.30 t1|phase a (error|failure))/i,
    'NO_FAX_MACHINE',
  ],
  [/remote (has no t\.4|cannot receive|station cannot receive)|cannot send: remote/i, 'NO_FAX_MACHINE'],
  [/^(reject: .*(image|format|page|document)|image error|converted? image)/i, 'DOCUMENT_REFUSED'],
];

/** Before the far end's fax is heard, or while page data still flows, no part of the page can have been confirmed. */
const SURELY_INCOMPLETE =
  /phase [abc] (error|failure)|phase c|comrec invalid command received|train|dcs (sent|not)|message carrier|high-speed/i;

/** The server's text for a call that ended while its job was put aside: it replaces the call's (STATUS.txt, 344). */
export const PUT_ASIDE = 'Job interrupted by user';

/** Returns the queue's outcome for the end of a call. Pages are counted within this call. */
export function outcomeOf(call: EndedCall): CallOutcome {
  const { confirmed: pagesConfirmed, pages, text } = call;
  if (call.delivered || (pages > 0 && pagesConfirmed >= pages)) return { kind: 'delivered', pages };
  const detail = text || (call.killed ? 'ended by this side' : 'the server says nothing about its end');
  if (call.calls === 0 && !MEANINGS.some(([form]) => form.test(text))) return retry('LINE_FAULT', 0, detail);
  const meaning = MEANINGS.find(([form]) => form.test(text))?.[1];
  if (meaning === 'DOCUMENT_REFUSED') return { kind: 'final', reason: meaning, pagesConfirmed, detail };
  if (meaning && isRetry(meaning)) return retry(meaning, pagesConfirmed, detail);
  // The last page was on its way: its confirmation may have been lost with the call, so it may not be repeated without
  // asking.
  if (pagesConfirmed === pages - 1 && !SURELY_INCOMPLETE.test(text)) {
    return { kind: 'uncertain', pagesConfirmed, detail };
  }
  return retry(call.killed ? 'LINE_FAULT' : 'DROPPED', pagesConfirmed, detail);
}

function retry(reason: RetryReason, pagesConfirmed: number, detail: string): CallOutcome {
  return { kind: 'retry', reason, pagesConfirmed, detail };
}

function isRetry(reason: RetryReason | FinalReason): reason is RetryReason {
  return ['BUSY', 'NO_ANSWER', 'NO_FAX_MACHINE', 'DROPPED', 'LINE_FAULT'].includes(reason);
}
