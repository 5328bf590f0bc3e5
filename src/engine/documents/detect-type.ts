import type { ContainedType } from './detection/office-container.ts';
import { lookIntoContainer } from './detection/office-container.ts';
import { afterJobHeader } from './postscript/job-header.ts';

/** Types that a converter child draws itself. A new type needs a row here and a converter in convert.ts. */
export type DrawnType = 'pdf' | 'png' | 'jpeg' | 'tiff' | 'text' | 'bmp' | 'jp2';

/** Types that LibreOffice converts to PDF. */
export type OfficeType = ContainedType | 'rtf' | 'emf' | 'wmf';

/** The document types that can be converted. PostScript is a program and has its own interpreter. */
export type DocumentType = DrawnType | OfficeType | 'ps';

/** File name extensions and the type each of them promises. */
export const EXTENSIONS: Readonly<Record<string, DocumentType>> = {
  pdf: 'pdf',
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  tif: 'tiff',
  tiff: 'tiff',
  bmp: 'bmp',
  jp2: 'jp2',
  txt: 'text',
  doc: 'doc',
  docx: 'docx',
  xls: 'xls',
  xlsx: 'xlsx',
  ppt: 'ppt',
  pptx: 'pptx',
  emf: 'emf',
  wmf: 'wmf',
  ps: 'ps',
};

/** Number of leading bytes that identify most types; PDF readers accept the header anywhere in the first 1024. */
const HEAD_BYTES = 4096;

/**
 * The type of a file. `unsupported`: its extension is not in the table. `mismatch`: the content is not what the
 * extension promises (A-UPLOAD-02), or is empty. `refused`: the type matches, but no program may open it.
 */
export type DetectedType =
  | { kind: 'known'; type: DocumentType; extension: string }
  | { kind: 'refused'; reason: 'DOCUMENT_PROTECTED' | 'DOCUMENT_TOO_LARGE'; extension: string }
  | { kind: 'unsupported'; extension: string }
  | { kind: 'mismatch'; extension: string };

/** Returns the part after the last dot of the last path segment, in lower case; empty if there is none. */
export function extensionOf(fileName: string): string {
  const name = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}

const startsWith = (head: Uint8Array, ...bytes: number[]) =>
  bytes.every((byte, index) => head[index] === byte);

const PDF_WINDOW = 1024;

/** First bytes of containers and programs that must not precede a PDF header (polyglots). */
const FOREIGN_STARTS = [
  [0x7f, 0x45, 0x4c, 0x46],
  [0x4d, 0x5a],
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0x52, 0x61, 0x72, 0x21],
  [0x1f, 0x8b],
  [0x3c, 0x3f],
  [0x23, 0x21],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0xff, 0xd8, 0xff],
  [0x89, 0x50, 0x4e, 0x47],
  [0x47, 0x49, 0x46, 0x38],
];

function isForeign(head: Uint8Array): boolean {
  return FOREIGN_STARTS.some((start) => startsWith(head, ...start));
}

function isPdf(head: Uint8Array): boolean {
  if (isForeign(head)) return false;
  const start = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, PDF_WINDOW)).toString(
    'latin1',
  );
  return start.includes('%PDF-');
}

function isTiffHead(head: Uint8Array): boolean {
  const little = startsWith(head, 0x49, 0x49) && (head[2] === 42 || head[2] === 43) && head[3] === 0;
  const big = startsWith(head, 0x4d, 0x4d, 0) && (head[3] === 42 || head[3] === 43);
  return little || big;
}

/** Share of NUL among the even (or odd) bytes above which a text counts as UTF-16: Western text has nearly all. */
const UTF16_NUL_SHARE = 0.5;

/** Counts zero bytes at even and at odd positions: Latin UTF-16 text has them on one side only. */
export function nulParity(bytes: Uint8Array): { even: number; odd: number } {
  let even = 0;
  let odd = 0;
  for (let index = 0; index < bytes.length; index++) {
    if (bytes[index] !== 0) continue;
    if ((index & 1) === 0) even++;
    else odd++;
  }
  return { even, odd };
}

/** Detects UTF-16 without a byte order mark by the parity of its zero bytes; returns `undefined` for other texts. */
export function utf16WithoutMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const { even, odd } = nulParity(bytes);
  const enough = (bytes.length / 2) * UTF16_NUL_SHARE;
  if (odd > enough && even === 0) return 'utf-16le';
  return even > enough && odd === 0 ? 'utf-16be' : undefined;
}

/** Control bytes that do not occur in plain text. Escape is allowed: terminal logs contain it (A-CONV-16). */
const isBinaryControl = (byte: number) => byte < 32 && ![7, 8, 9, 10, 11, 12, 13, 26, 27].includes(byte);

/** Starts of binary formats whose first bytes could pass for text. */
const BINARY_WORDS = ['%PDF-', '%!PS', '{\\rtf', 'GIF8'];

function isText(head: Uint8Array): boolean {
  if (head.length === 0) return false;
  const word = Buffer.from(head.buffer, head.byteOffset, Math.min(head.length, 8)).toString('latin1');
  if (BINARY_WORDS.some((start) => word.startsWith(start))) return false;
  if (startsWith(head, 0xff, 0xfe) || startsWith(head, 0xfe, 0xff)) return true;
  if (utf16WithoutMark(head) !== undefined) return true;
  return !head.some(isBinaryControl);
}

type Look = (head: Uint8Array) => boolean;

const anyOf =
  (...starts: number[][]): Look =>
  (head) =>
    starts.some((start) => startsWith(head, ...start));

/** EMR_HEADER with its signature at byte 40 ([MS-EMF] 2.3.4.2). */
function isEmf(head: Uint8Array): boolean {
  return startsWith(head, 1, 0, 0, 0) && startsWith(head.subarray(40), 0x20, 0x45, 0x4d, 0x46);
}

/** Windows and OS/2 bitmaps state the size of their second header: 12, 40, 52, 56, 64, 108 or 124 bytes. */
function isBmp(head: Uint8Array): boolean {
  return startsWith(head, 0x42, 0x4d) && [12, 40, 52, 56, 64, 108, 124].includes(head[14] ?? 0);
}

/** A JPEG 2000 file ([ISO 15444-1] annex I) or its bare code stream. */
const isJp2 = anyOf([0, 0, 0, 12, 0x6a, 0x50, 0x20, 0x20], [0xff, 0x4f, 0xff, 0x51]);
/** “%!”, also after the Ctrl-D of old printer drivers, or the header of an EPS with a preview. */
const isProgram = anyOf([0x25, 0x21], [4, 0x25, 0x21], [0xc5, 0xd0, 0xd3, 0xc6]);
/** A PostScript program, or a printer job that contains one. */
const isPostScript: Look = (head) => isProgram(head) || afterJobHeader(head) !== undefined;
/** Placeable, in-memory and on-disk metafiles ([MS-WMF] 2.3.2). */
const isWmf = anyOf([0xd7, 0xcd, 0xc6, 0x9a], [1, 0, 9, 0], [2, 0, 9, 0]);

/** Detectors for the types that are recognized by their first bytes. */
const LOOKS_LIKE: Readonly<Partial<Record<DocumentType, Look>>> = {
  pdf: isPdf,
  png: anyOf([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  jpeg: anyOf([0xff, 0xd8, 0xff]),
  tiff: isTiffHead,
  bmp: isBmp,
  jp2: isJp2,
  emf: isEmf,
  wmf: isWmf,
  ps: isPostScript,
  rtf: anyOf([0x7b, 0x5c, 0x72, 0x74, 0x66]),
  text: isText,
};

/** Types that may stand for each other: people rename a picture or a letter, and it remains one. */
const FAMILIES: readonly (readonly DocumentType[])[] = [
  ['png', 'jpeg', 'tiff', 'bmp', 'jp2', 'emf', 'wmf'],
  ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'rtf'],
];

/**
 * Determines a file's type from its content AND its extension: both have to agree, or be of one family.
 * Office containers are inspected: a ZIP named .docx is not necessarily a letter (A-CONV-08).
 */
export function detectType(bytes: Uint8Array, fileName: string): DetectedType {
  const extension = extensionOf(fileName);
  const promised = Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined;
  if (promised === undefined) return { kind: 'unsupported', extension };
  const family = FAMILIES.find((types) => types.includes(promised)) ?? [promised];
  const office = family.includes('doc') ? lookIntoContainer(bytes) : undefined;
  if (office?.kind === 'refused') return { ...office, extension };
  if (office?.kind === 'known') return { ...office, extension };
  const head = bytes.subarray(0, HEAD_BYTES);
  const type = [promised, ...family].find((candidate) => LOOKS_LIKE[candidate]?.(head) === true);
  return type === undefined ? { kind: 'mismatch', extension } : { kind: 'known', type, extension };
}
