import { crc32, deflateSync } from 'node:zlib';

import { rotateBitmap, rowBytes } from '../fax-page/bitmap.ts';
import type { Bitmap } from '../fax-page/bitmap.ts';
import { decodeFaxPage, readClassF } from '../fax-page/class-f.ts';
import type { PagePngOutcome, Rotation } from '../port.ts';

const MAGIC = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Inches per meter: PNG states resolution in dots per meter. */
const INCHES = 39.370_08;

/** Draws one page of a class-F TIFF with all its dots; returns `failed` if it is damaged or missing. */
export function drawWholePage(tiff: Uint8Array, number: number, rotation: Rotation): PagePngOutcome {
  const page = readClassF(tiff)?.[number - 1];
  if (page === undefined) return { kind: 'failed', reason: 'no such page' };
  const decoded = decodeFaxPage(page);
  if (decoded.kind === 'damaged') return { kind: 'failed', reason: `damaged at row ${decoded.row}` };
  const sideways = rotation === 90 || rotation === 270;
  const dpi = sideways ? ([page.yDpi, page.xDpi] as const) : ([page.xDpi, page.yDpi] as const);
  return { kind: 'ok', png: encodePng(rotateBitmap(decoded.bitmap, rotation), dpi) };
}

/** Writes a black-and-white image as a PNG of one bit per dot. */
function encodePng({ width, height, bits }: Bitmap, [x, y]: readonly [number, number]): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const dots = Buffer.alloc(9);
  dots.writeUInt32BE(Math.round(x * INCHES), 0);
  dots.writeUInt32BE(Math.round(y * INCHES), 4);
  dots[8] = 1;
  const stride = rowBytes(width);
  // A row begins with its filter type (none); in a PNG, 1 is white.
  const rows = Buffer.alloc((1 + stride) * height);
  for (let row = 0; row < height; row += 1)
    for (let at = 0; at < stride; at += 1)
      rows[row * (1 + stride) + 1 + at] = ~(bits[row * stride + at] ?? 0);
  return Buffer.concat([
    MAGIC,
    chunk('IHDR', header),
    chunk('pHYs', dots),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', new Uint8Array()),
  ]);
}

function chunk(type: string, content: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.byteLength);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
