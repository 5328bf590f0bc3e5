import type { Bitmap } from '../fax-page/bitmap.ts';
import { blankBitmap, rowBytes } from '../fax-page/bitmap.ts';
import { MAX_PAGE_ROWS } from '../limits.ts';
import type { HeaderLine } from '../port.ts';
import { FALLBACK_GLYPH, GLYPH_COLUMNS, GLYPH_ROWS, GLYPHS } from './header-font.ts';

/** White rows above and below the line of text. */
const PADDING_ROWS = 4;
/** Rows of the whole header: about 0.15 inch at 196 dpi. */
export const HEADER_ROWS = GLYPH_ROWS + 2 * PADDING_ROWS;
/** White pixels at both ends of the line: fax machines do not print to the very edge. */
const MARGIN = 48;
/** Longest name or number that is printed, in characters; the page number must fit on the line. */
const MAX_PARTY = 46;

/** Returns the glyph of a character: its own, otherwise that without its accent (é → e), otherwise a box. */
function glyphOf(character: string): Uint16Array {
  const own = GLYPHS.get(character);
  if (own !== undefined) return own;
  return GLYPHS.get(character.normalize('NFKD').charAt(0)) ?? FALLBACK_GLYPH;
}

/** Returns one line without control and direction characters (A-UPLOAD-07 in names of senders), cut to fit. */
function printable(text: string, longest: number): string {
  const clean = text
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(clean);
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : clean;
}

/** Draws a line of text into an image, with its top left corner at (left, top). */
function drawText(target: Bitmap, text: string, left: number, top: number): void {
  const stride = rowBytes(target.width);
  let x = left;
  for (const character of text) {
    if (x + GLYPH_COLUMNS > target.width) return;
    const glyph = glyphOf(character);
    for (let row = 0; row < GLYPH_ROWS; row++) {
      for (let column = 0; column < GLYPH_COLUMNS; column++) {
        if ((glyph[row]! >> (GLYPH_COLUMNS - 1 - column)) & 1) {
          const at = x + column;
          target.bits[(top + row) * stride + (at >> 3)]! |= 128 >> (at & 7);
        }
      }
    }
    x += GLYPH_COLUMNS;
  }
}

const pixels = (text: string) => Array.from(text).length * GLYPH_COLUMNS;

/** Draws the left, middle and right part of the line, so that the page number is in the same place on every page. */
function drawHeader(target: Bitmap, header: HeaderLine, number: number, total: number): void {
  const start = printable(header.dateTime, 32);
  const from = printable(header.from, MAX_PARTY);
  const to = printable(header.to, MAX_PARTY);
  const middle = to === '' ? from : `${from} > ${to}`;
  const end = `${number}/${total}`;
  const startEnd = MARGIN + pixels(start) + 2 * GLYPH_COLUMNS;
  const centered = (target.width - pixels(middle)) >> 1;
  drawText(target, start, MARGIN, PADDING_ROWS);
  drawText(target, middle, Math.max(startEnd, centered), PADDING_ROWS);
  drawText(target, end, target.width - MARGIN - pixels(end), PADDING_ROWS);
}

/**
 * Prints the header line on top of a page (47 CFR 68.318(d)). It uses the white space at the top if there is enough;
 * otherwise the page grows by the header's rows, because no part of a document may be covered.
 */
export function stampPage(page: Bitmap, header: HeaderLine, number: number, total: number): Bitmap {
  const stride = rowBytes(page.width);
  const roomy =
    page.height > HEADER_ROWS && !page.bits.subarray(0, HEADER_ROWS * stride).some((byte) => byte !== 0);
  const growth = roomy ? 0 : Math.min(HEADER_ROWS, MAX_PAGE_ROWS - page.height);
  const target = blankBitmap(page.width, page.height + growth);
  target.bits.set(page.bits, growth * stride);
  // Only a page of maximum length has no room to grow: there the header covers the rows below it.
  if (!roomy && growth < HEADER_ROWS) target.bits.fill(0, 0, HEADER_ROWS * stride);
  drawHeader(target, header, number, total);
  return target;
}
