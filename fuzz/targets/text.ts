import { decodeText } from '../../src/engine/documents/converters/text-encoding.ts';
import { COLUMNS, LINES, paginate } from '../../src/engine/documents/converters/text-lines.ts';
import { afterJobHeader } from '../../src/engine/documents/postscript/job-header.ts';
import type { FuzzTarget } from '../target.ts';
import { holds, seed } from '../target.ts';

const MOST_PAGES = 20;

/** Plain text in any encoding, as lines of pages, and the header of a printer job. */
export const target: FuzzTarget = {
  covers: [
    '/src/engine/documents/converters/text-',
    '/src/engine/documents/postscript/job-header',
    '/node_modules/chardet/',
  ],
  maxBytes: 1024 * 1024,
  seeds: () => [
    seed('Dear Ann,\tthis is a letter.\r\n\fPage \u001b[1mtwo\u001b[0m 山田 \u001b]0;title\u0007'),
    Buffer.from('\ufeffUTF-16', 'utf16le'),
    Buffer.from('gr\u00fc\u00dfe', 'latin1'),
    seed('\u001b%-12345X@PJL SET RESOLUTION=600\r\n@PJL ENTER LANGUAGE=POSTSCRIPT\r\n%!PS-Adobe-3.0\n'),
  ],
  run: (input) => {
    const pages = paginate(decodeText(input), MOST_PAGES);
    holds(pages.length >= 1 && pages.length <= MOST_PAGES, 'no more pages than allowed');
    holds(
      pages.every((page) => page.length <= LINES),
      'no page is too long',
    );
    holds(
      pages.flat().every((line) => line.length <= COLUMNS * 8 || /[^\x20-\x7e]/.test(line)),
      'no line is too wide',
    );
    const begins = afterJobHeader(input);
    if (begins !== undefined)
      holds(input.toString('latin1', begins, begins + 2) === '%!', 'the program begins where it is said to');
  },
};
