/** Errors show this long after the last key, so that nobody is corrected in the middle of a word (WID-06). */
export const TOUCH_DELAY_MS = 1000;
