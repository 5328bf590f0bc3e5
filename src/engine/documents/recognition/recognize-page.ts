import type { Bitmap } from '../fax-page/bitmap.ts';
import { rotateBitmap } from '../fax-page/bitmap.ts';
import { decodeFaxPage, readClassF } from '../fax-page/class-f.ts';
import type { PageText, PageTextOutcome, PageWord, Rotation } from '../port.ts';
import type { Confinement } from '../sandbox/confine.ts';
import { inkOf, portableBitmap, preparePage } from './prepare-page.ts';
import { readTable } from './read-table.ts';
import type { FoundText } from './read-table.ts';
import { languageArgument, readableLanguages, runTesseract } from './tesseract.ts';

/**
 * Below this the page may lie on its side or upside down, and the other ways are tried: texts have 88 to 96, the same
 * upside down 46 to 68.
 */
const UPRIGHT_CONFIDENCE = 75;
/** Below this it is no text: letters that were seen in a photograph or in handwriting. */
const LEGIBLE_CONFIDENCE = 55;
/** Fewer black dots than a few letters have are no text, however they are turned. */
const LEAST_INK = 400;

/** What one page is read with. */
export interface RecognitionOptions {
  /** As the product names them; English is always read. */
  languages: readonly string[];
  tempDir: string;
  signal?: AbortSignal | undefined;
}

/** A page as it is looked at in one direction. */
interface View {
  bitmap: Bitmap;
  rowsPerRow: number;
  turn: Rotation;
}

/**
 * Recognizes the text of one page (1-based) of a class-F TIFF. Pages that were fed upside down or sideways are read
 * the way their text runs. Handwriting and photographs give no text.
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
  const { bitmap, rowsPerRow } = preparePage(decoded.bitmap, { x: page.xDpi, y: page.yDpi });
  const { width, height } = page;
  const none: PageText = { width, height, turn: 0, lines: [], confidence: 0 };
  if (inkOf(bitmap) < LEAST_INK) return { kind: 'ok', text: none };
  const languages = languageArgument(options.languages, readableLanguages());
  let best: { found: FoundText; view: View } | undefined;
  for (const turn of [0, 180, 90, 270] as const) {
    // Lines that run up or down do so upside down as well.
    if (turn === 180 && best?.found.isUpright === false) continue;
    // A page with nothing that looks like a word either way has no text: photographs are not tried in all directions.
    if (turn === 90 && best?.found.lines.length === 0) break;
    const view = { bitmap: rotateBitmap(bitmap, turn), rowsPerRow, turn };
    const run = await runTesseract(portableBitmap(view.bitmap), languages, confinement, {
      tempDir: options.tempDir,
      signal: options.signal,
    });
    if (run.kind !== 'ok') return run;
    const found = readTable(run.table);
    if (best === undefined || score(found) > score(best.found)) best = { found, view };
    if (score(best.found) >= UPRIGHT_CONFIDENCE) break;
  }
  if (best === undefined || score(best.found) < LEGIBLE_CONFIDENCE) return { kind: 'ok', text: none };
  const { found, view } = best;
  const lines = found.lines.map((line) => line.map((word) => onPage(word, view)));
  return { kind: 'ok', text: { width, height, turn: view.turn, lines, confidence: found.confidence } };
}

/** How well a page can be read this way. */
function score({ confidence, isUpright }: FoundText): number {
  return isUpright ? confidence : 0;
}

/** Where a word of a turned picture stands on the page, in the page's own dots. */
function onPage({ text, x, y, w, h }: PageWord, { bitmap, rowsPerRow, turn }: View): PageWord {
  const { width, height } = bitmap;
  const box = {
    0: { x, y, w, h },
    // Turned clockwise by so much, the page's left edge lies at the top, at the right, or at the bottom.
    90: { x: y, y: width - x - w, w: h, h: w },
    180: { x: width - x - w, y: height - y - h, w, h },
    270: { x: height - y - h, y: x, w: h, h: w },
  }[turn];
  const top = Math.floor(box.y / rowsPerRow);
  return { text, x: box.x, y: top, w: box.w, h: Math.max(1, Math.ceil((box.y + box.h) / rowsPerRow) - top) };
}
