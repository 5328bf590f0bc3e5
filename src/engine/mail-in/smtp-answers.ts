import type { SMTPServerError } from 'smtp-server';

import type { MailAnswer } from './port.ts';
import type { SpoolFault } from './spool.ts';

/** What the protocol itself is answered; the handler's replies are the product's. */
export const SAY = {
  busy: retry(421, '4.7.0 Too many connections from your address. Try again later.'),
  full: retry(452, '4.3.1 Too many mails are coming in right now. Try again later.'),
  bare: final(550, '5.6.11 Lines must end in CR LF.'),
  later: retry(451, '4.3.0 The email could not be accepted right now. Try again later.'),
  wrong: final(535, '5.7.8 The user name or the app password is wrong.'),
  plain: final(538, '5.7.11 Encrypt the connection with STARTTLS before you log in.'),
} as const;

/** The answer to a mail whose bytes are already wrong, where `maxBytes` are taken. */
export function answerToFault(fault: SpoolFault, maxBytes: number): MailAnswer {
  if (fault === 'too-big') return final(552, `5.3.4 The mail is larger than ${maxBytes / 1024 / 1024} MB.`);
  return fault === 'full' ? SAY.full : SAY.bare;
}

function retry(code: 421 | 451 | 452, text: string): MailAnswer {
  return { kind: 'retry', code, text };
}

function final(code: 535 | 538 | 550 | 552, text: string): MailAnswer {
  return { kind: 'final', code, text };
}

/** The library's form of a refusal; null says yes. */
export function refusal(answer: MailAnswer): SMTPServerError | null {
  return answer.kind === 'ok' ? null : Object.assign(new Error(answer.text), { responseCode: answer.code });
}
