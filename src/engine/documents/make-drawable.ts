import type { DocumentType, DrawnType, OfficeType } from './detect-type.ts';
import { OFFICE_WORKERS, programWallMs } from './limits.ts';
import { missingForOffice } from './office/office-command.ts';
import type { OfficeResult } from './office/office-pool.ts';
import { OfficePool } from './office/office-pool.ts';
import { missingForPostScript, postScriptToPdf } from './postscript/postscript.ts';
import type { ConversionOptions } from './port.ts';
import type { JobFile } from './sandbox/child.ts';
import type { ConverterPool, PoolOptions } from './sandbox/pool.ts';

/** The program that has to convert a type to PDF first; `none` is drawn by the converter child directly. */
type Program = 'none' | 'office' | 'postscript';

/** The program for each document type. */
const PROGRAMS: Readonly<Record<DocumentType, Program>> = {
  pdf: 'none',
  png: 'none',
  jpeg: 'none',
  tiff: 'none',
  bmp: 'none',
  jp2: 'none',
  text: 'none',
  doc: 'office',
  docx: 'office',
  rtf: 'office',
  xls: 'office',
  xlsx: 'office',
  ppt: 'office',
  pptx: 'office',
  emf: 'office',
  wmf: 'office',
  ps: 'postscript',
};

/** Whether another program has to convert the type to PDF first. */
export function needsProgram(type: DocumentType): boolean {
  return PROGRAMS[type] !== 'none';
}

/** A file whose type was detected from its content. */
export interface TypedFile {
  type: DocumentType;
  bytes: Uint8Array;
}

/** Files that the converter child can draw, or why there are none, with the index of the file at fault. */
export type DrawableOutcome =
  | { kind: 'ok'; files: JobFile[] }
  | (Exclude<OfficeResult, { kind: 'ok' }> & { file: number });

/** The third-party programs that make PDFs: LibreOffice and Ghostscript, each in its own sandbox. */
export class PdfMakers {
  private readonly pool: ConverterPool;
  private readonly options: PoolOptions;
  private readonly office: OfficePool;
  private readonly wallMs: number;

  constructor(pool: ConverterPool, options: PoolOptions) {
    this.pool = pool;
    this.options = options;
    this.wallMs = programWallMs(options.wallMs);
    this.office = new OfficePool({
      workers: Math.min(OFFICE_WORKERS, options.workers),
      tempDir: options.tempDir,
      log: options.log,
      confinement: () => pool.confinement(),
      wallMs: this.wallMs,
      idleMs: options.idleMs,
    });
  }

  /** Returns what is missing on this machine for a type; `undefined` if nothing is. */
  missingFor(type: DocumentType): string | undefined {
    if (PROGRAMS[type] === 'office') return missingForOffice();
    return PROGRAMS[type] === 'postscript' ? missingForPostScript() : undefined;
  }

  /** Converts files that the converter child cannot draw to PDF, in order; the first failure ends it. */
  async makeDrawable(files: readonly TypedFile[], options: ConversionOptions = {}): Promise<DrawableOutcome> {
    const drawable: JobFile[] = [];
    for (const [index, file] of files.entries()) {
      if (isDrawn(file)) {
        drawable.push(file);
        continue;
      }
      const result = await this.makePdf(file, options);
      if (result.kind !== 'ok') return { ...result, file: index };
      drawable.push({ type: 'pdf', bytes: result.pdf });
    }
    return { kind: 'ok', files: drawable };
  }

  async close(): Promise<void> {
    await this.office.close();
  }

  private async makePdf(
    { type, bytes }: TypedFile,
    { owner, signal }: ConversionOptions,
  ): Promise<OfficeResult> {
    const missing = this.missingFor(type);
    if (missing !== undefined) return { kind: 'unavailable', detail: missing };
    if (isOffice(type)) return await this.office.convert({ type, bytes, owner, signal });
    const confinement = await this.pool.confinement();
    if (confinement === undefined) return { kind: 'unavailable', detail: 'no sandbox' };
    return await postScriptToPdf(bytes, confinement, {
      tempDir: this.options.tempDir,
      wallMs: this.wallMs,
      paper: this.options.paper,
      signal,
    });
  }
}

function isDrawn(file: TypedFile): file is { type: DrawnType; bytes: Uint8Array } {
  return !needsProgram(file.type);
}

function isOffice(type: DocumentType): type is OfficeType {
  return PROGRAMS[type] === 'office';
}
