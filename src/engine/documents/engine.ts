import { logEvent } from '../log/engine-events.ts';
import { detectType, EXTENSIONS, extensionOf } from './detect-type.ts';
import { countTiffPages } from './fax-page/read-tiff.ts';
import { MAX_INPUT_BYTES, MAX_PAGES } from './limits.ts';
import { CoverRenderer } from './covers/cover-renderer.ts';
import { readClassF, writeClassF } from './fax-page/class-f.ts';
import { keepDirectories } from './fax-page/keep-directories.ts';
import { drawPage } from './output/page-image.ts';
import { drawWholePage } from './output/png.ts';
import { writePdf } from './output/pdf-file.ts';
import { halvePages, requireClassF, stampPages, turnPages } from './output/rewrite-pages.ts';
import { arrange } from './output/turn-on-paper.ts';
import { recognizePage } from './recognition/recognize-page.ts';
import { missingForRecognition, readableLanguages } from './recognition/tesseract.ts';
import type {
  ArrangedPage,
  ConversionOptions,
  ConversionOutcome,
  CoverOutcome,
  CoverSheet,
  DocumentEngine,
  DocumentEngineStatus,
  HeaderLine,
  PageImageOutcome,
  PagePngOutcome,
  PageText,
  PageTextOutcome,
  PageView,
  Paper,
  Photos,
  Resolution,
  Rotation,
  SourceFile,
} from './port.ts';
import type { DrawableOutcome, PdfMakers, TypedFile } from './make-drawable.ts';
import { needsProgram } from './make-drawable.ts';
import type { JobResult } from './sandbox/child.ts';
import type { ConverterPool, EngineLog } from './sandbox/pool.ts';

/** An installation's settings for all its documents. */
interface EngineOptions {
  log: EngineLog;
  tempDir: string;
  paper?: Paper;
  headerLine?: boolean;
  resolution?: Resolution;
  idleMs?: number | undefined;
}

/** The document engine over a pool of confined children; work on our own pages happens in this process. */
export class SandboxedDocumentEngine implements DocumentEngine {
  private readonly pool: ConverterPool;
  private readonly makers: PdfMakers;
  private readonly log: EngineLog;
  private readonly covers: CoverRenderer;
  private readonly tempDir: string;
  private readonly headerLine: boolean;
  readonly resolution: Resolution;

  /** With `headerLine` false, nothing is printed on top of pages. */
  constructor(pool: ConverterPool, makers: PdfMakers, options: EngineOptions) {
    const { log, paper = 'letter', headerLine = true, resolution = 'fine' } = options;
    this.pool = pool;
    this.makers = makers;
    this.headerLine = headerLine;
    this.log = log;
    this.tempDir = options.tempDir;
    this.resolution = resolution;
    this.covers = new CoverRenderer(async () => await pool.confinement(), {
      log,
      paper,
      idleMs: options.idleMs,
    });
  }

  async toFaxPages(files: SourceFile[], options: ConversionOptions = {}): Promise<ConversionOutcome> {
    const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (total > MAX_INPUT_BYTES) return { kind: 'refused', reason: 'DOCUMENT_TOO_LARGE' };
    if (files.length === 0) return { kind: 'refused', reason: 'DOCUMENT_DAMAGED' };
    const typed: TypedFile[] = [];
    for (const { name, bytes } of files) {
      const detected = detectType(bytes, name);
      if (detected.kind !== 'known') {
        const reason = detected.kind === 'refused' ? detected.reason : 'DOCUMENT_DAMAGED';
        return { kind: 'refused', reason, file: name };
      }
      typed.push({ type: detected.type, bytes });
    }
    // No program may open a document unconfined, unless the operator accepts the risk.
    if ((await this.pool.confinement()) === undefined) return this.outcomeOf(undefined, files);
    const drawable = await this.makers.makeDrawable(typed, options);
    if (drawable.kind !== 'ok') return this.outcomeOf(drawable, files);
    return this.outcomeOf(await this.pool.run(drawable.files, options), files);
  }

  needsProgram(name: string): boolean {
    const type = EXTENSIONS[extensionOf(name)];
    return type !== undefined && needsProgram(type);
  }

  async coverSheet(sheet: CoverSheet): Promise<CoverOutcome> {
    return await this.covers.draw(sheet);
  }

  warmCovers(): void {
    this.covers.warm();
  }

  joinPages(tiffs: readonly Uint8Array[]): ConversionOutcome {
    const pages = tiffs.flatMap(requireClassF);
    if (pages.length > MAX_PAGES) return { kind: 'refused', reason: 'TOO_MANY_PAGES' };
    return { kind: 'ok', tiff: writeClassF(pages), pages: pages.length };
  }

  async arrangePages(
    tiff: Uint8Array,
    pages: readonly ArrangedPage[],
    photos: Photos = 'quick',
  ): Promise<ConversionOutcome> {
    const arranged = await arrange(requireClassF(tiff), pages, photos);
    if (arranged === null) return { kind: 'refused', reason: 'NO_PAGES' };
    return { kind: 'ok', tiff: writeClassF(arranged), pages: arranged.length };
  }

  firstPage(tiff: Uint8Array): Uint8Array | null {
    const first = readClassF(tiff)?.slice(0, 1) ?? [];
    return first.length === 0 ? null : writeClassF(first);
  }

  async pageImage(tiff: Uint8Array, page: number, view: PageView): Promise<PageImageOutcome> {
    return Promise.resolve(drawPage(tiff, page, view));
  }

  async pagePng(tiff: Uint8Array, page: number, rotation: Rotation): Promise<PagePngOutcome> {
    return Promise.resolve(drawWholePage(tiff, page, rotation));
  }

  async stampHeader(tiff: Uint8Array, header: HeaderLine): Promise<Uint8Array> {
    return this.headerLine ? stampPages(tiff, header) : tiff;
  }

  async forCall(tiff: Uint8Array): Promise<Uint8Array> {
    return this.resolution === 'fine' ? tiff : halvePages(tiff);
  }

  async exportPdf(
    tiff: Uint8Array,
    rotation: Rotation,
    pageTurns?: readonly Rotation[],
    text?: readonly (PageText | null)[],
  ): Promise<Uint8Array> {
    return Promise.resolve(writePdf(requireClassF(tiff), rotation, pageTurns, text));
  }

  async exportTiff(
    tiff: Uint8Array,
    rotation: Rotation,
    pageTurns?: readonly Rotation[],
  ): Promise<Uint8Array> {
    return turnPages(tiff, rotation, pageTurns);
  }

  capPages(tiff: Uint8Array): Uint8Array {
    return keepDirectories(tiff, MAX_PAGES);
  }

  async recognizeText(
    tiff: Uint8Array,
    page: number,
    { languages, signal }: { languages: readonly string[]; signal?: AbortSignal },
  ): Promise<PageTextOutcome> {
    const confinement = await this.pool.confinement();
    const missing = confinement === undefined ? 'the sandbox does not work' : missingForRecognition();
    if (confinement === undefined || missing !== undefined)
      return { kind: 'unavailable', detail: missing ?? '' };
    return await recognizePage(tiff, page, confinement, { languages, signal, tempDir: this.tempDir });
  }

  countPages(tiff: Uint8Array): number {
    return countTiffPages(tiff);
  }

  async status(): Promise<DocumentEngineStatus> {
    const confinement = await this.pool.confinement();
    const ok = confinement !== undefined;
    const sandbox = ok && confinement !== 'none' ? 'ok' : 'unavailable';
    const types = Object.entries(EXTENSIONS).map(([extension, type]) => {
      const missing = ok ? this.makers.missingFor(type) : 'the sandbox does not work on this machine';
      return missing === undefined ? { extension, ok: true } : { extension, ok: false, reason: missing };
    });
    const reason = missingForRecognition();
    const recognition = { languages: readableLanguages(), ...(reason !== undefined && { reason }) };
    return { sandbox, types, recognition };
  }

  async close(): Promise<void> {
    await this.covers.close();
    await this.makers.close();
    await this.pool.close();
  }

  private outcomeOf(
    result: JobResult | Exclude<DrawableOutcome, { kind: 'ok' }> | undefined,
    files: readonly SourceFile[],
  ): ConversionOutcome {
    if (result === undefined || result.kind === 'aborted')
      return { kind: 'retry', reason: 'CONVERTER_UNAVAILABLE' };
    if (result.kind === 'ok') return result;
    // Names and contents stay out of the log: the detail is a library's message about the format.
    logEvent(
      this.log,
      'document.not-converted',
      result.kind === 'refused' ? { ...result } : { detail: result.detail },
    );
    if (result.kind === 'crashed') return { kind: 'retry', reason: 'CONVERTER_CRASHED' };
    if (result.kind === 'unavailable') return { kind: 'retry', reason: 'CONVERTER_UNAVAILABLE' };
    const file = files[result.file]?.name;
    return { kind: 'refused', reason: result.reason, ...(file === undefined ? {} : { file }) };
  }
}
