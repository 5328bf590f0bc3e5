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

/** CPU seconds of one child's two threads over its whole life, enforced by the kernel should our own clock fail. */
export const CHILD_CPU_SECONDS = 300;

/** Documents after which a child that may take several is replaced all the same. */
export const CHILD_DOCUMENTS = 50;

/** Milliseconds of work after which it is replaced: CPU seconds add up, and the next document must have enough. */
export const CHILD_WORK_MS = 15_000;

/** Resident bytes above which it is replaced: what earlier documents left must not count against the next one. */
export const CHILD_KEPT_BYTES = 400 * 1024 * 1024;

/** Bytes of a PDF that is looked through for pictures to decide about that; longer ones use their child up. */
export const MAX_SEARCHED_BYTES = 8 * 1024 * 1024;

/** Bytes of a text that is printed without the typesetter: 200 full pages of 80 columns. */
export const MAX_PLAIN_TEXT_BYTES = 1024 * 1024;

/** Bytes of a PDF whose pages two threads draw: each holds the file, longer ones are drawn by one. */
export const SHARED_PDF_BYTES = 24 * 1024 * 1024;

/** Bytes of the second thread's PDFium, a quarter of what a child may hold; the main thread draws what needs more. */
export const SECOND_PDFIUM_BYTES = 256 * 1024 * 1024;

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

/** After so long it is looked again whether children can be confined where they could not. */
export const PROBE_AGAIN_MS = 5 * 60_000;

/** Milliseconds in which none is started after one that did not come up, after the second, and so on. */
export const CHILD_REST_MS = [250, 500, 1_000, 2_000, 4_000];

/**
 * Milliseconds that a new converter waits for a job before it practises. Practice takes 1.5 s of a processor, a letter
 * that comes without it 0.3 s: with more than a job every few seconds it would cost more than it gives.
 */
export const CHILD_QUIET_MS = 5_000;

/** Directories and tags we walk in a TIFF; loops and giant counts stop here. */
export const MAX_TIFF_DIRECTORIES = 1000;

/** Entries of one TIFF directory; real ones have under 40. */
export const MAX_TIFF_TAGS = 512;

/** Strips of one TIFF page that we look at; a page has at most one per row. */
export const MAX_TIFF_STRIPS = 65_536;

/** Entries of an office archive; documents have hundreds, 100,000 exhaust the reader (A-CONV-08). */
export const MAX_ZIP_ENTRIES = 5000;

/** Bytes of all parts of an office archive together; 1 MB of zeros packed well is a gigabyte (A-CONV-08). */
export const MAX_ZIP_UNPACKED_BYTES = 256 * 1024 * 1024;

/** A part above this size that grows more than this many times is a bomb; sheets of numbers grow 30 times. */
export const MAX_ZIP_SUSPICIOUS_BYTES = 32 * 1024 * 1024;
export const MAX_ZIP_ENTRY_RATIO = 200;

/** Bytes of [Content_Types].xml, the one part that we unpack ourselves; real ones have a few kilobytes. */
export const MAX_CONTENT_TYPES_BYTES = 1024 * 1024;

/** Sectors of a compound file that we walk for its directory: 64 MB of them; loops stop here. */
export const MAX_OLE_SECTORS = 131_072;

/**
 * Share of a conversion's wall clock that LibreOffice or Ghostscript may take for one file; drawing its pages comes
 * after it. The largest real documents take some seconds (A-CONV-03).
 */
export const PROGRAM_SHARE = 0.5;

/** Milliseconds of LibreOffice or Ghostscript for one file of a conversion that may take `wallMs`. */
export function programWallMs(wallMs = CONVERSION_WALL_MS): number {
  return Math.ceil(wallMs * PROGRAM_SHARE);
}

/** Milliseconds LibreOffice may take to come up with a fresh profile on a loaded machine. */
export const OFFICE_READY_MS = 60_000;

/** Documents after which LibreOffice is replaced: it keeps some memory of each. */
export const OFFICE_DOCUMENTS = 100;

/** Milliseconds for which LibreOffice waits for another document of the same account before a fresh one takes its place. */
export const OFFICE_OWNER_MS = 10_000;

/** LibreOffice processes side by side; each holds 250 MB and one core. */
export const OFFICE_WORKERS = 2;

/** CPU seconds of one LibreOffice over its whole life, should our own clock fail. */
export const OFFICE_CPU_SECONDS = 3600;

/** Bytes of a PDF that LibreOffice or Ghostscript may write: above this no 200 pages come near (A-CONV-04). */
export const PDF_BYTES = 96 * 1024 * 1024;

/** Bytes of the private /tmp of those programs: profile, unpacked document and PDF. They are memory. */
export const PROGRAM_TMP_BYTES = 320 * 1024 * 1024;

/** RLIMIT_DATA of those programs; resident memory is watched as for converters. */
export const PROGRAM_DATA_BYTES = 2 * 1024 * 1024 * 1024;

/** Processes and threads of one converter child: Node, its workers and sharp start about forty (A-CONV-24). */
export const CHILD_PROCESSES = 128;

/** Processes and threads of LibreOffice or Ghostscript: a working LibreOffice has about thirty. */
export const PROGRAM_PROCESSES = 160;

/** Open files of LibreOffice: it opens every font and library it finds. */
export const PROGRAM_OPEN_FILES = 1024;

/** Pages of one cover page: comments of nothing but line breaks make thirteen, and a template may set them wider. */
export const MAX_COVER_PAGES = 30;

/** Bytes of a cover page's texts and template: all fields at their limits stay below a tenth of it. */
export const MAX_COVER_BYTES = 256 * 1024;

/** Milliseconds one cover page may take; a template that loops ends here. Warm ones take under 100. */
export const COVER_WALL_MS = 15_000;

/** Cover pages that one child draws before it is replaced: PDFium keeps a little of each, and CPU seconds add up. */
export const COVER_CHILD_PAGES = 250;

/**
 * Milliseconds without a document after which converters, LibreOffice and the child that draws cover pages end, unless
 * the installation says otherwise: idle they hold 200 to 500 MB, and a first letter comes in half a second without them.
 */
export const IDLE_MS = 3 * 60_000;

/** Tiles of a JPEG 2000 picture: the standard's own bound; a header can claim 2^31 of them (A-CONV-06). */
export const MAX_JP2_TILES = 65_535;

/**
 * Samples of a JPEG 2000 picture, all components together: its decoder holds each in four bytes, and copies take two
 * more. More would go beyond CHILD_RESIDENT_BYTES, which a header of 60 bytes could ask for (A-CONV-06).
 */
export const MAX_JP2_SAMPLES = 150_000_000;

/** Components of a JPEG 2000 picture; colours and alpha are four or five, a header can claim 16,384. */
export const MAX_JP2_COMPONENTS = 8;

/** Milliseconds that recognizing the text of one page may take; pages take 1 to 3 seconds, at the lowest priority of a busy machine ten times that. */
export const RECOGNITION_WALL_MS = 60_000;

/** CPU seconds of that, enforced by the kernel. */
export const RECOGNITION_CPU_SECONDS = 30;

/** RLIMIT_DATA of tesseract: a letter takes 60 MB, the longest page that there is 120 MB. */
export const RECOGNITION_DATA_BYTES = 256 * 1024 * 1024;

/** Bytes of what it may say of one page: a row for each of 10,000 words. */
export const RECOGNITION_BYTES = 1024 * 1024;

/** Words of one page that are kept; a page of the smallest print has some 2,000. */
export const MAX_PAGE_WORDS = 5000;

/** Characters of one word that are kept: what is longer is a line that was taken for one. */
export const MAX_WORD_LENGTH = 64;

/** Barcodes of one page that are kept. */
export const MAX_PAGE_BARCODES = 20;

/** Characters of one barcode that are kept; the largest QR code has 4,296. */
export const MAX_BARCODE_LENGTH = 500;

/** Bytes of the private /tmp of tesseract, which reads and writes pipes only. */
export const RECOGNITION_TMP_BYTES = 8 * 1024 * 1024;
