/**
 * By default, V8's young generation grows with the machine's memory, up to 192 MB, and does not shrink when the process
 * is idle. This limits it to 24 MB. See docs/scale.md for the memory use of an idle installation.
 */
export const NODE_FLAGS = ['--max-semi-space-size=8'];

/** Makes glibc return large buffers to the system immediately, and share two heaps between all threads. */
export const MALLOC_SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
