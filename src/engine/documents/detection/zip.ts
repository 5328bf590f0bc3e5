import { inflateRawSync } from 'node:zlib';

import {
  MAX_CONTENT_TYPES_BYTES,
  MAX_ZIP_ENTRIES,
  MAX_ZIP_ENTRY_RATIO,
  MAX_ZIP_SUSPICIOUS_BYTES,
  MAX_ZIP_UNPACKED_BYTES,
} from '../limits.ts';

/** The contents of an archive according to its directory. */
export type ZipLook =
  | { kind: 'ok'; contentTypes: string | undefined }
  | { kind: 'too-large'; detail: string }
  | { kind: 'damaged' };

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const DEFLATED = 8;
/** ZIP64 puts this where a number does not fit; an attachment of 10 MB does not need it. */
const IN_ZIP64 = 0xffffffff;
/** The part that identifies an OOXML file (ECMA-376 part 2, 10.1.2). */
const CONTENT_TYPES = '[Content_Types].xml';

/** Whether this is a ZIP archive that starts with a local header. */
export function isZip(bytes: Uint8Array): boolean {
  return viewOf(bytes).getUint32(0, true) === LOCAL;
}

function viewOf(bytes: Uint8Array): DataView {
  return bytes.length < 4
    ? new DataView(new ArrayBuffer(4))
    : new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function findEnd(view: DataView): number | undefined {
  const first = Math.max(0, view.byteLength - END_BYTES - LONGEST_COMMENT);
  for (let at = view.byteLength - END_BYTES; at >= first; at--) {
    if (view.getUint32(at, true) === END) return at;
  }
  return undefined;
}

interface Entry {
  name: string;
  method: number;
  packed: number;
  unpacked: number;
  localAt: number;
}

function* readEntries(bytes: Uint8Array, view: DataView, start: number): Generator<Entry> {
  let at = start;
  while (at + 46 <= view.byteLength && view.getUint32(at, true) === CENTRAL) {
    const nameLength = view.getUint16(at + 28, true);
    const name = Buffer.from(bytes.subarray(at + 46, at + 46 + nameLength)).toString('latin1');
    yield {
      name,
      method: view.getUint16(at + 10, true),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      localAt: view.getUint32(at + 42, true),
    };
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

/** Unpacks one small part; returns `undefined` if it is damaged or larger than such parts are. */
function unpack(bytes: Uint8Array, view: DataView, entry: Entry): string | undefined {
  const { localAt, packed, method } = entry;
  if (localAt + 30 > view.byteLength || view.getUint32(localAt, true) !== LOCAL) return undefined;
  const start = localAt + 30 + view.getUint16(localAt + 26, true) + view.getUint16(localAt + 28, true);
  const content = bytes.subarray(start, start + packed);
  try {
    const whole =
      method === DEFLATED
        ? inflateRawSync(content, { maxOutputLength: MAX_CONTENT_TYPES_BYTES })
        : Buffer.from(content.subarray(0, MAX_CONTENT_TYPES_BYTES));
    return whole.toString('latin1');
  } catch {
    // Damaged, or a bomb in the only part that we unpack: either way this is not a document.
    return undefined;
  }
}

const tooLarge = (detail: string): ZipLook => ({ kind: 'too-large', detail });

/**
 * Inspects an archive without unpacking it (A-CONV-08): office programs trust the sizes in its directory, so bombs are
 * refused by them. Only the list of content types is unpacked.
 */
export function lookAtZip(bytes: Uint8Array): ZipLook {
  const view = viewOf(bytes);
  const end = isZip(bytes) ? findEnd(view) : undefined;
  if (end === undefined) return { kind: 'damaged' };
  let count = 0;
  let unpacked = 0;
  let contentTypes: string | undefined;
  for (const entry of readEntries(bytes, view, view.getUint32(end + 16, true))) {
    count++;
    unpacked += entry.unpacked;
    if (count > MAX_ZIP_ENTRIES) return tooLarge(`more than ${MAX_ZIP_ENTRIES} entries`);
    if (entry.unpacked === IN_ZIP64 || entry.packed === IN_ZIP64) return tooLarge('ZIP64');
    if (unpacked > MAX_ZIP_UNPACKED_BYTES) return tooLarge(`${unpacked} bytes unpacked`);
    const ratio = entry.unpacked / Math.max(1, entry.packed);
    if (entry.unpacked > MAX_ZIP_SUSPICIOUS_BYTES && ratio > MAX_ZIP_ENTRY_RATIO) {
      return tooLarge(`a part grows ${Math.round(ratio)} times`);
    }
    if (entry.name === CONTENT_TYPES) contentTypes = unpack(bytes, view, entry);
  }
  return count === 0 ? { kind: 'damaged' } : { kind: 'ok', contentTypes };
}
