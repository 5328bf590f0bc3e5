/**
 * The program that looks for barcodes, inside the sandbox: reads a portable bitmap (P4) on standard input and prints
 * the results as JSON.
 */
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/**
 * Kinds of barcodes to look for. Kinds without a check digit or with a short one (ITF, Codabar, EAN-8, UPC-E) are
 * omitted, because lines of text and tables look like them.
 */
const FORMATS = ['Code128', 'Code39', 'EAN13', 'UPCA', 'QRCode', 'DataMatrix', 'PDF417', 'Aztec'] as const;
const MOST_SYMBOLS = 20;

// No request waits for it.
setPriority(constants.priority.PRIORITY_LOW);
const picture = readFileSync(0);
const [head = '', width = '', height = ''] =
  /^P4\n(\d+) (\d+)\n/u.exec(picture.toString('latin1', 0, 40)) ?? [];
const size = { width: Number(width), height: Number(height) };
prepareZXingModule({
  overrides: {
    wasmBinary: readFileSync(new URL(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))).buffer,
  },
});
const found = await readBarcodes(
  { data: colored(picture.subarray(head.length), size), ...size, colorSpace: 'srgb' },
  { formats: [...FORMATS], tryHarder: true, maxNumberOfSymbols: MOST_SYMBOLS },
);
const barcodes = found.map(({ format, text, position: { topLeft, topRight, bottomRight, bottomLeft } }) => ({
  format,
  text,
  corners: [topLeft, topRight, bottomRight, bottomLeft].flatMap(({ x, y }) => [x, y]),
}));
process.stdout.write(JSON.stringify(barcodes));

/** Returns the dots in the reader's format: four bytes each. */
function colored(
  bits: Uint8Array,
  { width: columns, height: rows }: { width: number; height: number },
): Uint8ClampedArray<ArrayBuffer> {
  const stride = Math.ceil(columns / 8);
  const dots = new Uint32Array(columns * rows);
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < columns; x += 1)
      dots[y * columns + x] = bits[y * stride + (x >> 3)]! & (128 >> (x & 7)) ? 0xff000000 : 0xffffffff;
  return new Uint8ClampedArray(dots.buffer);
}
