import type { WrappedPdfiumModule } from '@embedpdf/pdfium';

/** A page that consists of a single JPEG, as most scanners and fax servers write it. */
export interface PageScan {
  jpeg: Uint8Array;
  widthInches: number;
  heightInches: number;
}

/** The module, its memory (which moves when it grows) and the page being inspected. */
export interface OpenPage {
  module: WrappedPdfiumModule;
  heap: () => Uint8Array;
  page: number;
}

const TEXT = 1;
const IMAGE = 3;
/** FPDF_TEXTRENDERMODE_INVISIBLE: the words that text recognition puts under a scan. */
const INVISIBLE = 3;
const GRAY = 1;
const RGB = 2;
const ICC = 7;
/** How many objects of a page are inspected; a scan has its image and the recognized words. */
const MOST_OBJECTS = 4000;
/** How far the edges of the image may be from those of the page, as a share of the side. */
const TOLERANCE = 0.01;
const POINTS_PER_INCH = 72;

/**
 * Whether no image of the file has a mask or inverted colors, which only PDFium applies. Dictionaries of images are
 * never compressed, so their keys can be found in the bytes; a chance match inside a picture costs only time.
 */
export function hasPlainImages(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return (
    text.includes('/DCTDecode') &&
    !['/SMask', '/Mask', '/Decode ', '/Decode[', '/Decode\n', '/Decode\r'].some((key) => text.includes(key))
  );
}

/** Runs `use` with scratch memory of the module. */
function withMemory<T>({ module }: OpenPage, bytes: number, use: (at: number) => T): T {
  const at = module.pdfium.wasmExports.malloc(bytes);
  try {
    return use(at);
  } finally {
    module.pdfium.wasmExports.free(at);
  }
}

/** Returns the only visible object of the page if it is an image. */
function onlyImage({ module, page }: OpenPage): number | undefined {
  const count = module.FPDFPage_CountObjects(page);
  if (count < 1 || count > MOST_OBJECTS || module.FPDFPage_GetAnnotCount(page) > 0) return undefined;
  let image: number | undefined;
  for (let index = 0; index < count; index++) {
    const object = module.FPDFPage_GetObject(page, index);
    const type = module.FPDFPageObj_GetType(object);
    if (type === TEXT && module.FPDFTextObj_GetTextRenderMode(object) === INVISIBLE) continue;
    if (type !== IMAGE || image !== undefined) return undefined;
    image = object;
  }
  return image;
}

const near = (value: number, wanted: number, side: number) => Math.abs(value - wanted) <= side * TOLERANCE;

/** Whether the image covers the whole page upright. */
function fillsPage(open: OpenPage, image: number, width: number, height: number): boolean {
  return withMemory(open, 24, (at) => {
    if (!open.module.FPDFPageObj_GetMatrix(image, at)) return false;
    const heap = open.heap();
    const [a, b, c, d, e, f] = new Float32Array(heap.buffer, heap.byteOffset + at, 6);
    const upright = near(b!, 0, width) && near(c!, 0, height);
    return (
      upright &&
      near(a!, width, width) &&
      near(d!, height, height) &&
      near(e!, 0, width) &&
      near(f!, 0, height)
    );
  });
}

/** Whether the image has eight bits of gray or RGB: other color spaces need PDFium's handling. */
function hasPlainColours(open: OpenPage, image: number): boolean {
  return withMemory(open, 28, (at) => {
    if (!open.module.FPDFImageObj_GetImageMetadata(image, open.page, at)) return false;
    const heap = open.heap();
    const numbers = new Int32Array(heap.buffer, heap.byteOffset + at, 7);
    const bits = numbers[4]!;
    const space = numbers[5]!;
    return (
      (bits === 8 && (space === GRAY || space === ICC)) || (bits === 24 && (space === RGB || space === ICC))
    );
  });
}

function isJpegAlone(open: OpenPage, image: number): boolean {
  if (open.module.FPDFImageObj_GetImageFilterCount(image) !== 1) return false;
  return withMemory(open, 32, (at) => {
    const length = open.module.FPDFImageObj_GetImageFilter(image, 0, at, 32);
    return Buffer.from(open.heap().subarray(at, at + Math.min(32, length) - 1)).toString() === 'DCTDecode';
  });
}

/**
 * Returns the JPEG of a page that consists of it, so that a decoder with vector instructions reads it instead of
 * PDFium: several times as fast, and scans are most of what is faxed. Returns `undefined` for any other page.
 */
export function scanOf(open: OpenPage): PageScan | undefined {
  const { module, page } = open;
  const image = onlyImage(open);
  if (image === undefined || module.FPDFPage_GetRotation(page) !== 0) return undefined;
  if (module.FPDFPageObj_HasTransparency(image)) return undefined;
  const width = module.FPDF_GetPageWidthF(page);
  const height = module.FPDF_GetPageHeightF(page);
  if (!fillsPage(open, image, width, height) || !isJpegAlone(open, image) || !hasPlainColours(open, image)) {
    return undefined;
  }
  const size = module.FPDFImageObj_GetImageDataRaw(image, 0, 0);
  if (size === 0) return undefined;
  const jpeg = withMemory(open, size, (at) => {
    module.FPDFImageObj_GetImageDataRaw(image, at, size);
    return open.heap().slice(at, at + size);
  });
  return { jpeg, widthInches: width / POINTS_PER_INCH, heightInches: height / POINTS_PER_INCH };
}
