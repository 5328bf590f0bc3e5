import { deflateSync } from 'node:zlib';

import type { PageText, PageWord } from '../port.ts';
import type { PdfObject } from './pdf-writer.ts';

/** Codes per font; 0 is not used. */
const CODES = 255;
/** Width of every character in thousandths of its height: half as wide as high; each word is stretched to its box. */
const CHARACTER_WIDTH = 500;

/** Characters of right-to-left scripts: a PDF stores them in the order of their positions on the page. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** A page's size in points and in dots. */
interface PageSize {
  width: number;
  height: number;
  across: number;
  down: number;
}

/**
 * Invisible text over page images, so that it can be searched, selected and copied (ISO 32000 clause 9.6.5: Type 3
 * fonts, whose characters are drawings; ours draw nothing). No script needs a font file, and the PDF itself states the
 * meaning of each character (clause 9.10.3).
 */
export class TextLayer {
  private readonly codes = new Map<string, number>();

  /** Returns the operators that draw the text of a page, behind its image; empty if there is no text. */
  drawing(text: PageText | null | undefined, { width, height }: { width: number; height: number }): string {
    if (!text || text.lines.length === 0) return '';
    const size = { width, height, across: width / text.width, down: height / text.height };
    return text.lines.map((line) => this.line(line, text.turn, size)).join('');
  }

  /** Returns the font names used by pages drawn so far, for their resources: `/T0 12 0 R/T1 …`. */
  resources(firstObject: number): string {
    return this.fontNumbers()
      .map((font) => `/T${font} ${firstObject + 1 + font * 2} 0 R`)
      .join('');
  }

  /** Returns the fonts' objects: one empty drawing, then each font and its meaning, numbered from `firstObject`. */
  objects(firstObject: number): PdfObject[] {
    const nothing = `${CHARACTER_WIDTH} 0 d0`;
    const drawn = { dictionary: `<</Length ${nothing.length}>>`, stream: nothing };
    const fonts = this.fontNumbers().flatMap((font) => {
      const letters = [...this.codes.keys()].slice(font * CODES, (font + 1) * CODES);
      return [fontObject(letters.length, firstObject, firstObject + 2 + font * 2), meaningObject(letters)];
    });
    return fonts.length === 0 ? [] : [drawn, ...fonts];
  }

  private fontNumbers(): number[] {
    return Array.from({ length: Math.ceil(this.codes.size / CODES) }, (_, font) => font);
  }

  private line(words: readonly PageWord[], turn: PageText['turn'], size: PageSize): string {
    const boxes = words.map((word) => placed(word, turn, size));
    const height = Math.max(...boxes.map((box) => box.height));
    return words.map((word, i) => this.word(word.text, { ...boxes[i]!, height }, turn)).join('');
  }

  private word(text: string, { x, y, length, height }: Box, turn: PageText['turn']): string {
    const written = Array.from(text);
    const letters = RIGHT_TO_LEFT.test(text) ? written.toReversed() : written;
    const stretch = (100 * 1000 * length) / (letters.length * CHARACTER_WIDTH * height);
    const [cos, sin] = { 0: [1, 0], 90: [0, 1], 180: [-1, 0], 270: [0, -1] }[turn] as [number, number];
    const shown = this.shown(letters, height.toFixed(2));
    return `BT ${stretch.toFixed(1)} Tz ${cos} ${sin} ${-sin} ${cos} ${x.toFixed(2)} ${y.toFixed(2)} Tm ${shown}ET\n`;
  }

  /** Returns the operators that show the letters as codes, changing the font where necessary. */
  private shown(letters: readonly string[], size: string): string {
    let drawing = '';
    let run = { font: -1, codes: '' };
    for (const letter of letters) {
      const number = this.codes.get(letter) ?? this.codes.size;
      this.codes.set(letter, number);
      const font = Math.floor(number / CODES);
      if (font !== run.font) {
        if (run.codes !== '') drawing += `<${run.codes}>Tj `;
        drawing += `/T${font} ${size} Tf `;
        run = { font, codes: '' };
      }
      run.codes += hex((number % CODES) + 1, 2);
    }
    return `${drawing}<${run.codes}>Tj `;
  }
}

/**
 * Where a word's baseline begins, how long it is and how high the letters are, in points from the lower left corner.
 */
interface Box {
  x: number;
  y: number;
  length: number;
  height: number;
}

function placed({ x, y, w, h }: PageWord, turn: PageText['turn'], { height, across, down }: PageSize): Box {
  const [left, right] = [x * across, (x + w) * across];
  const [top, bottom] = [height - y * down, height - (y + h) * down];
  const [wide, high] = [w * across, h * down];
  return {
    0: { x: left, y: bottom, length: wide, height: high },
    90: { x: right, y: bottom, length: high, height: wide },
    180: { x: right, y: top, length: wide, height: high },
    270: { x: left, y: top, length: high, height: wide },
  }[turn];
}

function fontObject(letters: number, nothing: number, meaning: number): PdfObject {
  const names = Array.from({ length: letters }, (_, i) => `/c${i + 1}`);
  const drawings = names.map((name) => `${name} ${nothing} 0 R`).join('');
  const widths = names.map(() => CHARACTER_WIDTH).join(' ');
  const form = `/Type/Font/Subtype/Type3/FontBBox[0 0 ${CHARACTER_WIDTH} 1000]/FontMatrix[.001 0 0 .001 0 0]`;
  const codes = `/FirstChar 1/LastChar ${letters}/Widths[${widths}]/Encoding<</Type/Encoding/Differences[1${names.join('')}]>>`;
  return {
    dictionary: `<<${form}${codes}/CharProcs<<${drawings}>>/Resources<<>>/ToUnicode ${meaning} 0 R>>`,
  };
}

/** Returns the character for each code, in UTF-16. At most 100 per list (Adobe technical note 5411). */
function meaningObject(letters: readonly string[]): PdfObject {
  const rows = letters.map((letter, i) => `<${hex(i + 1, 2)}><${utf16(letter)}>`);
  const lists = Array.from({ length: Math.ceil(rows.length / 100) }, (_, i) => {
    const some = rows.slice(i * 100, (i + 1) * 100);
    return `${some.length} beginbfchar\n${some.join('\n')}\nendbfchar\n`;
  });
  const head =
    '/CIDInit/ProcSet findresource begin 12 dict begin begincmap/CMapName/f2e def/CMapType 2 def\n';
  const cmap = `${head}1 begincodespacerange<00><FF>endcodespacerange\n${lists.join('')}endcmap CMapName currentdict/CMap defineresource pop end end`;
  const stream = deflateSync(Buffer.from(cmap, 'latin1'));
  return { dictionary: `<</Filter/FlateDecode/Length ${stream.length}>>`, stream };
}

function utf16(letter: string): string {
  return [...Array(letter.length).keys()].map((at) => hex(letter.charCodeAt(at), 4)).join('');
}

function hex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}
