/** Offset of the pointer to the first directory of a little-endian TIFF (TIFF 6.0 §2). */
const FIRST_DIRECTORY = 4;
const ENTRY_BYTES = 12;

/**
 * Returns the document without its first pages, by making a later directory the first: pages that the far end has
 * confirmed need not be sent again. Null if no pages remain, or if it is not a TIFF of ours.
 */
export function pagesFrom(tiff: Uint8Array, skip: number): Uint8Array | null {
  if (skip === 0) return tiff;
  const copy = Uint8Array.from(tiff);
  const view = new DataView(copy.buffer);
  if (copy.length < 8 || view.getUint16(0, true) !== 0x4949) return null;
  let directory = view.getUint32(FIRST_DIRECTORY, true);
  for (let page = 0; page < skip; page += 1) {
    if (directory === 0 || directory + 2 > copy.length) return null;
    const next = directory + 2 + view.getUint16(directory, true) * ENTRY_BYTES;
    if (next + 4 > copy.length) return null;
    directory = view.getUint32(next, true);
  }
  if (directory === 0) return null;
  view.setUint32(FIRST_DIRECTORY, directory, true);
  return copy;
}
