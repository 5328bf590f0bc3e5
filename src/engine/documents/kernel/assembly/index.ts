export { applyThresholds, blockThresholds, countTones, measureBlocks } from './blocks';
export { dither, scratchBytes } from './dither';
export { encodeG4 } from './g4';
export { resample } from './resample';
