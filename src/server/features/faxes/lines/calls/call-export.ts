import type { CallTrace } from '#engine/fax-line/call-watch-port.ts';

import { frameList } from './frame-list.ts';
import type { LineCall } from './line-calls.store.ts';

/** Digits that may be a telephone number: seven or more, also with what is written between them. */
const NUMBERS = /\+?\d(?:[ ().-]{0,2}\d){6,}/g;
/** A name that stands before an address, in quotes or as words (RFC 3261 25.1). */
const DISPLAY_NAMES =
  /(?:"(?:[^"\\\r\n]|\\.)*"|(?=[^\s<>",;:=])(?<=[:,]\s*)[^\s<>",;:=]+(?:[ \t]+[^\s<>",;:=]+)*)(?=[ \t]*<(?:sips?|tel):)/g;
/** Addresses of the network and times are no numbers, though they look like some. */
const NOT_NUMBERS = /(\b\d{1,3}(?:\.\d{1,3}){3}\b|\b\d{4}-\d\d-\d\dT[\d:.Z]+)/;

/** A call as a text that may be passed on: telephone numbers and station ids are masked, frames stand by their names. */
export function exportOf(call: LineCall, trace: CallTrace): string {
  const head = [
    `Call ${call.id} over line ${call.line}, ${call.startedAt.toISOString()}`,
    `Direction: ${call.direction}; result: ${call.result ?? 'unknown'}; ${masked(call.detail)}`,
  ];
  const messages = trace.messages.flatMap(({ at, out, text }) => [
    '',
    `${seconds(at)} ${out ? 'sent' : 'received'}`,
    masked(text.trimEnd()),
  ]);
  const frames = frameList(trace.frames).map(({ at, out, name, rate, next, damaged, page, frames: count }) =>
    [
      seconds(at),
      out ? 'sent' : 'received',
      name === 'FCD' ? `page ${page}, ${count} frames` : name,
      rate === undefined ? '' : `${rate} bit/s`,
      next ?? '',
      damaged === undefined ? '' : `damaged: ${damaged}`,
    ]
      .filter(Boolean)
      .join(' '),
  );
  const { quality } = trace;
  const packets = quality
    ? [
        `Packets received ${quality.received}, missing ${quality.missed}, repaired ${quality.repaired}, ` +
          `longest gap ${quality.longest}`,
      ]
    : [];
  return [...head, ...packets, '', 'SIP messages', ...messages, '', 'T.30 frames', '', ...frames, ''].join(
    '\n',
  );
}

/** The same text with telephone numbers as their first three digits, and without names. */
export function masked(text: string): string {
  const parts = text.replaceAll(DISPLAY_NAMES, '"…"').split(NOT_NUMBERS);
  // Every second part is what the expression found.
  return parts.map((part, i) => (i % 2 === 1 ? part : part.replaceAll(NUMBERS, maskedNumber))).join('');
}

function maskedNumber(found: string): string {
  const digits = found.replaceAll(/\D/g, '');
  return `${found.startsWith('+') ? '+' : ''}${digits.slice(0, 3)}${'x'.repeat(digits.length - 3)}`;
}

function seconds(at: number): string {
  return (at / 1_000).toFixed(2).padStart(8);
}
