import { meaningBy } from '../carrier/failed.ts';

/**
 * Interprets the carrier's reason. It publishes no list of its codes and words: these are words that any fax service
 * uses, and the patterns that reject a number or document for good are narrow.
 */
export const meaningOf = meaningBy([
  [/busy/, 'BUSY'],
  [/no ?answer|not answer|ring(?:ing)? time/, 'NO_ANSWER'],
  [
    /invalid (?:\w+ ){0,2}number|number (?:\w+ ){0,3}(?:invalid|not in service|disconnected)|unallocated/,
    'NUMBER_INVALID',
  ],
  [/no ?fax|fax ?tone|not a fax|no carrier|human|voice|handshake|negotiat|training/, 'NO_FAX_MACHINE'],
  [/blocked|barred|not (?:allowed|permitted)|restricted/, 'BARRED'],
  [/declin|reject/, 'DECLINED'],
  [/conver|corrupt|unsupported|render/, 'DOCUMENT_REFUSED'],
  [/insufficient|balance|funds|suspended|congest|unavailable|internal|server error/, 'LINE_FAULT'],
  [/drop|disconnect|time[d -]*out|interrupt|incomplete|transmi|communicat/, 'DROPPED'],
]);

/**
 * What a rejected order is about, judged by the carrier's words. In doubt it is us, so that the fax is retried instead
 * of given up.
 */
export function blamed(about: string): 'number' | 'document' | 'us' {
  if (/caller|sender|api ?key/i.test(about)) return 'us';
  if (/fax ?number|phone number|recipient|destination/i.test(about)) return 'number';
  return /attachment|files?\b|document|mimetype/i.test(about) ? 'document' : 'us';
}
