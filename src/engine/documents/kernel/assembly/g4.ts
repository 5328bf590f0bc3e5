/** The code of a run and its length, in a table of 32-bit entries: code << 8 | length. Runs of 0 to 63, then make-up codes. */
const RUN_ENTRIES: usize = 63 + 40 + 1;

/** Longest run that one make-up code stands for; longer runs repeat it (T.4 note to table 3b). */
const LONGEST_MAKE_UP: i32 = 2560;

/** Mode codes of T.6 table 1, as those of runs. */
const VERTICAL: usize = 0;
const PASS: usize = 7;
const HORIZONTAL: usize = 8;

/** Where the next byte goes, and the bits that do not fill one yet. */
let out: usize = 0;
let pending: u64 = 0;
let pendingBits: u32 = 0;

/** The tables: nine modes, white runs, black runs. */
let modes: usize = 0;
let whiteRuns: usize = 0;

function put(entry: u32): void {
  const length = entry & 255;
  pending = (pending << length) | (entry >> 8);
  pendingBits += length;
  if (pendingBits < 32) return;
  pendingBits -= 32;
  store<u32>(out, bswap<u32>(<u32>(pending >> pendingBits)));
  out += 4;
}

function putMode(mode: usize): void {
  put(load<u32>(modes + (mode << 2)));
}

function putRun(color: i32, run: i32): void {
  const table = whiteRuns + <usize>color * (RUN_ENTRIES << 2);
  let left = run;
  for (; left >= LONGEST_MAKE_UP + 64; left -= LONGEST_MAKE_UP)
    put(load<u32>(table + ((<usize>(63 + LONGEST_MAKE_UP / 64)) << 2)));
  if (left >= 64) {
    put(load<u32>(table + ((<usize>(63 + (left >> 6))) << 2)));
    left &= 63;
  }
  put(load<u32>(table + ((<usize>left) << 2)));
}

/**
 * Writes the places where a packed row changes color, from white, as 32-bit numbers, and six times the width after the
 * last one: the coder looks ahead without asking where the row ends. Returns how many changes there are.
 */
function findChanges(row: usize, width: i32, changes: usize): i32 {
  const stride = (width + 7) >> 3;
  let at = changes;
  let background: u64 = 0;
  for (let index = 0; index < stride; index += 8) {
    const word = bswap<u64>(load<u64>(row + index));
    let differing = word ^ background;
    while (differing !== 0) {
      const x = (index << 3) + <i32>clz<u64>(differing);
      // What follows the row belongs to the next one.
      if (x >= width) break;
      store<i32>(at, x);
      at += 4;
      background = ~background;
      differing = (word ^ background) & (~(<u64>0) >> (x & 63));
    }
  }
  for (let ahead = 0; ahead < 6; ahead++) store<i32>(at + ((<usize>ahead) << 2), width);
  return <i32>((at - changes) >> 2);
}

/** Codes one row against the row above it: the procedure of T.6 clause 2.2. */
function encodeRow(current: usize, reference: usize, width: i32): void {
  let position = -1;
  let color = 0;
  let next = current;
  let above: i32 = 0;
  while (position < width) {
    const a1 = load<i32>(next);
    while (above > 0 && load<i32>(reference + ((<usize>(above - 1)) << 2)) > position) above--;
    if ((above & 1) !== color) above++;
    let b1 = load<i32>(reference + ((<usize>above) << 2));
    while (b1 <= position && b1 < width) {
      above += 2;
      b1 = load<i32>(reference + ((<usize>above) << 2));
    }
    const b2 = b1 < width ? load<i32>(reference + ((<usize>above) << 2), 4) : width;
    if (b2 < a1) {
      putMode(PASS);
      position = b2;
      continue;
    }
    const offset = a1 - b1;
    if (offset >= -3 && offset <= 3) {
      putMode(VERTICAL + <usize>(offset + 3));
      position = a1;
      color ^= 1;
      next += 4;
    } else {
      const a2 = a1 < width ? load<i32>(next, 4) : width;
      putMode(HORIZONTAL);
      putRun(color, a1 - max(position, 0));
      putRun(color ^ 1, a2 - a1);
      position = a2;
      next += 8;
    }
  }
}

/** True when nothing is black between two places; eight bytes beyond may be read, not heeded. */
function isWhite(from: usize, to: usize): bool {
  let at = from;
  for (; at + 8 <= to; at += 8) if (load<u64>(at) !== 0) return false;
  for (; at < to; at++) if (load<u8>(at) !== 0) return false;
  return true;
}

/** Makes sure that so many bytes may be written: the code stands last in memory, which grows. */
function reserve(bytes: usize): void {
  const missing = <isize>(out + bytes) - ((<isize>memory.size()) << 16);
  if (missing > 0) memory.grow(<i32>((missing + 0xffff) >> 16) + 16);
}

/**
 * Codes packed rows as one T.6 (CCITT group 4) strip that ends in EOFB; returns the place behind its last byte. `tables`
 * has the codes, `changes` room for twice as many changes as a row has pixels and 12 more, `target` is the last thing in
 * memory. Eight bytes behind `bits` may be read.
 */
export function encodeG4(
  bits: usize,
  width: i32,
  height: i32,
  tables: usize,
  changes: usize,
  target: usize,
): usize {
  const stride = <usize>((width + 7) >> 3);
  modes = tables;
  whiteRuns = tables + (9 << 2);
  out = target;
  pending = 0;
  pendingBits = 0;
  let reference = changes;
  let current = changes + ((<usize>(width + 6)) << 2);
  for (let ahead = 0; ahead < 6; ahead++) store<i32>(reference + ((<usize>ahead) << 2), width);
  let above = 0;
  for (let y = 0, row = bits; y < height; y++, row += stride) {
    if (above === 0 && isWhite(row, row + stride)) {
      // White below white, most of a page: one code, and the reference row stays white.
      reserve(16);
      putMode(VERTICAL + 3);
      continue;
    }
    reserve(((<usize>width) << 1) + 32);
    above = findChanges(row, width, current);
    encodeRow(current, reference, width);
    const swapped = reference;
    reference = current;
    current = swapped;
  }
  reserve(32);
  const endOfLine: u32 = (1 << 8) | 12;
  put(endOfLine);
  put(endOfLine);
  for (; pendingBits >= 8; pendingBits -= 8) store<u8>(out++, <u8>(pending >> (pendingBits - 8)));
  if (pendingBits > 0) store<u8>(out++, <u8>(pending << (8 - pendingBits)));
  return out;
}
