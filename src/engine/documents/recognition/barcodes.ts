import { MAX_BARCODE_LENGTH, MAX_PAGE_BARCODES, RECOGNITION_WALL_MS } from '../limits.ts';
import type { Bitmap } from '../fax-page/bitmap.ts';
import type { PageBarcode, PageWord } from '../port.ts';
import { childCommand } from '../sandbox/command.ts';
import type { Confinement } from '../sandbox/confine.ts';
import { portableBitmap } from './prepare-page.ts';
import { runRecognizer } from './run-recognizer.ts';
import type { RecognizerBounds } from './run-recognizer.ts';

const BARCODE_MAIN = 'src/engine/documents/recognition/barcode-child.ts';

/** The barcodes found in an image, in its dots. `failed` is the fault of this image. */
export type BarcodeRun =
  | { kind: 'ok'; barcodes: PageBarcode[] }
  | { kind: 'failed'; detail: string }
  | { kind: 'aborted' };

/** Looks for barcodes in an image, in all directions, in its own sandbox. A page takes 0.2 seconds. */
export async function findBarcodes(
  bitmap: Bitmap,
  confinement: Confinement,
  bounds: RecognizerBounds,
): Promise<BarcodeRun> {
  const command = childCommand(confinement, { main: BARCODE_MAIN, wallMs: RECOGNITION_WALL_MS });
  if (command === undefined) return { kind: 'failed', detail: 'the sandbox does not work' };
  const run = await runRecognizer('the barcode reader', command, portableBitmap(bitmap), confinement, bounds);
  if (run.kind === 'ok') return { kind: 'ok', barcodes: readBarcodes(run.output) };
  return run.kind === 'unavailable' ? { kind: 'failed', detail: run.detail } : run;
}

/** Parses the sandboxed program's output: format, text and four corners of each barcode. Nothing else is trusted. */
export function readBarcodes(output: string): PageBarcode[] {
  const said = parsed(output);
  if (!Array.isArray(said)) return [];
  return said
    .slice(0, MAX_PAGE_BARCODES)
    .map((one: unknown) => (isRecord(one) ? barcodeOf(one) : null))
    .filter((barcode) => barcode !== null);
}

function parsed(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return null;
  }
}

function barcodeOf({ format, text, corners }: Record<string, unknown>): PageBarcode | null {
  const box = boxOf(corners);
  const words = typeof text === 'string' ? printable(text) : '';
  if (typeof format !== 'string' || !/^[A-Za-z0-9]{2,20}$/u.test(format) || words === '' || box === null)
    return null;
  return { text: words, format, ...box };
}

/** Replaces unprintable characters, which separate the fields of some barcodes, by a space. */
function printable(text: string): string {
  return text
    .replaceAll(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_BARCODE_LENGTH)
    .toWellFormed();
}

/** Returns the box around eight numbers: x and y of each corner. */
function boxOf(corners: unknown): Pick<PageWord, 'x' | 'y' | 'w' | 'h'> | null {
  if (!Array.isArray(corners) || corners.length !== 8 || !corners.every(Number.isSafeInteger)) return null;
  const numbers = (corners as number[]).map((number) => Math.max(0, number));
  const xs = numbers.filter((_, index) => index % 2 === 0);
  const ys = numbers.filter((_, index) => index % 2 === 1);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(1, Math.max(...xs) - x), h: Math.max(1, Math.max(...ys) - y) };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Returns the content of a barcode as a line of words, each with its part of the box, so that searches find it. */
export function lineOf({ text, x, y, w, h }: PageBarcode, longest: number): PageWord[] {
  const words = text.split(' ').map((word) => word.slice(0, longest));
  const part = Math.max(1, Math.floor(w / words.length));
  return words.map((word, index) => ({ text: word, x: x + index * part, y, w: part, h }));
}
