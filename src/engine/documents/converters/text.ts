import type { FaxPage } from '../fax-page/class-f.ts';
import { convertPdf } from './pdf.ts';
import { plainTextOf, writePlainText } from './plain-text.ts';
import { setPages } from './text-typesetting.ts';
import { decodeText } from './text-encoding.ts';
import { paginate } from './text-lines.ts';
import type { Drawing } from './refusal.ts';
import { refuseTooManyPages } from './refusal.ts';

/** Converts plain text as a printer prints it: 80 columns, 60 lines; the page count is known before typesetting. */
export async function* convertText(
  bytes: Uint8Array,
  maxPages: number,
  drawing?: Drawing,
): AsyncGenerator<FaxPage> {
  const plain = plainTextOf(bytes);
  const pages = paginate(plain ?? decodeText(bytes), maxPages + 1);
  refuseTooManyPages(pages.length, maxPages);
  const pdf = plain === undefined ? await setPages(pages) : writePlainText(pages);
  yield* convertPdf(pdf, maxPages, drawing);
}
