/**
 * The document engine as the rest of the product sees it: uploaded files become class-F fax pages
 * (TIFF, 204 × 196 dpi, 1728 px wide, CCITT G4), and fax pages become images, PDF and TIFF.
 */

/** How far a page is turned clockwise for the person who looks at it; the stored page never changes. */
export type Rotation = 0 | 90 | 180 | 270;

/** How a fax is turned: all pages by `rotation`, and page 1, 2, … by more on top of it. */
export interface FaxTurns {
  rotation: Rotation;
  pageTurns: Rotation[];
}

/** How page `page` (1-based) is turned when all pages are turned by `rotation` and some by more on top of it. */
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
 * What came of a conversion. `damagedPages` (from 1) are those of a received fax that could only be read in part. `refused` is final and the fault of the document (`file` names the upload);
 * `retry` is the fault of this machine and may go better later.
 */
export type ConversionOutcome =
  | { kind: 'ok'; tiff: Uint8Array; pages: number; damagedPages?: readonly number[] }
  | { kind: 'refused'; reason: DocumentFault; file?: string }
  | { kind: 'retry'; reason: 'CONVERTER_CRASHED' | 'CONVERTER_UNAVAILABLE' };

/** How far a conversion is: pages done, of those known by now. */
export interface ConversionProgress {
  done: number;
  of: number;
}

/**
 * How photos become dots. `quick`: dots in clusters, a page is on the wire less than half as long. `fine`: single dots,
 * the most detail that a fax can have. Text and drawings are the same in both.
 */
export type Photos = 'quick' | 'fine';

/** Paper for what has no page size of its own: texts, cover pages, pictures, PostScript that names none. */
export type Paper = 'letter' | 'a4';

/** Rows per inch of what is sent: 196 or 98. Standard takes half of the time on the telephone. */
export type Resolution = 'fine' | 'standard';

/**
 * What a conversion may be given: how photos are wanted (`quick` when left out), whose documents they are, a way to end
 * it, and whom to tell of every page. A program that stays warm only ever sees documents of one owner; without one, it
 * ends after the document.
 */
export interface ConversionOptions {
  photos?: Photos;
  owner?: string;
  signal?: AbortSignal;
  onProgress?: (progress: ConversionProgress) => void;
}

/** One line of a cover page: who, where, when. `side` lets a template put sender and recipient apart. */
export interface CoverRow {
  /** `to`, `fax`, `from`, `date`, `subject`…; in the value of `pages` the text `{pages}` becomes the total. */
  key: string;
  side: 'to' | 'from' | 'about';
  label: string;
  value: string;
}

/** Everything that is printed on a cover page. All texts are ready for people and are only printed, never obeyed. */
export interface CoverSheet {
  /** A typst program over `covers/prelude.typ`: of the installation or of a brand, never of a user. */
  template: string;
  /** Pages that follow; the cover page counts its own. */
  otherPages: number;
  title: string;
  rows: readonly CoverRow[];
  comments: string;
  footer: string;
  /** Single values by name, for templates that place them freely. */
  fields: Readonly<Record<string, string>>;
}

/** What came of drawing a cover page. `detail` is for the operator who wrote the template. */
export type CoverOutcome =
  | { kind: 'ok'; tiff: Uint8Array; pages: number }
  | { kind: 'refused'; reason: DocumentFault; detail: string }
  | { kind: 'retry'; reason: 'CONVERTER_CRASHED' | 'CONVERTER_UNAVAILABLE' };

/** How a page image is wanted: width in pixels, 152 for a thumbnail, at most 1000. */
export interface PageView {
  rotation: Rotation;
  width: number;
}

/** A page to take over: its number from 1, and how far it is turned. */
export interface ArrangedPage {
  page: number;
  rotation: Rotation;
}

/** One page as a GIF, or why this page (and only this one) cannot be shown. */
export type PageImageOutcome = { kind: 'ok'; gif: Uint8Array } | { kind: 'failed'; reason: string };

/** One page as a PNG, or why it cannot be shown. */
export type PagePngOutcome = { kind: 'ok'; png: Uint8Array } | { kind: 'failed'; reason: string };

/** One word on a page: its letters, and the box around it in dots of the page, from the upper left corner. */
export interface PageWord {
  text: string;
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A barcode or QR code on a page: what it says, its kind (`QRCode`, `Code128`), and the box around it. */
export interface PageBarcode extends PageWord {
  format: string;
}

/**
 * The text that was recognized on a page, by lines in reading order. `width` and `height` are the page's, in dots. The
 * page has to be turned clockwise by `turn` for the text to be upright. `confidence` is 0 to 100; 0 when there is no text.
 */
export interface PageText {
  width: number;
  height: number;
  turn: Rotation;
  lines: PageWord[][];
  confidence: number;
  /** What they say stands among the lines, too. */
  barcodes?: readonly PageBarcode[];
}

/** What came of reading a page. `failed` is the fault of this page; `unavailable` that of this machine. `barcodesFailed`: the text is there, its barcodes are not known. */
export type PageTextOutcome =
  | { kind: 'ok'; text: PageText; barcodesFailed?: string }
  | { kind: 'failed'; detail: string }
  | { kind: 'unavailable'; detail: string }
  | { kind: 'aborted' };

/**
 * What the header line on top of each page says (47 CFR 68.318(d): date and time, sender, sender's number).
 * All three are ready for people: the caller formats the time in the account's zone. The engine adds «page n/m».
 */
export interface HeaderLine {
  dateTime: string;
  from: string;
  to: string;
}

/** Whether one file type can be converted on this machine right now; `reason` is for the operator. */
export interface TypeStatus {
  extension: string;
  ok: boolean;
  reason?: string;
}

/** What the operator's status page shows about converters. */
export interface DocumentEngineStatus {
  sandbox: 'ok' | 'unavailable';
  types: TypeStatus[];
  /** Languages that text can be recognized in (`en`); none, and why, where it cannot. */
  recognition: { languages: string[]; reason?: string };
}

/** The document engine. `tiff` is always a class-F TIFF that `toFaxPages` made, except where said otherwise. */
export interface DocumentEngine {
  /** Joins all files in order into one class-F TIFF of at most 200 pages; foreign TIFFs from fax lines go this way too. */
  toFaxPages(files: SourceFile[], options?: ConversionOptions): Promise<ConversionOutcome>;
  /** Whether another program opens a file of this name first: until that is done, it keeps no converter busy. */
  needsProgram(name: string): boolean;
  /** Draws a cover page as class-F pages, as confined as conversions. */
  coverSheet(sheet: CoverSheet): Promise<CoverOutcome>;
  /** Gets ready to draw cover pages: the first one would otherwise take seconds. */
  warmCovers(): void;
  /** Joins class-F TIFFs in order without touching a pixel: what was previewed is what is sent. At most 200 pages. */
  joinPages(tiffs: readonly Uint8Array[]): ConversionOutcome;
  /**
   * These pages in this order. What is not turned stays bit by bit; what is turned is drawn anew on paper of the same
   * width. `refused` with NO_PAGES when a page is not there.
   */
  arrangePages(tiff: Uint8Array, pages: readonly ArrangedPage[], photos?: Photos): Promise<ConversionOutcome>;
  /** The first page alone; null for what is no class-F TIFF. */
  firstPage(tiff: Uint8Array): Uint8Array | null;
  /** Draws one page (1-based) as a 16-grey GIF; a damaged page fails alone. */
  pageImage(tiff: Uint8Array, page: number, view: PageView): Promise<PageImageOutcome>;
  /** Draws one page (1-based) with every dot that it has, in black and white; a damaged page fails alone. */
  pagePng(tiff: Uint8Array, page: number, rotation: Rotation): Promise<PagePngOutcome>;
  /** Prints the header line over the top of every page; where the installation wants none, they stay as they are. */
  stampHeader(tiff: Uint8Array, header: HeaderLine): Promise<Uint8Array>;
  /** In which resolution calls carry pages; what is stored and shown is always fine. */
  readonly resolution: Resolution;
  /** The pages as a call carries them: in standard resolution, two rows are one that is black where either is. */
  forCall(tiff: Uint8Array): Promise<Uint8Array>;
  /**
   * Wraps the G4 strips in a PDF without re-encoding them; rotation is the PDF's own /Rotate. `pageTurns` are more turns
   * of page 1, 2, …, on top of it. `text` is the text of page 1, 2, …, where it is known: it can be searched and copied,
   * and is not seen.
   */
  exportPdf(
    tiff: Uint8Array,
    rotation: Rotation,
    pageTurns?: readonly Rotation[],
    text?: readonly (PageText | null)[],
  ): Promise<Uint8Array>;
  /** The same pages as TIFF; turned pages are re-encoded, unturned ones are returned as they are. */
  exportTiff(tiff: Uint8Array, rotation: Rotation, pageTurns?: readonly Rotation[]): Promise<Uint8Array>;
  /** A received fax with as many pages as a fax may have, the first ones: the rest is kept only as it came (A-INBOUND-06). */
  capPages(tiff: Uint8Array): Uint8Array;
  /** Recognizes the text of one page (1-based), at the lowest priority. `languages` as the product names them. */
  recognizeText(
    tiff: Uint8Array,
    page: number,
    options: { languages: readonly string[]; signal?: AbortSignal },
  ): Promise<PageTextOutcome>;
  /** Counts pages by walking the directories of any TIFF, bounded; 0 for what is not a TIFF. */
  countPages(tiff: Uint8Array): number;
  /** Says whether the sandbox works and which types can be converted. */
  status(): Promise<DocumentEngineStatus>;
  /** Ends the idle and working children and removes the job folders. */
  close(): Promise<void>;
}
