/**
 * Node sizes the space for young objects by the machine's memory, up to 192 MB, and never gives it back; 8 MB for each
 * of its three parts are enough. docs/scale.md has what an idle installation holds with and without it.
 */
export const NODE_FLAGS = ['--max-semi-space-size=8'];

/** The same for memory outside of JavaScript: glibc gives large buffers back at once, and keeps no heap for each thread. */
export const MALLOC_SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
