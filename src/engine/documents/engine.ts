import type { DetectedType } from './detect-type.ts';
import { detectType, EXTENSIONS, HEAD_BYTES } from './detect-type.ts';
import { countTiffPages } from './fax-page/read-tiff.ts';
import { MAX_INPUT_BYTES } from './limits.ts';
import { drawPage } from './output/page-image.ts';
import { writePdf } from './output/pdf-file.ts';
import { requireClassF, stampPages, turnPages } from './output/rewrite-pages.ts';
import type {
  ConversionOutcome,
  DocumentEngine,
  DocumentEngineStatus,
  HeaderLine,
  PageImageOutcome,
  PageView,
  Rotation,
  SourceFile,
} from './port.ts';
import type { JobFile, JobResult } from './sandbox/child.ts';
import type { ConverterPool, EngineLog } from './sandbox/pool.ts';

const knownType = (detected: DetectedType) => (detected.kind === 'known' ? detected.type : undefined);

/** The document engine over a pool of confined children; everything on our own pages happens in this process. */
export class SandboxedDocumentEngine implements DocumentEngine {
  private readonly pool: ConverterPool;
  private readonly log: EngineLog;

  constructor(pool: ConverterPool, log: EngineLog) {
    this.pool = pool;
    this.log = log;
  }

  async toFaxPages(files: SourceFile[], signal?: AbortSignal): Promise<ConversionOutcome> {
    const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
    if (total > MAX_INPUT_BYTES) return { kind: 'refused', reason: 'DOCUMENT_TOO_LARGE' };
    if (files.length === 0) return { kind: 'refused', reason: 'DOCUMENT_DAMAGED' };
    const job: JobFile[] = [];
    for (const { name, bytes } of files) {
      const type = knownType(detectType(bytes.subarray(0, HEAD_BYTES), name));
      if (type === undefined) return { kind: 'refused', reason: 'DOCUMENT_DAMAGED', file: name };
      job.push({ type, bytes });
    }
    return this.outcomeOf(await this.pool.run(job, signal), files);
  }

  async pageImage(tiff: Uint8Array, page: number, view: PageView): Promise<PageImageOutcome> {
    return Promise.resolve(drawPage(tiff, page, view));
  }

  async stampHeader(tiff: Uint8Array, header: HeaderLine): Promise<Uint8Array> {
    return stampPages(tiff, header);
  }

  async exportPdf(tiff: Uint8Array, rotation: Rotation): Promise<Uint8Array> {
    return Promise.resolve(writePdf(requireClassF(tiff), rotation));
  }

  async exportTiff(tiff: Uint8Array, rotation: Rotation): Promise<Uint8Array> {
    return turnPages(tiff, rotation);
  }

  countPages(tiff: Uint8Array): number {
    return countTiffPages(tiff);
  }

  async status(): Promise<DocumentEngineStatus> {
    const confinement = await this.pool.confinement();
    const ok = confinement !== undefined;
    const sandbox = ok && confinement !== 'none' ? 'ok' : 'unavailable';
    const types = Object.keys(EXTENSIONS).map((extension) =>
      ok ? { extension, ok } : { extension, ok, reason: 'the sandbox does not work on this machine' },
    );
    return { sandbox, types };
  }

  async close(): Promise<void> {
    await this.pool.close();
  }

  private outcomeOf(result: JobResult | undefined, files: readonly SourceFile[]): ConversionOutcome {
    if (result === undefined || result.kind === 'aborted')
      return { kind: 'retry', reason: 'CONVERTER_UNAVAILABLE' };
    if (result.kind === 'ok') return result;
    // Names and contents stay out of the log: the detail is a library's own words about the format.
    this.log.warn(
      result.kind === 'refused' ? { ...result } : { detail: result.detail },
      'document not converted',
    );
    if (result.kind === 'crashed') return { kind: 'retry', reason: 'CONVERTER_CRASHED' };
    const file = files[result.file]?.name;
    return { kind: 'refused', reason: result.reason, ...(file === undefined ? {} : { file }) };
  }
}
