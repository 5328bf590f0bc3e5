import type { CallLink, FinalReason, LostCallOutcome, RetryReason } from '#engine/fax-line/port.ts';

/** The result of a test call, in sentences for an operator. */
export interface Verdict {
  /** Whether the page arrived. */
  ok: boolean;
  text: string;
  /** What to do about it; empty if nothing needs to be done. */
  advice: string;
  /** The line's own message. */
  detail: string;
}

/** The meaning of each outcome of a call, and what helps. `sip` is added on SIP lines only. */
const MEANINGS: Readonly<Record<RetryReason | FinalReason, { text: string; advice: string; sip?: string }>> =
  {
    BUSY: {
      text: 'The number is busy.',
      advice: 'The line works so far. Call again later, or another number.',
    },
    NO_ANSWER: { text: 'Nobody answered.', advice: 'The line works so far. Call a number that answers.' },
    NO_FAX_MACHINE: {
      text: 'The call was answered, but no fax machine was heard.',
      advice: 'Make sure that a fax machine answers at this number.',
      sip: 'If one does, its sound does not reach this machine: open the media ports, and set address= behind NAT.',
    },
    DROPPED: {
      text: 'The fax broke off.',
      advice: 'Call again. If it breaks off again, the line loses sound or packets.',
      sip: 'Try t38=request, or rate=9600.',
    },
    OTHER: { text: 'The call failed.', advice: 'The line’s own words say why.' },
    LINE_FAULT: {
      text: 'The line could not place the call.',
      advice: '“f2e line test” says whether the line works at all.',
      sip: 'After 403, try another callerid=; after 401 or 407, check the password.',
    },
    NUMBER_INVALID: {
      text: 'The network does not know this number.',
      advice: 'Check the number.',
      sip: 'If it exists, the trunk expects another form: see prefix=.',
    },
    BARRED: { text: 'This number may not be called over the line.', advice: 'Ask the carrier to allow it.' },
    DECLINED: { text: 'The far end declined the call.', advice: 'It may block the caller’s number.' },
    DOCUMENT_REFUSED: { text: 'The line refused the test page.', advice: 'The line’s own words say why.' },
  };

/**
 * Returns the verdict on a test call of one page over a line of this kind; `stopped` is true if an operator ended it.
 */
export function verdictOf(outcome: LostCallOutcome, kind: string, stopped = false): Verdict {
  if (stopped && outcome.kind !== 'delivered')
    return { ok: false, text: 'You stopped the call.', advice: '', detail: '' };
  if (outcome.kind === 'left' || outcome.kind === 'never-placed')
    return { ok: false, text: 'The call was not placed.', advice: '', detail: '' };
  const detail = outcome.detail ?? '';
  if (outcome.kind === 'delivered') {
    const sound = outcome.link?.media === 'audio';
    const advice = sound
      ? 'The trunk did not use T.38, so lost packets can break faxes off. Ask the trunk for it, or try t38=request.'
      : '';
    return { ok: true, text: `The page arrived${linkText(outcome.link)}.`, advice, detail };
  }
  if (outcome.kind === 'uncertain')
    return {
      ok: false,
      text: 'The page was sent, and the call broke off before it was confirmed.',
      advice: 'Ask whether it arrived, or call again.',
      detail,
    };
  const { text, advice, sip } = MEANINGS[outcome.reason];
  const more = kind === 'sip' && sip !== undefined ? ` ${sip}` : '';
  return { ok: false, text, advice: `${advice}${more}`, detail };
}

/**
 * Returns, for example, " over T.38 at 14,400 bit/s with error correction, in 38 seconds"; empty if the line reports
 * nothing.
 */
function linkText(link: CallLink = {}): string {
  const { media, rate, ecm, seconds } = link;
  const how = [
    media === undefined ? '' : media === 't38' ? ' over T.38' : ' as sound (G.711)',
    rate === undefined ? '' : ` at ${rate.toLocaleString('en-US')} bit/s`,
    ecm === true ? ' with error correction' : '',
  ].join('');
  return seconds === undefined ? how : `${how}, in ${seconds} seconds`;
}
