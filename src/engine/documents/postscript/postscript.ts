import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import {
  MAX_PAGES,
  PDF_BYTES,
  PROGRAM_DATA_BYTES,
  PROGRAM_OPEN_FILES,
  PROGRAM_PROCESSES,
  PROGRAM_TMP_BYTES,
} from '../limits.ts';
import type { Paper } from '../port.ts';
import type { PdfResult } from '../office/office-worker.ts';
import type { Confinement, ProgramCommand } from '../sandbox/confine.ts';
import { confine, findTool } from '../sandbox/confine.ts';
import { runProgram } from '../sandbox/run-program.ts';
import { afterJobHeader } from './job-header.ts';

/** Printed by our own showpage after every page, so that a failed program with pages can be told from one without. */
const PAGE_MARK = 'f2e-page-done';

/**
 * Our showpage: reports each finished page and ends the program after one page more than allowed, instead of running it
 * to its end (A-CONV-04). It counts in global memory, which programs that restore their state do not affect.
 */
const PROLOGUE =
  'true setglobal [0] false setglobal userdict /f2e-count 3 -1 roll put ' +
  `/showpage { showpage (${PAGE_MARK}) = flush ` +
  `f2e-count 0 2 copy get 1 add dup ${MAX_PAGES + 1} ge { quit } if put } bind def`;

/** 128 + SIGXCPU, 128 + SIGKILL: the kernel killed a program that used up its CPU seconds. */
const CPU_LIMIT_STATUSES = [152, 137];

/** Returns what is missing for PostScript on this machine; `undefined` if nothing is. */
export function missingForPostScript(): string | undefined {
  return findTool('gs') === undefined ? 'Ghostscript is not installed' : undefined;
}

/**
 * Returns the command that converts PostScript on standard input to a PDF on standard output. SAFER is not enough: it
 * lets programs read, list and write below the temporary folder (A-CONV-01), so that folder is private and empty.
 * `wallMs` is also its CPU time limit, in case our own clock fails.
 */
export function postScriptCommand(
  confinement: Confinement,
  { wallMs, paper = 'letter' }: Pick<PostScriptOptions, 'wallMs' | 'paper'>,
): ProgramCommand | undefined {
  const gs = findTool('gs');
  if (gs === undefined) return undefined;
  // What programs print must not get into the PDF; one page more than allowed shows that there are too many.
  const options = `-q -dSAFER -dBATCH -dNOPAUSE -sDEVICE=pdfwrite -sstdout=%stderr -sPAPERSIZE=${paper} -dLastPage=${MAX_PAGES + 1}`;
  const command = [gs, ...options.split(' '), '-sOutputFile=-', '-c', PROLOGUE, '-f', '-'];
  const visible = ['/etc/ghostscript', '/var/lib/ghostscript'].flatMap((path) => [
    '--ro-bind-try',
    path,
    path,
  ]);
  return confine(confinement, {
    inside: command,
    outside: command,
    visible,
    folders: ['/var', '/var/lib'],
    limits: {
      cpuSeconds: Math.ceil(wallMs / 1000),
      dataBytes: PROGRAM_DATA_BYTES,
      fileBytes: PDF_BYTES,
      openFiles: PROGRAM_OPEN_FILES,
      processes: PROGRAM_PROCESSES,
      tmpBytes: PROGRAM_TMP_BYTES,
    },
  });
}

/** Limits of one run; tests use smaller ones. */
export interface PostScriptOptions {
  tempDir: string;
  wallMs: number;
  /** For programs that state none. */
  paper?: Paper | undefined;
  signal?: AbortSignal | undefined;
}

/** Runs one PostScript program in its own sandbox and returns the PDF that it printed. */
export async function postScriptToPdf(
  bytes: Uint8Array,
  confinement: Confinement,
  options: PostScriptOptions,
): Promise<PdfResult | { kind: 'unavailable'; detail: string }> {
  const command = postScriptCommand(confinement, options);
  if (command === undefined) return { kind: 'unavailable', detail: 'Ghostscript is not installed' };
  const folder = confinement === 'none' ? await mkdtemp(join(options.tempDir, 'postscript-')) : undefined;
  try {
    return await run(command, bytes, options, folder);
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

async function run(
  command: ProgramCommand,
  bytes: Uint8Array,
  { wallMs, signal }: PostScriptOptions,
  folder: string | undefined,
): Promise<PdfResult | { kind: 'unavailable'; detail: string }> {
  let printed = false;
  const result = await runProgram(command, bytes.subarray(afterJobHeader(bytes) ?? 0), {
    wallMs,
    mostBytes: PDF_BYTES,
    signal,
    folder,
    onComplaint: (text) => {
      printed ||= text.includes(PAGE_MARK);
    },
  });
  if (result.kind === 'ended') return resultOf(result.status, printed, result.output, result.errors);
  if (result.kind === 'not-started') return { kind: 'unavailable', detail: result.detail };
  if (result.kind === 'aborted') return result;
  const reason = result.bound === 'time' ? 'TIME_LIMIT' : 'DOCUMENT_TOO_LARGE';
  return { kind: 'refused', reason, detail: `${result.bound} of Ghostscript` };
}

/**
 * Returns the result of a run. A program that fails after a page still counts as printed; for one that fails earlier,
 * Ghostscript writes an empty page, so it is refused.
 */
function resultOf(status: number | null, printed: boolean, output: Buffer, errors: string): PdfResult {
  const isPdf = output.subarray(0, 5).toString('latin1') === '%PDF-';
  if (isPdf && (status === 0 || printed)) return { kind: 'ok', pdf: output };
  const detail = `Ghostscript: status ${status} ${errors}`.trim();
  const reason = CPU_LIMIT_STATUSES.includes(status ?? 0) ? 'TIME_LIMIT' : 'DOCUMENT_DAMAGED';
  return { kind: 'refused', reason, detail };
}
