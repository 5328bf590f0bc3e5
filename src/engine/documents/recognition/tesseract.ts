import { existsSync, readdirSync } from 'node:fs';

import {
  PROGRAM_OPEN_FILES,
  RECOGNITION_BYTES,
  RECOGNITION_CPU_SECONDS,
  RECOGNITION_DATA_BYTES,
  RECOGNITION_TMP_BYTES,
} from '../limits.ts';
import type { Confinement, ProgramCommand } from '../sandbox/confine.ts';
import { confine, findTool } from '../sandbox/confine.ts';
import { runRecognizer } from './run-recognizer.ts';
import type { RecognizerBounds, RecognizerRun } from './run-recognizer.ts';

/** Where Debian and Ubuntu keep tesseract's language data. */
const DATA_FOLDERS = ['/usr/share/tesseract-ocr/5/tessdata', '/usr/share/tesseract-ocr/4.00/tessdata'];

/** The product's languages with tesseract's names. */
const NAMES: Readonly<Record<string, string>> = {
  ar: 'ara',
  de: 'deu',
  en: 'eng',
  es: 'spa',
  fr: 'fra',
  pt: 'por',
};

/** Each further language takes memory and time, and causes errors in the others. */
const MOST_LANGUAGES = 2;

/** Processes of one run: nice, env and tesseract, which has one thread. */
const PROCESSES = 16;

/** Returns the languages that can be recognized on this machine, in the product's notation (`en`). */
export function readableLanguages(): string[] {
  if (findTool('tesseract') === undefined) return [];
  const files = new Set(DATA_FOLDERS.flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : [])));
  return Object.keys(NAMES).filter((language) => files.has(`${NAMES[language]}.traineddata`));
}

/** Returns what is missing for recognition on this machine; `undefined` if nothing is. */
export function missingForRecognition(): string | undefined {
  if (findTool('tesseract') === undefined) return 'tesseract is not installed';
  return readableLanguages().includes('en') ? undefined : 'tesseract has no data for English';
}

/**
 * Returns English and the first of the requested languages that is available, in tesseract's notation: `deu+eng`.
 */
export function languageArgument(wanted: readonly string[], readable: readonly string[]): string {
  const others = wanted.filter((language) => language !== 'en' && readable.includes(language));
  return [...[...new Set(others)].slice(0, MOST_LANGUAGES - 1), ...readable.filter((one) => one === 'en')]
    .map((language) => NAMES[language])
    .join('+');
}

/**
 * Returns the command that reads a bitmap on standard input and prints a table of its words. One thread: with more, it
 * takes 3.5 times the CPU time for the same page. It runs at the lowest priority, because no request waits for it.
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

/** Runs tesseract on one image (PBM) in its own sandbox; it prints a table of words. */
export async function runTesseract(
  picture: Uint8Array,
  languages: string,
  confinement: Confinement,
  bounds: RecognizerBounds,
): Promise<RecognizerRun> {
  const command = tesseractCommand(confinement, languages);
  if (command === undefined) return { kind: 'unavailable', detail: 'tesseract is not installed' };
  return await runRecognizer('tesseract', command, picture, confinement, bounds);
}
