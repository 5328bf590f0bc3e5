/** The document types that can be converted. A new attachment type is a row here and a converter in convert.ts. */
export type DocumentType = 'pdf' | 'png' | 'jpeg' | 'tiff' | 'text';

/** File name extensions and the type each of them promises. */
export const EXTENSIONS: Readonly<Record<string, DocumentType>> = {
  pdf: 'pdf',
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  tif: 'tiff',
  tiff: 'tiff',
  txt: 'text',
};

/** Bytes of a file that `detectType` needs to see; PDF readers accept the header anywhere in the first 1024. */
export const HEAD_BYTES = 4096;

/**
 * What a file is. `unsupported`: its extension is not in the table. `mismatch`: the content is not what the
 * extension promises (A-UPLOAD-02), or there is no content.
 */
export type DetectedType =
  | { kind: 'known'; type: DocumentType; extension: string }
  | { kind: 'unsupported'; extension: string }
  | { kind: 'mismatch'; extension: string };

/** The part after the last dot of the last path segment, in lower case; empty when there is none. */
export function extensionOf(fileName: string): string {
  const name = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}

const startsWith = (head: Uint8Array, ...bytes: number[]) =>
  bytes.every((byte, index) => head[index] === byte);

const PDF_WINDOW = 1024;

/** First bytes of containers and programs that must not hide in front of a PDF header (polyglots). */
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

/** Share of even (or odd) bytes that are NUL from which a text is taken for UTF-16: Western text has nearly all. */
const UTF16_NUL_SHARE = 0.5;

/** Zero bytes at even and at odd positions: Latin UTF-16 text has them on one side only. */
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

/** UTF-16 without a byte order mark, by the parity of its zero bytes; `undefined` when it does not look like it. */
export function utf16WithoutMark(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const { even, odd } = nulParity(bytes);
  const enough = (bytes.length / 2) * UTF16_NUL_SHARE;
  if (odd > enough && even === 0) return 'utf-16le';
  return even > enough && odd === 0 ? 'utf-16be' : undefined;
}

/** Control bytes that plain text has no use for. Escape is allowed: terminal logs carry it (A-CONV-16). */
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

const LOOKS_LIKE: Readonly<Record<DocumentType, (head: Uint8Array) => boolean>> = {
  pdf: isPdf,
  png: (head) => startsWith(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
  jpeg: (head) => startsWith(head, 0xff, 0xd8, 0xff),
  tiff: isTiffHead,
  text: isText,
};

/**
 * Decides a file's type from its first bytes AND its extension together: both have to agree. A JPEG named .png
 * is a picture all the same, so pictures may stand for each other.
 */
export function detectType(head: Uint8Array, fileName: string): DetectedType {
  const extension = extensionOf(fileName);
  const promised = Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined;
  if (promised === undefined) return { kind: 'unsupported', extension };
  if (LOOKS_LIKE[promised](head)) return { kind: 'known', type: promised, extension };
  const pictures: DocumentType[] = ['png', 'jpeg', 'tiff'];
  const other = pictures.includes(promised) ? pictures.find((type) => LOOKS_LIKE[type](head)) : undefined;
  return other === undefined ? { kind: 'mismatch', extension } : { kind: 'known', type: other, extension };
}
