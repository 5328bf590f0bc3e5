import { deflateRawSync, inflateRawSync } from 'node:zlib';

import type { PageText, PageWord } from '#engine/documents/port.ts';

/** Left, top, width and height of a word, two bytes each. */
const BYTES_OF_BOX = 8;
/** No page has more words than fit (MAX_PAGE_WORDS of the engine). */
const MAX_BOXES_BYTES = 64 * 1024;

/** The words of a page in stored form: lines of words, and their boxes. */
export interface StoredText {
  text: string;
  boxes: Buffer | null;
}

/** A barcode of a page in stored form. The box is left, top, width and height in dots of the page. */
export interface StoredBarcode {
  format: string;
  text: string;
  box: number[];
}

/** Converts the barcodes of a page to stored form, as JSON. */
export function storeBarcodes(barcodes: PageText['barcodes'] = []): string {
  return JSON.stringify(
    barcodes.map(({ format, text, x, y, w, h }) => ({ format, text, box: [x, y, w, h] })),
  );
}

/** Converts the words of a page to text and boxes. */
export function storeWords(lines: PageText['lines']): StoredText {
  const words = lines.flat();
  if (words.length === 0) return { text: '', boxes: null };
  const bytes = Buffer.alloc(words.length * BYTES_OF_BOX);
  for (const [index, { x, y, w, h }] of words.entries())
    for (const [part, value] of [x, y, w, h].entries())
      bytes.writeUInt16LE(Math.min(Math.max(value, 0), 0xffff), index * BYTES_OF_BOX + part * 2);
  const text = lines.map((line) => line.map((word) => word.text).join(' ')).join('\n');
  return { text, boxes: deflateRawSync(bytes) };
}

/** Converts them back. Words without a box, which are never written, are left out. */
export function readWords({ text, boxes }: StoredText): PageWord[][] {
  if (text === '' || boxes === null) return [];
  const bytes = inflateRawSync(boxes, { maxOutputLength: MAX_BOXES_BYTES });
  let at = 0;
  const next = (word: string): PageWord[] => {
    const from = at;
    at += BYTES_OF_BOX;
    if (at > bytes.length) return [];
    const [x, y, w, h] = [0, 2, 4, 6].map((part) => bytes.readUInt16LE(from + part));
    return [{ text: word, x: x!, y: y!, w: w!, h: h! }];
  };
  return text.split('\n').map((line) => line.split(' ').flatMap(next));
}
