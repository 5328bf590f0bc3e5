/** Every bound of the document engine, in one place, each with what it stops. */

/** Pages of one fax, all files together; a 120 kB PDF can declare 20,000 (A-CONV-04). */
export const MAX_PAGES = 200;

/** Pixels of one source image, read from its header; a 150 kB PNG can unfold to 900 million (A-CONV-06). */
export const MAX_IMAGE_PIXELS = 100_000_000;

/** Rows of one fax page (35 inches at 196 dpi): endless paper and giant page boxes stop here (A-CONV-05). */
export const MAX_PAGE_ROWS = 6876;

/** Pixels of one row in any bitmap we hold; class-F pages have 1728, A3 faxes 2432. */
export const MAX_PAGE_COLUMNS = 4864;

/** Bytes of all files of one conversion; uploads are bounded at 50 MB before, this guards every other caller. */
export const MAX_INPUT_BYTES = 64 * 1024 * 1024;

/** Bytes a child may answer with: 200 dithered full pages stay far below; stops a taken-over child flooding us. */
export const MAX_OUTPUT_BYTES = 128 * 1024 * 1024;

/** Milliseconds of wall clock for one conversion: endless loops block a thread and end here (A-CONV-03). */
export const CONVERSION_WALL_MS = 120_000;

/** CPU seconds of one child over its whole life, enforced by the kernel should our own clock fail. */
export const CHILD_CPU_SECONDS = 150;

/** Resident bytes of one child and its descendants, watched from /proc: a memory hog is killed (A-CONV-05). */
export const CHILD_RESIDENT_BYTES = 1024 * 1024 * 1024;

/**
 * RLIMIT_DATA of a child. V8 and WASM reserve tens of gigabytes of address space without touching them, so
 * RLIMIT_AS cannot be used; private writable memory can be bounded, as the net below the /proc watch.
 */
export const CHILD_DATA_BYTES = 2 * 1024 * 1024 * 1024;

/** Megabytes of JavaScript heap in a child; pixels live outside of it, so a small heap is enough. */
export const CHILD_HEAP_MB = 512;

/** Bytes of any single file a child may write: it has no reason to write any (A-CONV-02). */
export const CHILD_FILE_BYTES = 16 * 1024 * 1024;

/** Open files of a child; Node, sharp and typst together need under 60. */
export const CHILD_OPEN_FILES = 256;

/** Milliseconds a fresh child may take to say it is ready; loaded machines are slow, broken sandboxes silent. */
export const CHILD_READY_MS = 30_000;

/** Directories and tags we walk in a TIFF; loops and giant counts stop here. */
export const MAX_TIFF_DIRECTORIES = 1000;

/** Entries of one TIFF directory; real ones have under 40. */
export const MAX_TIFF_TAGS = 512;

/** Strips of one TIFF page that we look at; a page has at most one per row. */
export const MAX_TIFF_STRIPS = 65_536;
