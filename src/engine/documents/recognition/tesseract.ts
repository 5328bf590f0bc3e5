import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import {
  PROGRAM_OPEN_FILES,
  RECOGNITION_BYTES,
  RECOGNITION_CPU_SECONDS,
  RECOGNITION_DATA_BYTES,
  RECOGNITION_TMP_BYTES,
  RECOGNITION_WALL_MS,
} from '../limits.ts';
import type { Confinement, ProgramCommand } from '../sandbox/confine.ts';
import { confine, findTool } from '../sandbox/confine.ts';
import { runProgram } from '../sandbox/run-program.ts';

/** Where Debian and Ubuntu keep what tesseract knows of each language. */
const DATA_FOLDERS = ['/usr/share/tesseract-ocr/5/tessdata', '/usr/share/tesseract-ocr/4.00/tessdata'];

/** Languages of the product, by tesseract's names. */
const NAMES: Readonly<Record<string, string>> = {
  ar: 'ara',
  de: 'deu',
  en: 'eng',
  es: 'spa',
  fr: 'fra',
  pt: 'por',
};

/** Each further language takes memory and time, and makes mistakes in the others. */
const MOST_LANGUAGES = 2;

/** Processes of one run: nice, env and tesseract, which has one thread. */
const PROCESSES = 16;

/** Languages that pages can be read in on this machine, as the product names them (`en`). */
export function readableLanguages(): string[] {
  if (findTool('tesseract') === undefined) return [];
  const files = new Set(DATA_FOLDERS.flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : [])));
  return Object.keys(NAMES).filter((language) => files.has(`${NAMES[language]}.traineddata`));
}

/** What is missing for reading pages on this machine; `undefined` when nothing is. */
export function missingForRecognition(): string | undefined {
  if (findTool('tesseract') === undefined) return 'tesseract is not installed';
  return readableLanguages().includes('en') ? undefined : 'tesseract has no data for English';
}

/** The languages of those wanted that are there, and English, as tesseract takes them: `deu+eng`. */
export function languageArgument(wanted: readonly string[], readable: readonly string[]): string {
  const languages = [...new Set([...wanted, 'en'])].filter((language) => readable.includes(language));
  return languages
    .slice(-MOST_LANGUAGES)
    .map((language) => NAMES[language])
    .join('+');
}

/**
 * The command that reads a bitmap on standard input and prints a table of its words. One thread: with more, it takes
 * 3.5 times the processor time for the same page. It runs at the lowest priority, since nobody waits for it.
 */
export function tesseractCommand(confinement: Confinement, languages: string): ProgramCommand | undefined {
  const [nice, env, tesseract] = ['nice', 'env', 'tesseract'].map(findTool);
  if (nice === undefined || env === undefined || tesseract === undefined) return undefined;
  const low = [nice, '-n', '19', env, 'OMP_THREAD_LIMIT=1'];
  const command = [...low, tesseract, 'stdin', 'stdout', '-l', languages, '--dpi', '204', 'tsv'];
  return confine(confinement, {
    inside: command,
    outside: command,
    visible: [],
    folders: [],
    limits: {
      cpuSeconds: RECOGNITION_CPU_SECONDS,
      dataBytes: RECOGNITION_DATA_BYTES,
      fileBytes: RECOGNITION_BYTES,
      openFiles: PROGRAM_OPEN_FILES,
      processes: PROCESSES,
      tmpBytes: RECOGNITION_TMP_BYTES,
    },
  });
}

/** What a run gave: tesseract's table, or why there is none. `failed` is the fault of this picture. */
export type RecognitionRun =
  | { kind: 'ok'; table: string }
  | { kind: 'failed'; detail: string }
  | { kind: 'unavailable'; detail: string }
  | { kind: 'aborted' };

/** Has tesseract read one picture (PBM) in a sandbox of its own. */
export async function runTesseract(
  picture: Uint8Array,
  languages: string,
  confinement: Confinement,
  { tempDir, signal }: { tempDir: string; signal: AbortSignal | undefined },
): Promise<RecognitionRun> {
  const command = tesseractCommand(confinement, languages);
  if (command === undefined) return { kind: 'unavailable', detail: 'tesseract is not installed' };
  const folder = confinement === 'none' ? await mkdtemp(join(tempDir, 'recognition-')) : undefined;
  try {
    const bounds = { wallMs: RECOGNITION_WALL_MS, mostBytes: RECOGNITION_BYTES, signal, folder };
    const result = await runProgram(command, picture, bounds);
    if (result.kind === 'aborted') return result;
    if (result.kind === 'not-started') return { kind: 'unavailable', detail: result.detail };
    if (result.kind === 'over') return { kind: 'failed', detail: `${result.bound} of tesseract` };
    if (result.status === 0) return { kind: 'ok', table: result.output.toString('utf8') };
    return { kind: 'failed', detail: `tesseract: status ${result.status} ${result.errors}`.trim() };
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}
