import { describe, expect, test } from 'vitest';

import type { FaxPage } from '../fax-page/class-f.ts';
import { MAX_PLAIN_TEXT_BYTES } from '../limits.ts';
import { convertPdf } from './pdf.ts';
import { plainTextOf, writePlainText } from './plain-text.ts';
import { paginate } from './text-lines.ts';
import { setPages } from './text-typesetting.ts';

/** All printable characters of Windows 1252 except the no-break space and the soft hyphen. */
const CHARACTERS = Array.from({ length: 256 }, (_, byte) =>
  new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
)
  .filter((character) => !/[\p{Cc}\u00a0\u00ad]/u.test(character))
  .join('');
const LETTER = `${'Dear Zoë,\n\n\tthe quick brown fox (test) jumps over [the] \\lazy\\ dog – “größe” 1.234,50 €\n'.repeat(25)}\fSecond`;

async function draw(pdf: Uint8Array): Promise<FaxPage[]> {
  const pages: FaxPage[] = [];
  for await (const page of convertPdf(pdf, 10)) pages.push(page);
  return pages;
}

describe('plain text', () => {
  test.each(['letter', 'a4'] as const)('has the dots that the typesetter gives it, on %s', async (paper) => {
    for (const text of [LETTER, CHARACTERS]) {
      const pages = paginate(text, 10);
      const [plain, typeset] = await Promise.all([
        draw(writePlainText(pages, { paper })),
        setPages(pages, { paper }).then(draw),
      ]);
      expect(plain).toEqual(typeset);
    }
  });

  test.each([
    ['ASCII with tabs, line ends and form feeds', 'a\tb\r\nc\f'],
    ['every character of Windows 1252', CHARACTERS],
    ['nothing', ''],
  ])('is %s', (_, text) => {
    expect(plainTextOf(Buffer.from(text))).toBe(text);
  });

  test.each([
    ['Greek', Buffer.from('Ελληνικά')],
    ['Hebrew', Buffer.from('שלום')],
    ['a mark above a letter', Buffer.from('e\u0301')],
    ['Polish', Buffer.from('Łódź')],
    ['a control character', Buffer.from('\u001b[31mred')],
    ['Windows 1252 itself, which may as well be another encoding', Buffer.from([0xe9, 0x20])],
    ['UTF-16', Buffer.from('\ufeffwide', 'utf16le')],
    ['more than 200 full pages', Buffer.alloc(MAX_PLAIN_TEXT_BYTES + 1, 'a')],
  ])('is not %s', (_, bytes) => {
    expect(plainTextOf(bytes)).toBeUndefined();
  });
});
