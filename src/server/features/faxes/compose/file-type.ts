import { EXTENSIONS } from '#contract/faxes/compose.ts';

/** How many leading bytes are checked; a PDF may have some junk before its header. */
export const HEAD_BYTES = 4096;

type Extension = (typeof EXTENSIONS)[number];
type Check = (head: Uint8Array) => boolean;

const ole = startsWith('d0cf11e0a1b11ae1');
const zip = startsWith('504b0304');
/** A password-protected file is wrapped ([MS-OFFCRYPTO] 2.3.4): the conversion looks inside and reports it. */
const ooxml = anyOf(zip, ole);
const tiff = anyOf(startsWith('49492a00'), startsWith('4d4d002a'));
const jpeg = startsWith('ffd8ff');

/** How the content of each type begins: the name alone decides nothing (A-UPLOAD-02). */
const CHECKS: Readonly<Record<Extension, Check>> = {
  txt: isText,
  doc: anyOf(ole, startsWith('7b5c727466')), // or RTF, which word processors also call .doc
  xls: ole,
  ppt: ole,
  docx: ooxml,
  xlsx: ooxml,
  pptx: ooxml,
  pdf: (head) => latin1(head.subarray(0, 1024)).includes('%PDF-'),
  bmp: startsWith('424d'),
  png: startsWith('89504e470d0a1a0a'),
  tiff,
  tif: tiff,
  jpeg,
  jpg: jpeg,
  ps: anyOf(startsWith('2521'), startsWith('042521'), startsWith('c5d0d3c6')),
  emf: (head) => startsWith('01000000')(head) && latin1(head.subarray(40, 44)) === ' EMF',
  wmf: anyOf(startsWith('d7cdc69a'), startsWith('01000900'), startsWith('02000900')),
  jp2: anyOf(startsWith('0000000c6a502020'), startsWith('ff4fff51')),
};

/** Returns the allowed extension of a file's name, in lower case; null if there is none. */
export function extensionOf(name: string): Extension | null {
  const written = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  return EXTENSIONS.find((known) => known === written) ?? null;
}

/** Returns whether the first bytes match the extension. */
export function contentFits(extension: Extension, head: Uint8Array): boolean {
  return CHECKS[extension](head);
}

function startsWith(hex: string): Check {
  const bytes = Buffer.from(hex, 'hex');
  return (head) => Buffer.compare(head.subarray(0, bytes.length), bytes) === 0;
}

function anyOf(...checks: Check[]): Check {
  return (head) => checks.some((check) => check(head));
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

/**
 * Returns whether the content is text: text has no zero bytes, unless it is marked as UTF-16; programs and archives
 * have many.
 */
function isText(head: Uint8Array): boolean {
  if (startsWith('fffe')(head) || startsWith('feff')(head)) return true;
  return !head.includes(0) && !zip(head);
}

/** Converts bytes to the megabytes in sentences about limits, which are whole numbers. */
export function inMegabytes(bytes: number): number {
  return bytes / (1024 * 1024);
}
