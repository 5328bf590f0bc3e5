import { convert } from 'html-to-text';

import { MAX_HTML, MAX_TEXT } from './limits.ts';

/** The line that mail programs put above a signature (RFC 3676 4.3). */
const SIGNATURE = /^-- ?$/mu;

/** Lines of the mail that is answered (RFC 3676 4.5): the other side wrote them, or has them already. */
const QUOTED = /^>.*(?:\r?\n|$)/gmu;

// Control characters and those that turn the reading direction; tabs and line ends stay.
const CONTROL =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

/** What the sender has to say: the plain text, or else the HTML as text. Nothing is fetched for it. */
export function letterOf(text: string | undefined, html: string | undefined): string {
  const plain = text?.trim() ? text : textOfHtml(html ?? '');
  const [letter = ''] = plain.slice(0, MAX_TEXT).replaceAll('\r\n', '\n').split(SIGNATURE, 1);
  return letter.replaceAll(QUOTED, '').replaceAll(CONTROL, ' ').trim();
}

/** Bounds of depth and breadth stop HTML that is made to take for ever (A-MAILIN-10). */
function textOfHtml(html: string): string {
  if (html === '') return '';
  return convert(html.slice(0, MAX_HTML), {
    wordwrap: 90,
    limits: { maxInputLength: MAX_HTML, maxDepth: 40, maxChildNodes: 5_000 },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'blockquote', format: 'skip' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table'].map((selector) => ({
        selector,
        options: { uppercase: false, uppercaseHeaderCells: false },
      })),
    ],
  });
}
