import { FAX_WIDTH, FAX_X_DPI, FAX_Y_DPI } from '../fax-page/class-f.ts';
import { MAX_PAGE_ROWS } from '../limits.ts';
import { SHEET } from './sheet-size.ts';
import type { SheetSize } from './sheet-size.ts';

/**
 * The position of a source page on a fax page, all in fax pixels. `turned`: rotate the source by 90° first. `rows`: the
 * total of all its sheets, more than `pageRows` only if it is too long for one.
 */
export interface Layout {
  turned: boolean;
  left: number;
  top: number;
  width: number;
  height: number;
  pageRows: number;
  rows: number;
}

const FAX_INCHES = FAX_WIDTH / FAX_X_DPI;
const LONGEST_INCHES = MAX_PAGE_ROWS / FAX_Y_DPI;

/** Letter, Legal and A4 are in this range of widths: they keep their true size, so an A4 page has its 2292 rows. */
const TRUE_SIZE_FROM = 8;
const TRUE_SIZE_TO = 8.7;

/** Small pages (receipts, cards, A5) are enlarged at most this much. */
const MAX_ENLARGEMENT = 2;

/** Sides beyond these are invalid values from a hostile or broken file (A-CONV-05); a zero side means our paper. */
const SHORTEST_SIDE = 0.05;
const LONGEST_SIDE = 10_000;

/** A long page is reduced to the longest page size if it keeps this share of its size; otherwise it is cut. */
const LEAST_LEGIBLE = 0.7;
/** Most sheets that one page is cut into: an arbitrarily long box in a hostile file is reduced to them (A-CONV-05). */
const MAX_SHEETS = 30;

const saneSide = (inches: number, otherwise: number) =>
  Number.isFinite(inches) && inches > 0 ? Math.min(LONGEST_SIDE, Math.max(SHORTEST_SIDE, inches)) : otherwise;

/** Returns how much a page of this size is enlarged or reduced because of its width. */
function pageScale(width: number, height: number, sheet: SheetSize): number {
  if (width >= TRUE_SIZE_FROM && width <= TRUE_SIZE_TO) return 1;
  const scale = FAX_INCHES / width;
  return scale > 1 ? Math.min(scale, MAX_ENLARGEMENT, Math.max(1, sheet.inches / height)) : scale;
}

/** Cuts a page that would be illegible on one sheet into sheets, without margins between them. */
function placeOnSheets(turned: boolean, width: number, height: number, sheet: SheetSize): Layout {
  const scale = Math.min(1, (MAX_SHEETS * sheet.inches) / height);
  const columns = Math.max(1, Math.min(FAX_WIDTH, Math.round(width * scale * FAX_X_DPI)));
  const rows = Math.round(height * scale * FAX_Y_DPI);
  const left = (FAX_WIDTH - columns) >> 1;
  return { turned, left, top: 0, width: columns, height: rows, pageRows: sheet.rows, rows };
}

function place(turned: boolean, width: number, height: number, topInches: number, sheet: SheetSize): Layout {
  const columns = Math.max(1, Math.min(FAX_WIDTH, Math.round(width * FAX_X_DPI)));
  const rows = Math.max(1, Math.min(MAX_PAGE_ROWS, Math.round(height * FAX_Y_DPI)));
  const top = Math.min(Math.round(topInches * FAX_Y_DPI), MAX_PAGE_ROWS - rows);
  const pageRows = Math.max(sheet.rows, Math.min(MAX_PAGE_ROWS, top + rows));
  return {
    turned,
    left: (FAX_WIDTH - columns) >> 1,
    top,
    width: columns,
    height: rows,
    pageRows,
    rows: pageRows,
  };
}

/**
 * Lays out a page with a size in inches (PDF pages, scans with a resolution). Letter is 1728 × 2156, A4 1728 × 2292,
 * Legal 1728 × 2744; pages wider than the paper are rotated if that helps, then reduced; nothing is ever cut off, and
 * nothing is shorter than the installation's paper. A page longer than the longest page size (receipts, banners) is
 * reduced to it if that leaves it legible; otherwise it continues over several sheets.
 */
export function layoutPage(widthInches: number, heightInches: number, sheet: SheetSize = SHEET): Layout {
  const given = { width: saneSide(widthInches, 8.5), height: saneSide(heightInches, sheet.inches) };
  const turned = given.width > given.height && given.width > TRUE_SIZE_TO;
  const width = turned ? given.height : given.width;
  const height = turned ? given.width : given.height;
  const scale = pageScale(width, height, sheet);
  const whole = Math.min(scale, LONGEST_INCHES / height);
  if (whole < Math.min(scale, LEAST_LEGIBLE))
    return placeOnSheets(turned, width * scale, height * scale, sheet);
  return place(turned, width * whole, height * whole, 0, sheet);
}

/** Screen pictures get the size at which browsers show them. */
const SCREEN_DPI = 96;
/** Resolutions in this range come from scanners; lower ones from screens and cameras, higher ones are invalid. */
const SCANNER_DPI_FROM = 100;
const SCANNER_DPI_TO = 2400;
const isScannerDpi = (dpi: number) => dpi >= SCANNER_DPI_FROM && dpi <= SCANNER_DPI_TO;
/** White border around a picture without a size of its own, in inches. */
const MARGIN = 0.25;
/** Long screenshots may exceed the page rather than become narrower than this. */
const NARROWEST_INCHES = 4;
/** Sizes of Letter, Legal and A4 in inches, for scans whose file states no resolution. */
const PAPERS = [
  { short: 8.5, long: 11 },
  { short: 8.5, long: 14 },
  { short: 8.27, long: 11.69 },
];
const PAPER_RATIO_TOLERANCE = 0.015;
/** A scan of a page has at least this many pixels across. */
const PAGE_SCAN_PIXELS = 1000;

/**
 * Lays out a picture. A scan with a resolution, or with the pixels and proportions of paper, is a page.
 * Any other picture keeps its size on a screen (96 dpi), reduced to the page with margins, never enlarged.
 */
export function layoutPicture(
  columns: number,
  rows: number,
  xDpi: number,
  yDpi: number,
  sheet: SheetSize = SHEET,
): Layout {
  if (isScannerDpi(xDpi) && isScannerDpi(yDpi)) return layoutScan(columns / xDpi, rows / yDpi, sheet);
  const short = Math.min(columns, rows);
  const ratio = Math.max(columns, rows) / short;
  const paper = PAPERS.find(
    (known) => Math.abs((ratio * known.short) / known.long - 1) < PAPER_RATIO_TOLERANCE,
  );
  if (paper !== undefined && short >= PAGE_SCAN_PIXELS) {
    return layoutScan((columns / short) * paper.short, (rows / short) * paper.short, sheet);
  }
  return layoutScreenPicture(columns / SCREEN_DPI, rows / SCREEN_DPI, sheet);
}

function layoutScan(width: number, height: number, sheet: SheetSize): Layout {
  if (Math.max(width, height) >= TRUE_SIZE_FROM) return layoutPage(width, height, sheet);
  return place(false, width, height, MARGIN, sheet);
}

function layoutScreenPicture(givenWidth: number, givenHeight: number, sheet: SheetSize): Layout {
  const boxWidth = FAX_INCHES - 2 * MARGIN;
  const turned = givenWidth > givenHeight && givenWidth > boxWidth;
  const width = turned ? givenHeight : givenWidth;
  const height = turned ? givenWidth : givenHeight;
  let scale = Math.min(1, boxWidth / width, (sheet.inches - 2 * MARGIN) / height);
  if (width * scale < NARROWEST_INCHES) {
    const narrow = Math.min(1, NARROWEST_INCHES / width);
    scale = Math.min(narrow, (LONGEST_INCHES - 2 * MARGIN) / height);
    const full = Math.min(1, boxWidth / width);
    if (scale < narrow) return placeOnSheets(turned, width * full, height * full, sheet);
  }
  return place(turned, width * scale, height * scale, MARGIN, sheet);
}
