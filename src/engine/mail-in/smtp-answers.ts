import type { SMTPServerError } from 'smtp-server';

import type { MailAnswer } from './port.ts';
import type { SpoolFault } from './spool.ts';

/** Replies of the protocol itself; the handler's replies belong to the product. */
export const SAY = {
  busy: retry(421, '4.7.0 Too many connections from your address. Try again later.'),
  full: retry(452, '4.3.1 Too many mails are coming in right now. Try again later.'),
  bare: final(550, '5.6.11 Lines must end in CR LF.'),
  later: retry(451, '4.3.0 The email could not be accepted right now. Try again later.'),
  wrong: final(535, '5.7.8 The user name or the app password is wrong.'),
  plain: final(538, '5.7.11 Encrypt the connection with STARTTLS before you log in.'),
} as const;

/** Returns the reply to an email with faulty bytes; `maxBytes` is the size limit. */
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

/** Converts a rejection to the library's form; returns null for acceptance. */
export function refusal(answer: MailAnswer): SMTPServerError | null {
  return answer.kind === 'ok' ? null : Object.assign(new Error(answer.text), { responseCode: answer.code });
}
