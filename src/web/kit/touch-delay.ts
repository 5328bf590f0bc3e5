/** Errors show this long after the last key, so that nobody is corrected in the middle of a word (D1 §4, §9). */
export const TOUCH_DELAY_MS = 1000;
