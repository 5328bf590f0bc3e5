import type { CallTrace } from '#engine/fax-line/call-watch-port.ts';

import { frameList } from './frame-list.ts';
import type { LineCall } from './line-calls.store.ts';

/** Matches digits that may be a telephone number: seven or more, with or without separators. */
const NUMBERS = /\+?\d(?:[ ().-]{0,2}\d){6,}/g;
/** Matches a display name before an address, in quotes or as words (RFC 3261 25.1). */
const DISPLAY_NAMES =
  /(?:"(?:[^"\\\r\n]|\\.)*"|(?=[^\s<>",;:=])(?<=[:,]\s*)[^\s<>",;:=]+(?:[ \t]+[^\s<>",;:=]+)*)(?=[ \t]*<(?:sips?|tel):)/g;
/** Network addresses and times: not telephone numbers, although they look like some. */
const NOT_NUMBERS = /(\b\d{1,3}(?:\.\d{1,3}){3}\b|\b\d{4}-\d\d-\d\dT[\d:.Z]+)/;

/**
 * Returns a call as a text that may be shared: telephone numbers and station ids are masked, frames are listed by name.
 */
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

/** Masks telephone numbers except for their first three digits, and removes names. */
export function masked(text: string): string {
  const parts = text.replaceAll(DISPLAY_NAMES, '"…"').split(NOT_NUMBERS);
  // Every second part is a match of the expression.
  return parts.map((part, i) => (i % 2 === 1 ? part : part.replaceAll(NUMBERS, maskedNumber))).join('');
}

function maskedNumber(found: string): string {
  const digits = found.replaceAll(/\D/g, '');
  return `${found.startsWith('+') ? '+' : ''}${digits.slice(0, 3)}${'x'.repeat(digits.length - 3)}`;
}

function seconds(at: number): string {
  return (at / 1_000).toFixed(2).padStart(8);
}
