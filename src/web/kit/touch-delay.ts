/** How long after the last key errors appear, in ms, so that nobody is corrected in the middle of a word (WID-06). */
export const TOUCH_DELAY_MS = 1000;
