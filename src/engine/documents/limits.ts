/** Every limit of the document engine, in one place, each with what it prevents. */

/** Pages of one fax, all files together; a 120 kB PDF can declare 20,000 (A-CONV-04). */
export const MAX_PAGES = 200;

/** Pixels of one source image, read from its header; a 150 kB PNG can expand to 900 million (A-CONV-06). */
export const MAX_IMAGE_PIXELS = 100_000_000;

/** Rows of one fax page (35 inches at 196 dpi): endless paper and giant page boxes stop here (A-CONV-05). */
export const MAX_PAGE_ROWS = 6876;

/** Pixels of one row in any bitmap we hold; class-F pages have 1728, A3 faxes 2432. */
export const MAX_PAGE_COLUMNS = 4864;

/** Bytes of all files of one conversion; uploads are already limited to 50 MB, this guards every other caller. */
export const MAX_INPUT_BYTES = 64 * 1024 * 1024;

/** Bytes of a child's answer: 200 dithered full pages stay far below; stops a compromised child from flooding us. */
export const MAX_OUTPUT_BYTES = 128 * 1024 * 1024;

/** Milliseconds of wall clock for one conversion: endless loops block a thread and end here (A-CONV-03). */
export const CONVERSION_WALL_MS = 120_000;

/** CPU seconds of one child's two threads over its whole life, enforced by the kernel in case our own clock fails. */
export const CHILD_CPU_SECONDS = 300;

/** Documents after which even a reusable child is replaced. */
export const CHILD_DOCUMENTS = 50;

/** Milliseconds of work after which a child is replaced: CPU seconds add up, and the next document must have enough. */
export const CHILD_WORK_MS = 15_000;

/** Resident bytes above which a child is replaced: leftovers of past documents must not count against the next one. */
export const CHILD_KEPT_BYTES = 400 * 1024 * 1024;

/**
 * Size limit in bytes of a PDF that is searched for pictures, to decide whether its child can be reused; after a larger
 * one, the child is replaced.
 */
export const MAX_SEARCHED_BYTES = 8 * 1024 * 1024;

/** Size limit in bytes of a text that is printed without the typesetter: 200 full pages of 80 columns. */
export const MAX_PLAIN_TEXT_BYTES = 1024 * 1024;

/** Size limit in bytes of a PDF whose pages two threads draw: each holds the file, so longer ones are drawn by one. */
export const SHARED_PDF_BYTES = 24 * 1024 * 1024;

/**
 * Memory of the second thread's PDFium in bytes, a quarter of what a child may hold; the main thread draws pages that
 * need more.
 */
export const SECOND_PDFIUM_BYTES = 256 * 1024 * 1024;

/** Resident bytes of one child and its descendants, watched from /proc: a memory hog is killed (A-CONV-05). */
export const CHILD_RESIDENT_BYTES = 1024 * 1024 * 1024;

/**
 * RLIMIT_DATA of a child. V8 and WASM reserve tens of gigabytes of address space without touching them, so RLIMIT_AS
 * cannot be used; private writable memory can be limited, as a second line of defense behind the /proc watch.
 */
export const CHILD_DATA_BYTES = 2 * 1024 * 1024 * 1024;

/** Megabytes of JavaScript heap in a child; pixels are outside of it, so a small heap is enough. */
export const CHILD_HEAP_MB = 512;

/** Bytes of any single file a child may write: it has no reason to write any (A-CONV-02). */
export const CHILD_FILE_BYTES = 16 * 1024 * 1024;

/** Open files of a child; Node, sharp and typst together need under 60. */
export const CHILD_OPEN_FILES = 256;

/** Milliseconds that a new child may take to become ready; loaded machines are slow, broken sandboxes silent. */
export const CHILD_READY_MS = 30_000;

/** Milliseconds after which confinement is tested again if it was unavailable. */
export const PROBE_AGAIN_MS = 5 * 60_000;

/** Milliseconds without new starts after the first failed start, the second, and so on. */
export const CHILD_REST_MS = [250, 500, 1_000, 2_000, 4_000];

/**
 * Milliseconds that a new converter waits for a job before its warm-up. The warm-up takes 1.5 s of CPU; a letter
 * without it takes 0.3 s: with more than one job every few seconds it would cost more than it saves.
 */
export const CHILD_QUIET_MS = 5_000;

/** TIFF directories that are read; loops and giant counts stop here. */
export const MAX_TIFF_DIRECTORIES = 1000;

/** Entries of one TIFF directory; real ones have under 40. */
export const MAX_TIFF_TAGS = 512;

/** Strips of one TIFF page that are read; a page has at most one per row. */
export const MAX_TIFF_STRIPS = 65_536;

/** Entries of an office archive; documents have hundreds, 100,000 exhaust the reader (A-CONV-08). */
export const MAX_ZIP_ENTRIES = 5000;

/** Unpacked bytes of all parts of an office archive together; 1 MB of well-packed zeros is a gigabyte (A-CONV-08). */
export const MAX_ZIP_UNPACKED_BYTES = 256 * 1024 * 1024;

/** A part above this size that expands more than this many times is a bomb; sheets of numbers expand 30 times. */
export const MAX_ZIP_SUSPICIOUS_BYTES = 32 * 1024 * 1024;
export const MAX_ZIP_ENTRY_RATIO = 200;

/** Bytes of [Content_Types].xml, the only part that we unpack ourselves; real ones have a few kilobytes. */
export const MAX_CONTENT_TYPES_BYTES = 1024 * 1024;

/** Sectors of a compound file that are read for its directory: 64 MB of them; loops stop here. */
export const MAX_OLE_SECTORS = 131_072;

/**
 * Share of a conversion's wall clock that LibreOffice or Ghostscript may take for one file; drawing its pages comes
 * afterward. The largest real documents take a few seconds (A-CONV-03).
 */
export const PROGRAM_SHARE = 0.5;

/** Returns the milliseconds for LibreOffice or Ghostscript to process a file of a conversion limited to `wallMs`. */
export function programWallMs(wallMs = CONVERSION_WALL_MS): number {
  return Math.ceil(wallMs * PROGRAM_SHARE);
}

/** Milliseconds that LibreOffice may take to start with a fresh profile on a loaded machine. */
export const OFFICE_READY_MS = 60_000;

/** Documents after which LibreOffice is replaced: it retains some memory of each. */
export const OFFICE_DOCUMENTS = 100;

/** Milliseconds that LibreOffice waits for another document of the same account before a new one replaces it. */
export const OFFICE_OWNER_MS = 10_000;

/** Concurrent LibreOffice processes; each holds 250 MB and one core. */
export const OFFICE_WORKERS = 2;

/** CPU seconds of one LibreOffice over its whole life, in case our own clock fails. */
export const OFFICE_CPU_SECONDS = 3600;

/** Bytes of a PDF that LibreOffice or Ghostscript may write: no document of 200 pages comes near (A-CONV-04). */
export const PDF_BYTES = 96 * 1024 * 1024;

/** Bytes of the private /tmp of those programs: profile, unpacked document and PDF. It is in memory. */
export const PROGRAM_TMP_BYTES = 320 * 1024 * 1024;

/** RLIMIT_DATA of those programs; resident memory is watched as for converters. */
export const PROGRAM_DATA_BYTES = 2 * 1024 * 1024 * 1024;

/** Processes and threads of one converter child: Node, its workers and sharp start about forty (A-CONV-24). */
export const CHILD_PROCESSES = 128;

/** Processes and threads of LibreOffice or Ghostscript: a busy LibreOffice has about thirty. */
export const PROGRAM_PROCESSES = 160;

/** Open files of LibreOffice: it opens every font and library it finds. */
export const PROGRAM_OPEN_FILES = 1024;

/** Pages of a cover page: comments of nothing but line breaks take thirteen, and a template may set them wider. */
export const MAX_COVER_PAGES = 30;

/** Bytes of a cover page's texts and template: all fields at their limits stay below a tenth of it. */
export const MAX_COVER_BYTES = 256 * 1024;

/** Milliseconds that a cover page may take; a looping template ends here. Warm ones take under 100. */
export const COVER_WALL_MS = 15_000;

/** Cover pages that a child draws before it is replaced: PDFium retains some memory of each, and CPU seconds add up. */
export const COVER_CHILD_PAGES = 250;

/**
 * Milliseconds without a document after which converters, LibreOffice and the child that draws cover pages end, unless
 * the installation sets another value: idle they hold 200 to 500 MB, and without them a first letter takes half a
 * second.
 */
export const IDLE_MS = 3 * 60_000;

/** Tiles of a JPEG 2000 picture: the standard's own limit; a header can claim 2^31 of them (A-CONV-06). */
export const MAX_JP2_TILES = 65_535;

/**
 * Samples of a JPEG 2000 picture, all components together: its decoder holds each in four bytes, and copies take two
 * more. More would exceed CHILD_RESIDENT_BYTES, which a header of 60 bytes could demand (A-CONV-06).
 */
export const MAX_JP2_SAMPLES = 150_000_000;

/** Components of a JPEG 2000 picture; colors and alpha are four or five, a header can claim 16,384. */
export const MAX_JP2_COMPONENTS = 8;

/**
 * Milliseconds for recognizing the text of one page; pages take 1 to 3 seconds, or ten times that at the lowest
 * priority on a busy machine.
 */
export const RECOGNITION_WALL_MS = 60_000;

/** CPU seconds for recognizing the text of one page, enforced by the kernel. */
export const RECOGNITION_CPU_SECONDS = 30;

/** RLIMIT_DATA of tesseract: a letter takes 60 MB, the longest possible page 120 MB. */
export const RECOGNITION_DATA_BYTES = 256 * 1024 * 1024;

/** Bytes of its output for one page: a row for each of 10,000 words. */
export const RECOGNITION_BYTES = 1024 * 1024;

/** Words kept per page; a page of the smallest print has about 2,000. */
export const MAX_PAGE_WORDS = 5000;

/** Characters kept per word: a longer one is a line that was taken for a word. */
export const MAX_WORD_LENGTH = 64;

/** Barcodes kept per page. */
export const MAX_PAGE_BARCODES = 20;

/** Characters kept per barcode; the largest QR code has 4,296. */
export const MAX_BARCODE_LENGTH = 500;

/** Bytes of the private /tmp of tesseract, which only reads and writes pipes. */
export const RECOGNITION_TMP_BYTES = 8 * 1024 * 1024;
