const BLOCK: i32 = 8;

/** Feedback of neighboring dots is neutral at mid-gray: no decision made there yet. */
const UNDECIDED: u8 = 128;

/** Bytes before and after a row, so that its neighbors can be read without a bounds check. */
const MARGIN: usize = 16;

/** Maps one row of pixels by the tone curve. */
function toneRow(pixels: usize, width: i32, curve: usize, target: usize): void {
  for (let x: usize = 0; x < <usize>width; x++) store<u8>(target + x, load<u8>(curve + load<u8>(pixels + x)));
}

function sharpened(tone: v128, left: v128, right: v128, above: v128, below: v128): v128 {
  const around = v128.add<i16>(v128.add<i16>(left, right), v128.add<i16>(above, below));
  return v128.add<i16>(tone, v128.shr<i16>(v128.sub<i16>(v128.shl<i16>(tone, 2), around), 1));
}

/** Sharpens a row against its four neighbors, but for its first and last pixel. */
function sharpenRow(row: usize, above: usize, below: usize, width: i32, target: usize): void {
  for (let x: usize = 0; x < <usize>width; x += 8) {
    const edge = sharpened(
      v128.load_ext<u8>(row + x),
      v128.load_ext<u8>(row + x - 1),
      v128.load_ext<u8>(row + x + 1),
      v128.load_ext<u8>(above + x),
      v128.load_ext<u8>(below + x),
    );
    v128.store_lane<u64>(target + x, v128.narrow<u16>(edge, edge), 0);
  }
  store<u8>(target, load<u8>(row));
  store<u8>(target + width - 1, load<u8>(row + width - 1));
}

/** Rows that the dither works with, all in one piece of memory: `scratchBytes` says how much. */
let tones: usize = 0;
let tone: usize = 0;
let errors: usize = 0;
let nextErrors: usize = 0;
let decided: usize = 0;
let decidedAbove: usize = 0;

/** Bytes that `dither` needs beside the page. */
export function scratchBytes(width: i32): usize {
  return (<usize>width + 2 * MARGIN) * (4 + 1 + 2 + 2 * 4);
}

function lay(scratch: usize, width: i32): void {
  const row = <usize>width + 2 * MARGIN;
  tones = scratch + MARGIN;
  tone = tones + 4 * row;
  decided = tone + row;
  decidedAbove = decided + row;
  errors = decidedAbove + row;
  nextErrors = errors + 4 * row;
}

/** The row of tones of a row of the page; every fourth one has the same place. */
function tonesOf(y: i32, width: i32): usize {
  return tones + <usize>(y & 3) * (<usize>width + 2 * MARGIN);
}

/**
 * Dithers the blocks of a page that `pictures` marks, row by row: Floyd–Steinberg error diffusion, serpentine, with
 * sharpening. `clusters` adds output feedback (hysteresis 1.0: clusters dots, 44 % of the plain bits at the same
 * lettering). `curve` maps tones; `bits` are the packed rows; the width is a multiple of 8.
 */
export function dither(
  pixels: usize,
  width: i32,
  height: i32,
  pictures: usize,
  curve: usize,
  clusters: i32,
  bits: usize,
  scratch: usize,
): void {
  const columns = width / BLOCK;
  lay(scratch, width);
  memory.fill(scratch, 0, scratchBytes(width));
  let toned = -1;
  for (let top = 0, marks = pictures; top < height; top += BLOCK, marks += columns) {
    if (!anyPicture(marks, columns)) {
      // Errors and feedback are forgotten between two picture areas with text rows in between.
      memory.fill(errors, 0, <usize>width * 4);
      memory.fill(decided, UNDECIDED, width);
      continue;
    }
    if (top === 0) memory.fill(decided, UNDECIDED, width);
    for (let y = top, end = min(top + BLOCK, height); y < end; y++) {
      const isInner = y > 0 && y < height - 1;
      for (let row = max(toned + 1, y - 1); row <= min(y + 1, height - 1); row++) {
        toneRow(pixels + <usize>(row * width), width, curve, tonesOf(row, width));
        toned = row;
      }
      if (isInner) sharpenRow(tonesOf(y, width), tonesOf(y - 1, width), tonesOf(y + 1, width), width, tone);
      else memory.copy(tone, tonesOf(y, width), width);
      ditherRow(width, marks, bits + <usize>(y * columns), (y & 1) === 1, clusters !== 0);
    }
  }
}

function anyPicture(marks: usize, columns: i32): bool {
  for (let column = 0; column < columns; column++) if (load<u8>(marks + column) !== 0) return true;
  return false;
}

function ditherRow(width: i32, marks: usize, bits: usize, backwards: bool, clusters: bool): void {
  const columns = width / BLOCK;
  const above = decided;
  decided = decidedAbove;
  decidedAbove = above;
  memory.fill(decided, UNDECIDED, width);
  memory.fill(nextErrors, 0, <usize>width * 4);
  const ahead = backwards ? -1 : 1;
  let x = backwards ? width - 1 : 0;
  // What the last dot leaves to the next one; what it and the one before leave to the row below; its color.
  let carried = 0;
  let below = 0;
  let belowNext = 0;
  let last: i32 = UNDECIDED;
  let isRun = false;
  for (let step = 0; step < columns; step++) {
    const column = backwards ? columns - 1 - step : step;
    if (load<u8>(marks + column) === 0) {
      if (isRun) endRun(x, ahead, below, belowNext);
      isRun = false;
      x += ahead * BLOCK;
      continue;
    }
    if (!isRun) {
      carried = below = belowNext = 0;
      last = UNDECIDED;
      isRun = true;
    }
    let packed: i32 = 0;
    for (let dot = 0; dot < BLOCK; dot++, x += ahead) {
      const shade: i32 = load<u8>(tone + x);
      const wanted = shade + ((load<i32>(errors + ((<usize>x) << 2)) + carried) >> 4);
      const feedback = clusters ? (last + <i32>load<u8>(decidedAbove + x) - 2 * <i32>UNDECIDED) >> 1 : 0;
      const isBlack = wanted + feedback < 128;
      last = isBlack ? 0 : 255;
      store<u8>(decided + x, <u8>last);
      packed |= (<i32>isBlack) << (7 - (x & 7));
      // Pure black and white pass no error on: lettering inside pictures keeps clean edges.
      const error = shade === 0 || shade === 255 ? 0 : wanted - last;
      carried = error * 7;
      store<i32>(nextErrors + ((<usize>(x - ahead)) << 2), below + error * 3);
      below = belowNext + error * 5;
      belowNext = error;
    }
    store<u8>(bits + column, <u8>packed);
  }
  if (isRun) endRun(x, ahead, below, belowNext);
  const swapped = errors;
  errors = nextErrors;
  nextErrors = swapped;
}

/** Leaves to the row below what the last dots before `x` have not yet, also beyond the edges of the page. */
function endRun(x: i32, ahead: i32, below: i32, belowNext: i32): void {
  store<i32>(nextErrors + ((<usize>(x - ahead)) << 2), below);
  store<i32>(nextErrors + ((<usize>x) << 2), belowNext);
}
