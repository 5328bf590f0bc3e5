/** Offset of the pointer to the first directory of a TIFF, and the length of a directory entry (TIFF 6.0 §2). */
const FIRST_DIRECTORY = 4;
const ENTRY_BYTES = 12;

/**
 * Returns the TIFF with at most `pages` pages, the first ones, by ending its chain of directories there; returns the
 * same bytes if it has no more, or if the chain cannot be followed. The pages themselves are not read.
 */
export function keepDirectories(tiff: Uint8Array, pages: number): Uint8Array {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  if (tiff.length < FIRST_DIRECTORY + 4 || pages < 1) return tiff;
  const little = view.getUint16(0, true) === 0x4949;
  let pointerAt = FIRST_DIRECTORY;
  for (let page = 0; page < pages; page += 1) {
    const directory = view.getUint32(pointerAt, little);
    if (directory === 0 || directory + 2 > tiff.length) return tiff;
    pointerAt = directory + 2 + view.getUint16(directory, little) * ENTRY_BYTES;
    if (pointerAt + 4 > tiff.length) return tiff;
  }
  if (view.getUint32(pointerAt, little) === 0) return tiff;
  const kept = Uint8Array.from(tiff);
  new DataView(kept.buffer).setUint32(pointerAt, 0, little);
  return kept;
}
