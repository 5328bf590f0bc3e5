import { convert } from 'html-to-text';

import { MAX_HTML, MAX_TEXT } from './limits.ts';

/** The line that mail programs put above a signature (RFC 3676 4.3). */
const SIGNATURE = /^-- ?$/mu;

/** Quoted lines of the original email (RFC 3676 4.5): the other side wrote them or already has them. */
const QUOTED = /^>.*(?:\r?\n|$)/gmu;

/** The quote marks at the start of such lines. */
const QUOTE_MARKS = /^(?:> ?)+/gmu;

/** Subject prefixes of forwarded emails in our languages: in those, the quoted email is the content. */
const FORWARDED = /^\s*(?:fwd?|wg|tr|rv|enc|إعادة توجيه)\s*:/iu;

// Control characters and characters that change the text direction; tabs and line ends stay.
const CONTROL =
  // oxlint-disable-next-line no-control-regex -- control characters are what is removed
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu;

/**
 * Returns the sender's text: the plain text, or the HTML as text, without signature and quoted emails. A forwarded
 * email is kept whole. Nothing is fetched for it.
 */
export function mailTextOf(subject: string, text: string | undefined, html: string | undefined): string {
  const forwarded = FORWARDED.test(subject);
  const plain = text?.trim() ? text : textOfHtml(html ?? '', forwarded);
  const whole = cutText(plain.replaceAll(/\r\n?/g, '\n').normalize('NFC'), MAX_TEXT);
  if (forwarded) return clean(whole.replaceAll(QUOTE_MARKS, ''));
  return clean(whole.split(SIGNATURE, 1)[0]?.replaceAll(QUOTED, '') ?? '');
}

/** Returns the first characters of a text; a surrogate pair at the cut is omitted, because half cannot be stored. */
export function cutText(text: string, most: number): string {
  return text.slice(0, most).replace(/\p{Cs}$/u, '');
}

function clean(text: string): string {
  return text.replaceAll(CONTROL, ' ').trim();
}

/** Converts HTML to text; the limits on depth and breadth stop HTML that is made to take forever (A-MAILIN-10). */
function textOfHtml(html: string, withQuoted: boolean): string {
  if (html === '') return '';
  return convert(html.slice(0, MAX_HTML), {
    wordwrap: 90,
    limits: { maxInputLength: MAX_HTML, maxDepth: 40, maxChildNodes: 5_000 },
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'blockquote', format: withQuoted ? 'block' : 'skip' },
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table'].map((selector) => ({
        selector,
        options: { uppercase: false, uppercaseHeaderCells: false },
      })),
    ],
  });
}
