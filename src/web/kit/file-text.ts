/** Enough of a file to see which half of each byte pair is zero. */
const SAMPLE_BYTES = 2000;

/** Byte order marks and their encodings. */
const MARKS = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

/**
 * Decodes a file from any program: UTF-8 and UTF-16, recognized by their byte order mark or content, then the encoding
 * of Excel on Windows (windows-1252) and, if lines end with CR alone, on old Macs. Any bytes are valid in the last two,
 * so they come last.
 */
export function textOf(bytes: Uint8Array): string {
  const mark = MARKS.find(({ bytes: start }) => start.every((byte, i) => bytes[i] === byte));
  const encoding = mark?.encoding ?? guess(bytes);
  return new TextDecoder(encoding).decode(bytes);
}

function guess(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = [0, 0];
  for (const [i, byte] of sample.entries()) if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > sample.length / 4) return 'utf-16le';
  if (even > sample.length / 4) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    // Not UTF-8: an older encoding, recognized by its line endings.
    return bytes.includes(0x0d) && !bytes.includes(0x0a) ? 'macintosh' : 'windows-1252';
  }
}
