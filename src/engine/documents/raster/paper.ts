import { kernel, kernelBytes } from '../kernel/kernel.ts';

/** A gray image: one byte per pixel, 0 black to 255 white. */
export interface GrayPage {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** The white and black levels of a page. `scanned`: the paper itself has a tone (a scan, a photo of paper). */
export interface PaperLevels {
  white: number;
  black: number;
  scanned: boolean;
}

const TONES = 256;
/** The kernel counts every seventh pixel: a prime step samples every column without reading every pixel. */
const SAMPLE_STEP = 7;
/** Paper is at least this bright; darker peaks are pictures or colored backgrounds. */
const DARKEST_PAPER = 140;
/** A peak this bright is pure white from a renderer, not scanned paper. */
const PURE_WHITE = 252;
/** Share of the page near the peak from which the peak counts as paper. */
const PAPER_SHARE = 0.3;

/** Finds the paper tone in the histogram, so that a gray or yellowed scan gets a clean white background. */
export function findPaperLevels(at: { pixels: number; histogram: number }, count: number): PaperLevels {
  const counters = kernelBytes(at.histogram, TONES * 4).fill(0);
  kernel().countTones(at.pixels, count, at.histogram);
  const histogram = new Uint32Array(counters.buffer, counters.byteOffset, TONES);
  const samples = Math.ceil(count / SAMPLE_STEP);
  const near = (center: number, reach: number) => {
    let sum = 0;
    for (let tone = Math.max(0, center - reach); tone <= Math.min(255, center + reach); tone++) {
      sum += histogram[tone]!;
    }
    return sum;
  };
  let peak = 255;
  for (let tone = DARKEST_PAPER; tone < 256; tone++) if (near(tone, 3) > near(peak, 3)) peak = tone;
  const scanned = peak < PURE_WHITE && near(peak, 20) > samples * PAPER_SHARE;
  return scanned
    ? { white: Math.max(120, peak - 34), black: 50, scanned }
    : { white: 240, black: 20, scanned };
}

/** Returns a tone curve that spreads black…white over 0…255, brightened by `gamma` because fax ink spreads. */
export function toneCurve({ black, white }: PaperLevels, gamma: number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, tone) => {
    const position = Math.min(1, Math.max(0, (tone - black) / (white - black)));
    return Math.round(255 * position ** gamma);
  });
}
