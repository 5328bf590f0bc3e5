import type { Bitmap } from '../fax-page/bitmap.ts';
import { rotateBitmap } from '../fax-page/bitmap.ts';
import { decodeFaxPage, readClassF } from '../fax-page/class-f.ts';
import type { PageText, PageTextOutcome, PageWord, Rotation } from '../port.ts';
import type { Confinement } from '../sandbox/confine.ts';
import { MAX_WORD_LENGTH } from '../limits.ts';
import { findBarcodes, lineOf } from './barcodes.ts';
import { inkOf, portableBitmap, preparePage } from './prepare-page.ts';
import type { PreparedPage } from './prepare-page.ts';
import { readTable } from './read-table.ts';
import type { FoundText } from './read-table.ts';
import type { RecognizerBounds } from './run-recognizer.ts';
import { languageArgument, readableLanguages, runTesseract } from './tesseract.ts';

/**
 * Below this confidence the page may be sideways or upside down, and the other directions are tried: upright texts have
 * 88 to 96, the same ones upside down 46 to 68.
 */
const UPRIGHT_CONFIDENCE = 75;
/** Below this confidence it is not text: letters seen in a photograph or in handwriting. */
const LEGIBLE_CONFIDENCE = 55;
/** Fewer black dots than a few letters have cannot be text in any direction. */
const LEAST_INK = 400;

/** Options for recognizing one page. */
export interface RecognitionOptions {
  /** In the product's notation; English is always included. */
  languages: readonly string[];
  tempDir: string;
  signal?: AbortSignal | undefined;
}

type Box = Pick<PageWord, 'x' | 'y' | 'w' | 'h'>;

/** A page in one direction of reading. */
interface View {
  bitmap: Bitmap;
  rowsPerRow: number;
  turn: Rotation;
}

/**
 * Recognizes the text of one page (1-based) of a class-F TIFF. Pages that were fed upside down or sideways are read in
 * the direction of their text. Handwriting and photographs yield no text.
 */
export async function recognizePage(
  tiff: Uint8Array,
  number: number,
  confinement: Confinement,
  options: RecognitionOptions,
): Promise<PageTextOutcome> {
  const page = readClassF(tiff)?.[number - 1];
  if (page === undefined) return { kind: 'failed', detail: 'no such page' };
  const decoded = decodeFaxPage(page);
  if (decoded.kind === 'damaged') return { kind: 'failed', detail: `damaged at row ${decoded.row}` };
  const { width, height } = page;
  const prepared = preparePage(decoded.bitmap, { x: page.xDpi, y: page.yDpi });
  const none: PageText = { width, height, turn: 0, lines: [], confidence: 0 };
  if (inkOf(prepared.bitmap) < LEAST_INK) return { kind: 'ok', text: none };
  const best = await readText(prepared, confinement, options);
  if (best !== undefined && 'kind' in best) return best;
  const text: PageText =
    best === undefined || score(best.found) < LEGIBLE_CONFIDENCE
      ? none
      : {
          ...none,
          turn: best.view.turn,
          lines: best.found.lines.map((line) =>
            line.map((word) => ({ ...word, ...onPage(word, best.view) })),
          ),
          confidence: best.found.confidence,
        };
  return await withBarcodes(text, prepared, confinement, options);
}

/** Returns the direction in which the page can be read best. */
async function readText(
  { bitmap, rowsPerRow }: PreparedPage,
  confinement: Confinement,
  { languages: wanted, tempDir, signal }: RecognitionOptions,
): Promise<{ found: FoundText; view: View } | Exclude<PageTextOutcome, { kind: 'ok' }> | undefined> {
  const languages = languageArgument(wanted, readableLanguages());
  let best: { found: FoundText; view: View } | undefined;
  for (const turn of [0, 180, 90, 270] as const) {
    // Vertical lines stay vertical when turned upside down.
    if (turn === 180 && best?.found.isUpright === false) continue;
    // A page without anything like a word in either direction has no text: photographs are not tried in all directions.
    if (turn === 90 && best?.found.lines.length === 0) break;
    const view = { bitmap: rotateBitmap(bitmap, turn), rowsPerRow, turn };
    const run = await runTesseract(portableBitmap(view.bitmap), languages, confinement, { tempDir, signal });
    if (run.kind !== 'ok') return run;
    const found = readTable(run.output);
    if (best === undefined || score(found) > score(best.found)) best = { found, view };
    if (score(best.found) >= UPRIGHT_CONFIDENCE) break;
  }
  return best;
}

/** Adds the page's barcodes; their contents follow the lines, so that searches, highlights and files include them. */
async function withBarcodes(
  text: PageText,
  { bitmap, rowsPerRow }: PreparedPage,
  confinement: Confinement,
  bounds: RecognizerBounds,
): Promise<PageTextOutcome> {
  const run = await findBarcodes(bitmap, confinement, bounds);
  if (run.kind === 'aborted') return run;
  if (run.kind === 'failed') return { kind: 'ok', text, barcodesFailed: run.detail };
  const view: View = { bitmap, rowsPerRow, turn: 0 };
  const barcodes = run.barcodes.map((barcode) => ({ ...barcode, ...onPage(barcode, view) }));
  const lines = [...text.lines, ...barcodes.map((barcode) => lineOf(barcode, MAX_WORD_LENGTH))];
  return { kind: 'ok', text: { ...text, lines, barcodes } };
}

/** Returns how well a page can be read in this direction. */
function score({ confidence, isUpright }: FoundText): number {
  return isUpright ? confidence : 0;
}

/** Converts a box on a rotated image to the page's own dots. */
function onPage({ x, y, w, h }: Box, { bitmap, rowsPerRow, turn }: View): Box {
  const { width, height } = bitmap;
  const box = {
    0: { x, y, w, h },
    // After a clockwise rotation by 90, 180 or 270, the page's left edge is at the top, at the right, or at the bottom.
    90: { x: y, y: width - x - w, w: h, h: w },
    180: { x: width - x - w, y: height - y - h, w, h },
    270: { x: height - y - h, y: x, w: h, h: w },
  }[turn];
  const top = Math.floor(box.y / rowsPerRow);
  return { x: box.x, y: top, w: box.w, h: Math.max(1, Math.ceil((box.y + box.h) / rowsPerRow) - top) };
}
