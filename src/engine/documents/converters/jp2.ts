import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import type { FaxPage } from '../fax-page/class-f.ts';
import { MAX_IMAGE_PIXELS, MAX_JP2_COMPONENTS, MAX_JP2_SAMPLES, MAX_JP2_TILES } from '../limits.ts';
import type { RawPicture } from './image.ts';
import { convertRawPicture } from './image.ts';
import type { Drawing } from './refusal.ts';
import { DocumentRefusal, refuseTooManyPages } from './refusal.ts';

/** The parts of the OpenJPEG module that we use; the package has no types. */
interface Decoder {
  getEncodedBuffer(length: number): Uint8Array;
  decode(): void;
  getDecodedBuffer(): Uint8Array;
  getFrameInfo(): {
    width: number;
    height: number;
    bitsPerSample: number;
    componentCount: number;
    isSigned: boolean;
  };
  getColorSpace(): number;
}
type OpenJpeg = (options: { wasmBinary: Uint8Array }) => Promise<{ J2KDecoder: new () => Decoder }>;

const require = createRequire(import.meta.url);

/** OPJ_CLRSPC_SYCC: the first component is the luminance, which is all that a fax needs. */
const LUMINANCE_FIRST = 3;

const damaged = (detail: string) => new DocumentRefusal('DOCUMENT_DAMAGED', detail);

/** Returns the code stream: the content of the “jp2c” box, or the file itself (ISO 15444-1 annex I). */
function codeStreamOf(bytes: Uint8Array): DataView {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength >= 4 && view.getUint32(0) === 0xff4fff51) return view;
  let at = 0;
  while (at + 16 <= view.byteLength) {
    const length = view.getUint32(at);
    const header = length === 1 ? 16 : 8;
    if (view.getUint32(at + 4) === 0x6a703263) {
      return new DataView(bytes.buffer, bytes.byteOffset + at + header, view.byteLength - at - header);
    }
    const size = length === 1 ? Number(view.getBigUint64(at + 8)) : length;
    if (size < header) break;
    at += size;
  }
  throw damaged('no code stream');
}

/** Checks the SIZ marker and refuses before any pixel is decoded (A-CONV-06). */
function checkSize(stream: DataView): void {
  if (stream.byteLength < 42 || stream.getUint32(0) !== 0xff4fff51) throw damaged('no size marker');
  const u32 = (at: number) => stream.getUint32(at);
  const [right, bottom, left, top] = [u32(8), u32(12), u32(16), u32(20)];
  const [tileWidth, tileHeight, tileLeft, tileTop] = [u32(24), u32(28), u32(32), u32(36)];
  if (right <= left || bottom <= top || tileWidth === 0 || tileHeight === 0) throw damaged('no area');
  const pixels = (right - left) * (bottom - top);
  const tiles = Math.ceil((right - tileLeft) / tileWidth) * Math.ceil((bottom - tileTop) / tileHeight);
  const components = stream.getUint16(40);
  if (pixels > MAX_IMAGE_PIXELS || tiles > MAX_JP2_TILES || components > MAX_JP2_COMPONENTS) {
    throw new DocumentRefusal('DOCUMENT_TOO_LARGE', `${pixels} pixels in ${tiles} tiles`);
  }
  const samples = pixels * sharesOf(stream, components).reduce((sum, share) => sum + share, 0);
  if (samples > MAX_JP2_SAMPLES) throw new DocumentRefusal('DOCUMENT_TOO_LARGE', `${samples} samples`);
}

/** Returns how many samples each component has per pixel: color may have fewer than luminance. */
function sharesOf(stream: DataView, components: number): number[] {
  if (stream.byteLength < 42 + 3 * components) throw damaged('the components are missing');
  return Array.from({ length: components }, (_, index) => {
    const [across, down] = [stream.getUint8(43 + 3 * index), stream.getUint8(44 + 3 * index)];
    if (across === 0 || down === 0) throw damaged('a component without samples');
    return 1 / (across * down);
  });
}

async function load() {
  const start = require('@cornerstonejs/codec-openjpeg/decodewasmjs') as OpenJpeg;
  const wasmBinary = await readFile(require.resolve('@cornerstonejs/codec-openjpeg/decodewasm'));
  return await start({ wasmBinary });
}

/** Converts samples of one to sixteen bits to bytes; only the luminance if the colors are YCC. */
function toBytes(decoder: Decoder): RawPicture {
  const { width, height, bitsPerSample, componentCount, isSigned } = decoder.getFrameInfo();
  const packed = decoder.getDecodedBuffer();
  const wide = bitsPerSample > 8;
  const samples = wide ? new Uint16Array(packed.slice().buffer, 0, packed.length >> 1) : packed;
  const count = width * height * componentCount;
  if (count === 0 || samples.length < count) throw damaged('pixels are missing');
  const offset = isSigned ? 1 << (bitsPerSample - 1) : 0;
  const most = 2 ** bitsPerSample - 1;
  const single = componentCount > 4 || decoder.getColorSpace() === LUMINANCE_FIRST;
  const step = single ? componentCount : 1;
  const pixels = new Uint8Array(count / step);
  for (let to = 0; to < pixels.length; to++) {
    pixels[to] = (((samples[to * step]! + offset) & most) * 255) / most;
  }
  return { width, height, channels: (single ? 1 : componentCount) as RawPicture['channels'], pixels };
}

/** JPEG 2000: one page each. */
export async function* convertJp2(
  bytes: Uint8Array,
  maxPages: number,
  { photos }: Drawing = {},
): AsyncGenerator<FaxPage> {
  refuseTooManyPages(1, maxPages);
  checkSize(codeStreamOf(bytes));
  const decoder = new (await load()).J2KDecoder();
  let picture: RawPicture;
  try {
    decoder.getEncodedBuffer(bytes.length).set(bytes);
    decoder.decode();
    picture = toBytes(decoder);
  } catch (error) {
    throw error instanceof DocumentRefusal ? error : damaged(String(error));
  }
  yield* await convertRawPicture(picture, 0, photos);
}
