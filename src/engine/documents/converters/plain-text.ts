import { MAX_PLAIN_TEXT_BYTES } from '../limits.ts';
import { PdfWriter } from '../output/pdf-writer.ts';
import { SHEET } from '../raster/sheet-size.ts';
import type { SheetSize } from '../raster/sheet-size.ts';
import { loadFont } from './fallback-fonts.ts';
import { systemFont } from './script-fonts.ts';

const FONT = systemFont('liberation/LiberationMono-Regular.ttf');

/** In points: 60 lines of 12 and 80 columns of 6 fill the page between its margins; letters are 10 high. */
const TOP = 36;
const LINE = 12;
const LETTER_SIZE = 10;
const ASCENT = 8;
const PAGES = {
  letter: { width: 612, height: 792, left: 60.48 },
  a4: { width: 595.28, height: 841.89, left: 53.28 },
};

/** Every character of Windows 1252, a simple font's `WinAnsiEncoding`, with its byte. Undefined bytes are omitted. */
const BYTES = new Map(
  Array.from({ length: 256 }, (_, byte) => byte)
    .filter((byte) => byte >= 32 && byte !== 127)
    .map((byte) => [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte] as const)
    .filter(([character]) => !/\p{Cc}/u.test(character)),
);
const NOT_PRINTED = '\t\n\f\r';
const PLAIN = new RegExp(
  `^[${NOT_PRINTED}${[...BYTES.keys()].join('').replaceAll(/[\\\]^-]/gu, '\\$&')}]*$`,
  'u',
);

/**
 * Returns the text of a file that one Western typewriter font can print; `undefined` for longer files, encodings other
 * than UTF-8 and other scripts. Parent and child both call it, so the parent knows which code processes a document.
 */
export function plainTextOf(bytes: Uint8Array): string | undefined {
  if (bytes.length > MAX_PLAIN_TEXT_BYTES) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return PLAIN.test(text) ? text : undefined;
  } catch {
    // Not UTF-8, which is a valid result, not an error.
    return undefined;
  }
}

/**
 * Writes lines of Windows 1252 characters as a PDF that looks exactly like the typesetter's. The typesetter is native
 * code, after which a converter cannot be reused, and takes many times as long.
 */
export function writePlainText(
  pages: readonly string[][],
  { paper }: Pick<SheetSize, 'paper'> = SHEET,
): Uint8Array {
  const pdf = new PdfWriter();
  const page = PAGES[paper];
  const firstPage = 6;
  const kids = pages.map((_, index) => `${firstPage + 2 * index} 0 R`).join(' ');
  pdf.write('%PDF-1.5\n');
  pdf.object('<</Type/Catalog/Pages 2 0 R>>');
  pdf.object(`<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`);
  writeFont(pdf);
  for (const [index, lines] of pages.entries()) {
    const content = contentOf(lines, page.left, page.height - TOP - ASCENT);
    pdf.object(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${page.width} ${page.height}]` +
        `/Resources<</Font<</F 3 0 R>>>>/Contents ${firstPage + 2 * index + 1} 0 R>>`,
    );
    pdf.object(`<</Length ${content.length}>>`, content);
  }
  return pdf.finish();
}

/** Writes objects 3 to 5. Without the font's file the reader uses its own typewriter font. */
function writeFont(pdf: PdfWriter): void {
  const file = loadFont(FONT);
  const widths = Array.from({ length: 224 }, () => 600).join(' ');
  pdf.object(
    '<</Type/Font/Subtype/TrueType/BaseFont/LiberationMono/Encoding/WinAnsiEncoding' +
      `/FirstChar 32/LastChar 255/Widths[${widths}]/FontDescriptor 4 0 R>>`,
  );
  // Flags: fixed pitch, and characters of the standard Latin set (ISO 32000 table 121).
  pdf.object(
    '<</Type/FontDescriptor/FontName/LiberationMono/Flags 33/FontBBox[-24 -615 608 987]/ItalicAngle 0' +
      `/Ascent 833/Descent -300/CapHeight 659/StemV 80${file ? '/FontFile2 5 0 R' : ''}>>`,
  );
  const font = file ?? new Uint8Array();
  pdf.object(`<</Length ${font.length}/Length1 ${font.length}>>`, font);
}

/** Shows lines from a position on the page downward (ISO 32000 clause 9.4). */
function contentOf(lines: readonly string[], left: number, top: number): string {
  const shown = lines.map((line) => `(${encode(line)}) Tj T*`).join('\n');
  return `BT /F ${LETTER_SIZE} Tf ${LINE} TL ${left} ${top} Td\n${shown}\nET`;
}

/** Returns a PDF string, one Latin-1 character per byte; parentheses and backslashes are escaped. */
function encode(line: string): string {
  const bytes = Array.from(line, (character) => String.fromCharCode(BYTES.get(character) ?? 63));
  return bytes.join('').replaceAll(/[\\()]/gu, '\\$&');
}
