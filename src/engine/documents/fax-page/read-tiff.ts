import { MAX_TIFF_DIRECTORIES, MAX_TIFF_STRIPS, MAX_TIFF_TAGS } from '../limits.ts';

/** TIFF tags that we read or write (TIFF 6.0; class F: RFC 2301 section 2). */
export const TAG = {
  newSubfileType: 254,
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  xResolution: 282,
  yResolution: 283,
  t6Options: 293,
  resolutionUnit: 296,
  pageNumber: 297,
  cleanFaxData: 327,
} as const;

/** Compression value of CCITT group 4 (T.6). */
export const COMPRESSION_G4 = 4;

/** The contents of a page's directory; numbers are as in the file and not yet trusted. */
export interface TiffPage {
  width: number;
  height: number;
  bitsPerSample: number;
  samplesPerPixel: number;
  compression: number;
  photometric: number;
  fillOrder: number;
  orientation: number;
  /** Dots per inch; 0 if the file does not state it. */
  xDpi: number;
  yDpi: number;
  strips: Uint8Array[];
}

const BYTES_OF_TYPE: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 5: 8 };
const CENTIMETRES = 3;

/** Reads numbers in the file's byte order; a read outside the file returns 0. */
class TiffReader {
  private readonly view: DataView;
  private readonly little: boolean;
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.little = bytes[0] === 0x49;
  }

  u16(at: number): number {
    return at >= 0 && at + 2 <= this.bytes.length ? this.view.getUint16(at, this.little) : 0;
  }

  u32(at: number): number {
    return at >= 0 && at + 4 <= this.bytes.length ? this.view.getUint32(at, this.little) : 0;
  }

  /** Returns the first values of one directory entry; none if they are outside the file. */
  values(entry: number, most: number): number[] {
    const type = this.u16(entry + 2);
    const size = BYTES_OF_TYPE[type];
    if (size === undefined) return [];
    const count = Math.min(this.u32(entry + 4), most);
    const at = count * size <= 4 ? entry + 8 : this.u32(entry + 8);
    if (at + count * size > this.bytes.length) return [];
    return Array.from({ length: count }, (_, index) => this.value(at + index * size, type));
  }

  private value(at: number, type: number): number {
    if (type === 1) return this.bytes[at]!;
    if (type === 3) return this.u16(at);
    if (type === 4) return this.u32(at);
    const divisor = this.u32(at + 4);
    return divisor === 0 ? 0 : this.u32(at) / divisor;
  }
}

/** Whether this is a classic TIFF, little or big endian. BigTIFF is left to libtiff inside the sandbox. */
export function isTiff(bytes: Uint8Array): boolean {
  const order = String.fromCharCode(...bytes.subarray(0, 4));
  return order === 'II*\0' || order === 'MM\0*';
}

/** Returns the offsets of the directories in order; stops at a loop, at the file's end and at a limit. */
function directoryOffsets(reader: TiffReader): number[] {
  const offsets = new Set<number>();
  let at = reader.u32(4);
  while (
    at >= 8 &&
    at + 2 <= reader.bytes.length &&
    !offsets.has(at) &&
    offsets.size < MAX_TIFF_DIRECTORIES
  ) {
    const tags = reader.u16(at);
    if (tags === 0 || tags > MAX_TIFF_TAGS) break;
    offsets.add(at);
    at = reader.u32(at + 2 + 12 * tags);
  }
  return [...offsets];
}

/** Counts the pages of any classic TIFF without reading pixels; 0 for anything else. */
export function countTiffPages(bytes: Uint8Array): number {
  return isTiff(bytes) ? directoryOffsets(new TiffReader(bytes)).length : 0;
}

function readPage(reader: TiffReader, at: number): TiffPage {
  const tags = new Map<number, number[]>();
  for (let index = 0; index < reader.u16(at); index++) {
    const entry = at + 2 + 12 * index;
    const tag = reader.u16(entry);
    const isList = tag === TAG.stripOffsets || tag === TAG.stripByteCounts;
    tags.set(tag, reader.values(entry, isList ? MAX_TIFF_STRIPS : 1));
  }
  const first = (tag: number, otherwise: number) => tags.get(tag)?.[0] ?? otherwise;
  const perInch = first(TAG.resolutionUnit, 2) === CENTIMETRES ? 2.54 : 1;
  const offsets = tags.get(TAG.stripOffsets) ?? [];
  const counts = tags.get(TAG.stripByteCounts) ?? [];
  return {
    width: first(TAG.width, 0),
    height: first(TAG.height, 0),
    bitsPerSample: first(TAG.bitsPerSample, 1),
    samplesPerPixel: first(TAG.samplesPerPixel, 1),
    compression: first(TAG.compression, 1),
    photometric: first(TAG.photometric, 0),
    fillOrder: first(TAG.fillOrder, 1),
    orientation: first(TAG.orientation, 1),
    xDpi: first(TAG.xResolution, 0) * perInch,
    yDpi: first(TAG.yResolution, 0) * perInch,
    strips: offsets.map((offset, index) => reader.bytes.subarray(offset, offset + (counts[index] ?? 0))),
  };
}

/** Reads every page's directory; returns an empty list for anything that is not a classic TIFF. */
export function readTiff(bytes: Uint8Array): TiffPage[] {
  if (!isTiff(bytes)) return [];
  const reader = new TiffReader(bytes);
  return directoryOffsets(reader).map((at) => readPage(reader, at));
}
