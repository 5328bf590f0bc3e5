/** Pixels along the side of a block. */
const BLOCK: i32 = 8;

/** Bytes of one vector: the pixels of one row of two blocks. */
const VECTOR: i32 = 16;

/** What every seventh pixel of a page shows, by tone: `histogram` has 256 counters of 32 bits, all 0 at first. */
export function countTones(pixels: usize, count: i32, histogram: usize): void {
  // Most of a page is white: counted in a register, it does not wait for memory.
  let white: u32 = 0;
  for (let at = pixels, end = pixels + count; at < end; at += 7) {
    const tone = load<u8>(at);
    if (tone === 255) white++;
    else store<u32>(histogram + ((<usize>tone) << 2), load<u32>(histogram + ((<usize>tone) << 2)) + 1);
  }
  store<u32>(histogram + (255 << 2), white);
}

/** The least of the eight bytes of each half, in the first byte of it. */
function least(tones: v128): v128 {
  let found = v128.min<u8>(tones, v128.shr<u64>(tones, 32));
  found = v128.min<u8>(found, v128.shr<u64>(found, 16));
  return v128.min<u8>(found, v128.shr<u64>(found, 8));
}

function greatest(tones: v128): v128 {
  let found = v128.max<u8>(tones, v128.shr<u64>(tones, 32));
  found = v128.max<u8>(found, v128.shr<u64>(found, 16));
  return v128.max<u8>(found, v128.shr<u64>(found, 8));
}

/** The sum of the eight bytes of each half, in the first byte of it: 64 at most. */
function sum(counts: v128): v128 {
  let found = v128.add<u8>(counts, v128.shr<u64>(counts, 32));
  found = v128.add<u8>(found, v128.shr<u64>(found, 16));
  return v128.add<u8>(found, v128.shr<u64>(found, 8));
}

/** Stores the first byte of each half of a vector. */
function storeHalves(at: usize, pair: v128): void {
  store<u8>(at, v128.extract_lane<u8>(pair, 0));
  store<u8>(at + 1, v128.extract_lane<u8>(pair, 8));
}

/**
 * Measures every block of a page whose width is a multiple of 16: its darkest and brightest tone, how many pixels lie
 * between `ink` and `paper`, and how many of those are darker than `tint`. What is measured stands in four tables, one
 * after the other from `blocks` on; a block of white paper is 255, 255, 0, 0.
 */
export function measureBlocks(
  pixels: usize,
  width: i32,
  height: i32,
  ink: i32,
  paper: i32,
  tint: i32,
  blocks: usize,
): void {
  const columns = width / BLOCK;
  const size = <usize>(columns * ((height + BLOCK - 1) / BLOCK));
  memory.fill(blocks, 255, size * 2);
  memory.fill(blocks + size * 2, 0, size * 2);
  const aboveInk = v128.splat<u8>(<u8>ink);
  const belowPaper = v128.splat<u8>(<u8>paper);
  const belowTint = v128.splat<u8>(<u8>tint);
  const white = v128.splat<u8>(255);
  let block = blocks;
  for (let top = 0; top < height; top += BLOCK) {
    const rows = min(BLOCK, height - top);
    for (let x = 0; x < width; x += VECTOR, block += 2) {
      const start = pixels + <usize>(top * width + x);
      let darkest = v128.load(start);
      for (let y = 1, at = start + width; y < rows; y++, at += width)
        darkest = v128.min<u8>(darkest, v128.load(at));
      if (!v128.any_true(v128.xor(darkest, white))) continue;
      let brightest = v128.splat<u8>(0);
      let middle = v128.splat<u8>(0);
      let shaded = v128.splat<u8>(0);
      for (let y = 0, at = start; y < rows; y++, at += width) {
        const tones = v128.load(at);
        brightest = v128.max<u8>(brightest, tones);
        const between = v128.and(v128.gt<u8>(tones, aboveInk), v128.lt<u8>(tones, belowPaper));
        // A comparison that holds is 255, which is -1.
        middle = v128.sub<u8>(middle, between);
        shaded = v128.sub<u8>(shaded, v128.and(between, v128.lt<u8>(tones, belowTint)));
      }
      storeHalves(block, least(darkest));
      storeHalves(block + size, greatest(brightest));
      storeHalves(block + size * 2, sum(middle));
      storeHalves(block + size * 3, sum(shaded));
    }
  }
}

/**
 * The black threshold of every block, between the extremes of its 3 × 3 neighbors; 0 keeps paper white. A block without
 * the contrast `flat` gets `level` where it is dark, and what is nowhere darker than `highest` gets 0.
 */
export function blockThresholds(
  blocks: usize,
  columns: i32,
  rows: i32,
  highest: i32,
  level: i32,
  flat: i32,
  dark: i32,
  thresholds: usize,
): void {
  const size = <usize>(columns * rows);
  const brightest = blocks + size;
  memory.fill(thresholds, 0, size);
  for (let y = 0, block = 0; y < rows; y++) {
    const first = y > 0 ? -columns : 0;
    const last = y < rows - 1 ? columns : 0;
    for (let x = 0; x < columns; x++, block++) {
      if (<i32>load<u8>(blocks + block) >= highest) continue;
      const left = x > 0 ? -1 : 0;
      const right = x < columns - 1 ? 1 : 0;
      let low = 255;
      let high = 0;
      for (let row = block + first; row <= block + last; row += columns) {
        for (let at = row + left; at <= row + right; at++) {
          low = min(low, <i32>load<u8>(blocks + at));
          high = max(high, <i32>load<u8>(brightest + at));
        }
      }
      const contrast = high - low;
      if (contrast >= flat) {
        const wanted = min(<f64>highest, <f64>low + <f64>contrast * 0.58);
        store<u8>(thresholds + block, <u8>max(60.0, wanted));
      } else if (low < dark) store<u8>(thresholds + block, <u8>level);
    }
  }
}

/** A threshold for all pixels of its half. */
function spread(left: u64, right: u64): v128 {
  const each: u64 = 0x0101010101010101;
  return v128.replace_lane<u64>(v128.splat<u64>(left * each), 1, right * each);
}

/** Packs a page by the thresholds of its blocks, a black dot for every pixel below: rows of whole bytes, white at first. */
export function applyThresholds(
  pixels: usize,
  width: i32,
  height: i32,
  thresholds: usize,
  bits: usize,
): void {
  const stride = width / BLOCK;
  // The first pixel of a byte is its highest bit; a mask begins with the lowest.
  const mirrored = i8x16(7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8);
  memory.fill(bits, 0, <usize>(stride * height));
  let block = thresholds;
  for (let top = 0; top < height; top += BLOCK) {
    const rows = min(BLOCK, height - top);
    for (let x = 0; x < width; x += VECTOR, block += 2) {
      if (load<u16>(block) === 0) continue;
      const threshold = spread(load<u8>(block), load<u8>(block + 1));
      let at = pixels + <usize>(top * width + x);
      let target = bits + <usize>(top * stride + x / BLOCK);
      for (let y = 0; y < rows; y++, at += width, target += stride) {
        const dark = v128.lt<u8>(v128.load(at), threshold);
        store<u16>(target, <u16>v128.bitmask<i8>(v128.swizzle(dark, mirrored)));
      }
    }
  }
}
