import { readFile } from 'node:fs/promises';
import * as engines from '@embedpdf/engines/pdfium';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import { init } from '@embedpdf/pdfium';
import { wasm } from '../kernel/web-assembly.ts';
import type { GrayPage } from '../raster/paper.ts';
import type { Layout } from '../raster/layout.ts';
import type { FontFallback } from './fallback-fonts.ts';
import { FALLBACK_FONTS } from './fallback-fonts.ts';
import type { PageScan } from './pdf-scan.ts';
import { hasPlainImages, scanOf } from './pdf-scan.ts';
import { DocumentRefusal } from './refusal.ts';

/** FPDFBitmap_Gray: one byte per pixel, a quarter of the memory of color. */
const GRAY_BITMAP = 1;
/** FPDF_ANNOT | FPDF_GRAYSCALE | FPDF_PRINTING: the content that a printer would print. */
const RENDER_FLAGS = 1 | 8 | 0x800;
const OPAQUE_WHITE = 0xffffffff;
/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY: a user password, or an encryption we cannot open. */
const PROTECTED_ERRORS = new Set([4, 5]);
const POINTS_PER_INCH = 72;
const inches = (points: number) => points / POINTS_PER_INCH;

/** The package's own types do not resolve under nodenext, so the only class that we use is declared here. */
const { FontFallbackManager } = engines as unknown as {
  FontFallbackManager: new (fonts: FontFallback) => { initialize(module: WrappedPdfiumModule): void };
};

/** The PDFium import that we limit; it returns 0 to deny memory. */
interface PdfiumImports {
  env: { emscripten_resize_heap: (bytes: number) => number | boolean };
}

let compiling: Promise<object> | undefined;
let loading: Promise<WrappedPdfiumModule> | undefined;
let mostBytes = Number.POSITIVE_INFINITY;
let isFull = false;

/** Returns PDFium's code, compiled once per process; `usePdfium` shares it with another thread. */
export function pdfiumCode(): Promise<object> {
  compiling ??= readFile(new URL(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'))).then(
    async (bytes) => await wasm.compile(bytes),
  );
  return compiling;
}

/** Uses code compiled by another thread, in an instance whose memory stays below `bytes`. */
export function usePdfium(code: object, bytes: number): void {
  compiling = Promise.resolve(code);
  mostBytes = bytes;
}

/** Whether this instance requested more memory than allowed: pages drawn since then may lack pictures. */
export function pdfiumIsFull(): boolean {
  return isFull;
}

/** Limits the import that PDFium calls to grow its memory. */
function bounded(imports: PdfiumImports): PdfiumImports {
  const grow = imports.env.emscripten_resize_heap;
  const growBounded = (bytes: number) => {
    if (bytes >>> 0 <= mostBytes) return grow(bytes);
    isFull = true;
    return 0;
  };
  return { ...imports, env: { ...imports.env, emscripten_resize_heap: growBounded } };
}

async function load(): Promise<WrappedPdfiumModule> {
  const code = await pdfiumCode();
  isFull = false;
  const module = await init({
    instantiateWasm: (imports: PdfiumImports, receive: (instance: object, code: object) => void) => {
      const instance = new wasm.Instance(code, bounded(imports));
      receive(instance, code);
      return instance.exports;
    },
  });
  module.PDFiumExt_Init();
  new FontFallbackManager(FALLBACK_FONTS).initialize(module);
  return module;
}

/** Returns PDFium's instance, created on first use; idle children create it before they have a document. */
export function loadPdfium(): Promise<WrappedPdfiumModule> {
  loading ??= load();
  return loading;
}

/**
 * Drops the instance with its memory and everything that a document left in it; the next document gets a new one.
 * The compiled code belongs to the module and stays optimized.
 */
export function forgetPdfium(): void {
  loading = undefined;
}

/** Returns the module's memory. It moves when it grows, so it is looked up for every use. */
function heapOf(module: WrappedPdfiumModule): Uint8Array {
  return (module.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;
}

/** Allocates memory of the module, to be freed by the caller; throws a DocumentRefusal if there is not enough. */
function memoryFor(module: WrappedPdfiumModule, bytes: number): number {
  const at = module.pdfium.wasmExports.malloc(bytes);
  if (at === 0) throw new DocumentRefusal('DOCUMENT_TOO_LARGE', 'memory of PDFium');
  return at;
}

/** An open PDF. Lives as long as the module's instance, which draws a single job, so only page bitmaps are freed. */
export class PdfDocument {
  private readonly module: WrappedPdfiumModule;
  private readonly document: number;
  private readonly form: number;
  private readonly mayHaveScans: boolean;

  private constructor(module: WrappedPdfiumModule, document: number, bytes: Uint8Array) {
    this.module = module;
    this.document = document;
    this.mayHaveScans = hasPlainImages(bytes);
    // A form environment draws form fields. Scripts and actions are never started.
    this.form = module.PDFiumExt_InitFormFillEnvironment(document, module.PDFiumExt_OpenFormFillInfo());
    if (this.form !== 0) module.FPDF_SetFormFieldHighlightAlpha(this.form, 0);
  }

  /** Opens a PDF; throws a DocumentRefusal for a password or for bytes that PDFium cannot repair. */
  static async open(bytes: Uint8Array): Promise<PdfDocument> {
    const module = await loadPdfium();
    const at = memoryFor(module, bytes.length);
    heapOf(module).set(bytes, at);
    const document = module.FPDF_LoadMemDocument(at, bytes.length, '');
    if (document !== 0) return new PdfDocument(module, document, bytes);
    const error = module.FPDF_GetLastError();
    const reason = PROTECTED_ERRORS.has(error) ? 'DOCUMENT_PROTECTED' : 'DOCUMENT_DAMAGED';
    throw new DocumentRefusal(reason, `PDFium error ${error}`);
  }

  get pageCount(): number {
    return this.module.FPDF_GetPageCount(this.document);
  }

  /** Returns the JPEG of a page that consists of nothing else, see `scanOf`. */
  scanAt(index: number): PageScan | undefined {
    const { module } = this;
    const page = this.mayHaveScans ? module.FPDF_LoadPage(this.document, index) : 0;
    if (page === 0) return undefined;
    try {
      return scanOf({ module, heap: () => heapOf(module), page });
    } finally {
      module.FPDF_ClosePage(page);
    }
  }

  /**
   * Draws one page in gray on white. `lay` computes the layout from the page's size in inches; `use` draws sheets by
   * their first row and gets pixels inside the module's memory (no copy; valid until the next sheet). Returns
   * `undefined` if the page cannot be loaded.
   */
  renderPage<T>(
    index: number,
    lay: (width: number, height: number) => Layout,
    width: number,
    use: (layout: Layout, draw: (top: number) => GrayPage) => T,
  ): T | undefined {
    const { module } = this;
    const page = module.FPDF_LoadPage(this.document, index);
    if (page === 0) return undefined;
    if (this.form !== 0) module.FORM_OnAfterLoadPage(page, this.form);
    const layout = lay(inches(module.FPDF_GetPageWidthF(page)), inches(module.FPDF_GetPageHeightF(page)));
    const height = layout.pageRows;
    const at = memoryFor(module, width * height);
    const bitmap = module.FPDFBitmap_CreateEx(width, height, GRAY_BITMAP, at, width);
    try {
      return use(layout, (top) => {
        this.draw(bitmap, page, width, { ...layout, top: layout.top - top });
        return { width, height, pixels: heapOf(module).subarray(at, at + width * height) };
      });
    } finally {
      module.FPDFBitmap_Destroy(bitmap);
      module.pdfium.wasmExports.free(at);
      if (this.form !== 0) module.FORM_OnBeforeClosePage(page, this.form);
      module.FPDF_ClosePage(page);
    }
  }

  private draw(bitmap: number, page: number, width: number, layout: Layout): void {
    const { module } = this;
    module.FPDFBitmap_FillRect(bitmap, 0, 0, width, layout.pageRows, OPAQUE_WHITE);
    const turn = layout.turned ? 1 : 0;
    const place = [layout.left, layout.top, layout.width, layout.height, turn, RENDER_FLAGS] as const;
    module.FPDF_RenderPageBitmap(bitmap, page, ...place);
    if (this.form !== 0) module.FPDF_FFLDraw(this.form, bitmap, page, ...place);
  }
}
