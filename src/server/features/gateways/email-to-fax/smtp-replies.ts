import type { MailAnswer } from '#engine/mail-in/port.ts';
import type { AppError } from '#server/kit/app-error.ts';
import type { Messages } from '#server/kit/messages.ts';

import type { RefusedFile } from './mail-to-fax.ts';

/** Enhanced status codes of RFC 3463 before our sentences under `mailIn` in the locales. */
const REFUSALS = {
  relay: '5.7.1',
  bounce: '5.7.1',
  notANumber: '5.1.1',
  oneSender: '5.6.0',
  malformed: '5.6.0',
  automatic: '5.7.1',
  loop: '5.4.6',
  unproved: '5.7.26',
  stale: '5.7.21',
  notAddressed: '5.7.26',
  stranger: '5.7.1',
  unconfirmed: '5.7.1',
  several: '5.7.1',
  hipaa: '5.7.1',
  empty: '5.6.0',
  tooMany: '5.3.4',
  tooBig: '5.3.4',
  files: '5.6.1',
} as const;

const DELAYS = {
  separately: [452, '4.5.3'],
  dns: [451, '4.7.0'],
  tooOften: [450, '4.7.1'],
  later: [451, '4.3.0'],
} as const;

/** A key of REFUSALS. */
export type Refusal = keyof typeof REFUSALS;

interface Words {
  messages: Messages;
}

/** Longest sentence of a reply: a line of SMTP ends at 512 characters (RFC 5321 4.5.3.1.5). */
const MAX_SENTENCE = 450;

/** Accepts the mail: it is ours from now on. */
export function taken(faxIds: readonly number[] = []): MailAnswer {
  return {
    kind: 'ok',
    text: faxIds.length === 0 ? '2.0.0 Ok' : `2.0.0 Ok: queued as fax ${faxIds.join(', ')}`,
  };
}

/** Refuses the mail with a reason, in the language that sending servers pass on to their users. */
export function refused(
  { messages }: Words,
  why: Refusal,
  params: Record<string, string | number> = {},
  language = 'en',
): MailAnswer {
  return final(REFUSALS[why], (to) => messages.say(to, `mailIn.${why}`, params), language);
}

/** Refuses the mail for now. */
export function temporarily({ messages }: Words, why: keyof typeof DELAYS): MailAnswer {
  const [code, enhanced] = DELAYS[why];
  return { kind: 'retry', code, text: `${enhanced} ${messages.say('en', `mailIn.${why}`)}` };
}

/** Refuses the mail with the sentence that the web client shows for the same fault. */
export function refusedBy({ messages }: Words, language: string, error: AppError): MailAnswer {
  return final('5.7.1', (to) => messages.say(to, `errors.${error.sentence}`, error.params), language);
}

/** Names each file with its fault; `limit` is the maximum size of a file in megabytes. */
export function refusedFiles(
  { messages }: Words,
  language: string,
  files: readonly RefusedFile[],
  limit: number,
): MailAnswer {
  const say = (to: string) =>
    files.map(({ name, fault }) => {
      const packed = fault === 'winmail' || fault === 'attachedMail';
      return messages.say(to, `${packed ? 'mailIn' : 'errors'}.${fault}`, { file: name, limit });
    });
  return final('5.6.1', (to) => say(to).join(' '), language);
}

function final(enhanced: string, say: (language: string) => string, language: string): MailAnswer {
  const wanted = say(language);
  // Question marks are useless: a sentence that ASCII cannot spell is sent in English.
  const sentence = BEYOND_LATIN.test(wanted) ? say('en') : wanted;
  return { kind: 'final', code: 550, text: `${enhanced} ${plainly(sentence).slice(0, MAX_SENTENCE)}` };
}

/** Letters that no Latin letter can replace. */
const BEYOND_LATIN = /(?!\p{Script=Latin})\p{L}/u;

/**
 * Converts a reply to ASCII, which is required unless both sides agreed otherwise (RFC 6531 3.7.4): "geprüft" becomes
 * "gepruft".
 */
function plainly(sentence: string): string {
  return (
    sentence
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .replaceAll('\u00DF', 'ss')
      .replaceAll(/[\u2018\u2019]/g, "'")
      .replaceAll(/[\u201C-\u201F\u00AB\u00BB]/g, '"')
      .replaceAll('\u2026', '...')
      .replaceAll(/[\u2013\u2014]/g, '-')
      // French puts a non-breaking space before "?" and ":".
      .replaceAll(/\p{Zs}/gu, ' ')
      .replaceAll(/[^\u0020-\u007E]/g, '?')
  );
}
