/** Target pixels that one vector gives. */
const GROUP: i32 = 8;

/**
 * Brings a gray picture to another size: each target row is the weighted sum of `rowTaps` source rows from `rowFirst`
 * on, and each target pixel that of `columnTaps` pixels of this sum. Weights are 16 bits wide and together 256.
 *
 * `windows` has, for each group of eight target pixels, the first source pixel (32 bits) and where in the 16 pixels from
 * there each of the eight begins (8 bytes, then 8 that stand for nothing); `columnWeights` has eight weights for each
 * tap of a group. `mixed` has room for a source row and 32 pixels more; `width` of the target is a multiple of eight.
 */
export function resample(
  source: usize,
  sourceWidth: i32,
  height: i32,
  width: i32,
  rowFirst: usize,
  rowTaps: i32,
  rowWeights: usize,
  windows: usize,
  columnTaps: i32,
  columnWeights: usize,
  mixed: usize,
  target: usize,
): void {
  for (let y = 0; y < height; y++) {
    const first = source + <usize>load<u32>(rowFirst + ((<usize>y) << 2)) * sourceWidth;
    mixRows(first, sourceWidth, rowTaps, rowWeights + <usize>(y * rowTaps * 2), mixed);
    mixColumns(mixed, width, windows, columnTaps, columnWeights, target + <usize>(y * width));
  }
}

/** One row as the weighted sum of some: 16 pixels at a time, up to 15 beyond its end. */
function mixRows(source: usize, width: i32, taps: i32, weights: usize, mixed: usize): void {
  for (let x = 0; x < width; x += 16) {
    let low = v128.splat<u16>(0);
    let high = v128.splat<u16>(0);
    for (let tap = 0, at = source + x; tap < taps; tap++, at += width) {
      const pixels = v128.load(at);
      const weight = v128.splat<u16>(load<u16>(weights + ((<usize>tap) << 1)));
      low = v128.add<u16>(low, v128.mul<u16>(v128.extend_low<u8>(pixels), weight));
      high = v128.add<u16>(high, v128.mul<u16>(v128.extend_high<u8>(pixels), weight));
    }
    v128.store(mixed + x, v128.narrow<u16>(v128.shr<u16>(low, 8), v128.shr<u16>(high, 8)));
  }
}

function mixColumns(
  mixed: usize,
  width: i32,
  windows: usize,
  taps: i32,
  weights: usize,
  target: usize,
): void {
  for (let x = 0, window = windows; x < width; x += GROUP, window += 20) {
    const first = mixed + load<u32>(window);
    const places = v128.load(window, 4);
    let sum = v128.splat<u16>(0);
    for (let tap = 0; tap < taps; tap++, weights += 16) {
      const pixels = v128.extend_low<u8>(v128.swizzle(v128.load(first + tap), places));
      sum = v128.add<u16>(sum, v128.mul<u16>(pixels, v128.load(weights)));
    }
    const bytes = v128.narrow<u16>(v128.shr<u16>(sum, 8), sum);
    v128.store_lane<u64>(target + x, bytes, 0);
  }
}
