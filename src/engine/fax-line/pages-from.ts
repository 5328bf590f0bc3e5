/** Where the first directory of a little-endian TIFF is written (TIFF 6.0 §2). */
const FIRST_DIRECTORY = 4;
const ENTRY_BYTES = 12;

/**
 * The document without its first pages, by naming a later directory as the first: pages that the far end has
 * confirmed need not be sent again. Null when the document has no pages after them, or is no TIFF of ours.
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
