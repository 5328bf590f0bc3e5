/**
 * The document engine as seen by the rest of the product: uploaded files become class-F fax pages (TIFF, 204 × 196 dpi,
 * 1728 px wide, CCITT G4), and fax pages become images, PDF and TIFF.
 */

/** Clockwise rotation of a page for display; the stored page never changes. */
export type Rotation = 0 | 90 | 180 | 270;

/** Rotation of a fax: all pages by `rotation`, and pages 1, 2, … by an additional turn. */
export interface FaxTurns {
  rotation: Rotation;
  pageTurns: Rotation[];
}

/** Returns the total rotation of page `page` (1-based): the common rotation plus its own. */
export function pageRotation(rotation: Rotation, pageTurns: readonly Rotation[], page: number): Rotation {
  return ((rotation + (pageTurns[page - 1] ?? 0)) % 360) as Rotation;
}

/** One uploaded file. The name is only a hint for the type: it never reaches a converter or a path. */
export interface SourceFile {
  name: string;
  bytes: Uint8Array;
}

/** Why a document can never become fax pages; each has a sentence for people in the locales. */
export type DocumentFault =
  | 'NO_PAGES'
  | 'DOCUMENT_DAMAGED'
  | 'DOCUMENT_PROTECTED'
  | 'DOCUMENT_TOO_LARGE'
  | 'TOO_MANY_PAGES'
  | 'TIME_LIMIT';

/**
 * The outcome of a conversion. `damagedPages` (from 1) are pages of a received fax that could only be read in part.
 * `refused` is final and the fault of the document (`file` names the upload); `retry` is the fault of this machine and
 * may succeed later.
 */
export type ConversionOutcome =
  | { kind: 'ok'; tiff: Uint8Array; pages: number; damagedPages?: readonly number[] }
  | { kind: 'refused'; reason: DocumentFault; file?: string }
  | { kind: 'retry'; reason: 'CONVERTER_CRASHED' | 'CONVERTER_UNAVAILABLE' };

/** The progress of a conversion: pages done, out of those known so far. */
export interface ConversionProgress {
  done: number;
  of: number;
}

/**
 * How photos become dots. `quick`: clustered dots, so that a page takes less than half as long to transmit. `fine`:
 * single dots, the most detail that a fax can have. Text and drawings are the same in both.
 */
export type Photos = 'quick' | 'fine';

/** Paper for documents without a page size: texts, cover pages, pictures, PostScript that states none. */
export type Paper = 'letter' | 'a4';

/** Rows per inch of sent pages: 196 or 98. Standard takes half the time on the telephone. */
export type Resolution = 'fine' | 'standard';

/**
 * Options of a conversion: the rendering of photos (default `quick`), the owner of the documents, a signal to abort it,
 * and a callback for every page. A program that stays warm only gets documents of one owner; without an owner, it ends
 * after the document.
 */
export interface ConversionOptions {
  photos?: Photos;
  owner?: string;
  signal?: AbortSignal;
  onProgress?: (progress: ConversionProgress) => void;
}

/** One line of a cover page: who, where, when. `side` lets a template separate sender and recipient. */
export interface CoverRow {
  /** `to`, `fax`, `from`, `date`, `subject`…; in the value of `pages`, the text `{pages}` is replaced by the total. */
  key: string;
  side: 'to' | 'from' | 'about';
  label: string;
  value: string;
}

/** The contents of a cover page. All texts are ready for people and are only printed, never executed. */
export interface CoverSheet {
  /** A typst program that uses `covers/prelude.typ`: from the installation or a brand, never from a user. */
  template: string;
  /** Number of pages that follow; the cover page adds its own. */
  otherPages: number;
  title: string;
  rows: readonly CoverRow[];
  comments: string;
  footer: string;
  /** Single values by name, for templates that place them freely. */
  fields: Readonly<Record<string, string>>;
}

/** The outcome of drawing a cover page. `detail` is for the operator who wrote the template. */
export type CoverOutcome =
  | { kind: 'ok'; tiff: Uint8Array; pages: number }
  | { kind: 'refused'; reason: DocumentFault; detail: string }
  | { kind: 'retry'; reason: 'CONVERTER_CRASHED' | 'CONVERTER_UNAVAILABLE' };

/** The requested page image: width in pixels, 152 for a thumbnail, at most 1000. */
export interface PageView {
  rotation: Rotation;
  width: number;
}

/** A page to include: its number from 1, and its rotation. */
export interface ArrangedPage {
  page: number;
  rotation: Rotation;
}

/** One page as a GIF, or why this page (and only this one) cannot be shown. */
export type PageImageOutcome = { kind: 'ok'; gif: Uint8Array } | { kind: 'failed'; reason: string };

/** One page as a PNG, or why it cannot be shown. */
export type PagePngOutcome = { kind: 'ok'; png: Uint8Array } | { kind: 'failed'; reason: string };

/** One word on a page: its text, and the box around it in dots from the upper left corner of the page. */
export interface PageWord {
  text: string;
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A barcode or QR code on a page: its content, its kind (`QRCode`, `Code128`), and the box around it. */
export interface PageBarcode extends PageWord {
  format: string;
}

/**
 * The recognized text of a page, by lines in reading order. `width` and `height` are the page's, in dots. Rotating the
 * page clockwise by `turn` makes the text upright. `confidence` is 0 to 100; 0 if there is no text.
 */
export interface PageText {
  width: number;
  height: number;
  turn: Rotation;
  lines: PageWord[][];
  confidence: number;
  /** Their contents are among the lines, too. */
  barcodes?: readonly PageBarcode[];
}

/**
 * The outcome of reading a page. `failed` is the fault of this page; `unavailable` that of this machine.
 * `barcodesFailed`: the text is known, but the barcodes are not.
 */
export type PageTextOutcome =
  | { kind: 'ok'; text: PageText; barcodesFailed?: string }
  | { kind: 'failed'; detail: string }
  | { kind: 'unavailable'; detail: string }
  | { kind: 'aborted' };

/**
 * The header line on top of each page (47 CFR 68.318(d): date and time, sender, sender's number). All three are ready
 * for people: the caller formats the time in the account's zone. The engine adds “page n/m”.
 */
export interface HeaderLine {
  dateTime: string;
  from: string;
  to: string;
}

/** Whether a file type can be converted on this machine right now; `reason` is for the operator. */
export interface TypeStatus {
  extension: string;
  ok: boolean;
  reason?: string;
}

/** The converters' data on the operator's status page. */
export interface DocumentEngineStatus {
  sandbox: 'ok' | 'unavailable';
  types: TypeStatus[];
  /** Languages in which text can be recognized (`en`); if none, the reason. */
  recognition: { languages: string[]; reason?: string };
}

/** The document engine. `tiff` is always a class-F TIFF that `toFaxPages` made, unless stated otherwise. */
export interface DocumentEngine {
  /** Joins all files in order into one class-F TIFF of at most 200 pages; also accepts foreign TIFFs from fax lines. */
  toFaxPages(files: SourceFile[], options?: ConversionOptions): Promise<ConversionOutcome>;
  /** Whether another program opens a file of this name first; until it is done, it occupies no converter. */
  needsProgram(name: string): boolean;
  /** Draws a cover page as class-F pages, in the same confinement as conversions. */
  coverSheet(sheet: CoverSheet): Promise<CoverOutcome>;
  /** Prepares for drawing cover pages: the first one would otherwise take seconds. */
  warmCovers(): void;
  /** Joins class-F TIFFs in order without changing a pixel: what was previewed is what is sent. At most 200 pages. */
  joinPages(tiffs: readonly Uint8Array[]): ConversionOutcome;
  /**
   * Returns these pages in this order. Unrotated pages are kept bit by bit; rotated ones are drawn again on paper of
   * the same width. `refused` with NO_PAGES if a page does not exist.
   */
  arrangePages(tiff: Uint8Array, pages: readonly ArrangedPage[], photos?: Photos): Promise<ConversionOutcome>;
  /** Returns the first page alone; null if it is not a class-F TIFF. */
  firstPage(tiff: Uint8Array): Uint8Array | null;
  /** Draws one page (1-based) as a GIF in 16 grays; a damaged page fails alone. */
  pageImage(tiff: Uint8Array, page: number, view: PageView): Promise<PageImageOutcome>;
  /** Draws one page (1-based) with all its dots, in black and white; a damaged page fails alone. */
  pagePng(tiff: Uint8Array, page: number, rotation: Rotation): Promise<PagePngOutcome>;
  /** Prints the header line over the top of every page; the pages stay unchanged if the installation turned it off. */
  stampHeader(tiff: Uint8Array, header: HeaderLine): Promise<Uint8Array>;
  /** The resolution of pages in calls; pages are always stored and shown in fine. */
  readonly resolution: Resolution;
  /** Returns the pages for a call: in standard resolution, two rows become one that is black where either is. */
  forCall(tiff: Uint8Array): Promise<Uint8Array>;
  /**
   * Wraps the G4 strips in a PDF without re-encoding them; rotation is the PDF's own /Rotate. `pageTurns` are
   * additional rotations of pages 1, 2, …. `text` is the text of pages 1, 2, …, if known: it can be searched and
   * copied, but is invisible.
   */
  exportPdf(
    tiff: Uint8Array,
    rotation: Rotation,
    pageTurns?: readonly Rotation[],
    text?: readonly (PageText | null)[],
  ): Promise<Uint8Array>;
  /** Returns the same pages as TIFF; rotated pages are re-encoded, unrotated ones are returned unchanged. */
  exportTiff(tiff: Uint8Array, rotation: Rotation, pageTurns?: readonly Rotation[]): Promise<Uint8Array>;
  /**
   * Limits a received fax to the maximum number of pages, keeping the first ones; the rest exists only in the original
   * file (A-INBOUND-06).
   */
  capPages(tiff: Uint8Array): Uint8Array;
  /** Recognizes the text of one page (1-based), at the lowest priority. `languages` are in the product's notation. */
  recognizeText(
    tiff: Uint8Array,
    page: number,
    options: { languages: readonly string[]; signal?: AbortSignal },
  ): Promise<PageTextOutcome>;
  /** Counts the directories of any TIFF, up to a limit; 0 for anything that is not a TIFF. */
  countPages(tiff: Uint8Array): number;
  /** Reports whether the sandbox works and which types can be converted. */
  status(): Promise<DocumentEngineStatus>;
  /** Ends idle and busy children and removes the job folders. */
  close(): Promise<void>;
}
