import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { RECOGNITION_BYTES, RECOGNITION_WALL_MS } from '../limits.ts';
import type { Confinement, ProgramCommand } from '../sandbox/confine.ts';
import { runProgram } from '../sandbox/run-program.ts';

/** The folder that a program may use without a sandbox, and the signal that aborts it. */
export interface RecognizerBounds {
  tempDir: string;
  signal?: AbortSignal | undefined;
}

/** The output of a program about an image, or why there is none. `failed` is the fault of this image. */
export type RecognizerRun =
  | { kind: 'ok'; output: string }
  | { kind: 'failed'; detail: string }
  | { kind: 'unavailable'; detail: string }
  | { kind: 'aborted' };

/** Runs a program on one image, given on its standard input, in its own sandbox. */
export async function runRecognizer(
  name: string,
  command: ProgramCommand,
  picture: Uint8Array,
  confinement: Confinement,
  { tempDir, signal }: RecognizerBounds,
): Promise<RecognizerRun> {
  const folder = confinement === 'none' ? await mkdtemp(join(tempDir, 'recognition-')) : undefined;
  try {
    const bounds = { wallMs: RECOGNITION_WALL_MS, mostBytes: RECOGNITION_BYTES, signal, folder };
    const result = await runProgram(command, picture, bounds);
    if (result.kind === 'aborted') return result;
    if (result.kind === 'not-started') return { kind: 'unavailable', detail: result.detail };
    if (result.kind === 'over') return { kind: 'failed', detail: `${result.bound} of ${name}` };
    if (result.status === 0) return { kind: 'ok', output: result.output.toString('utf8') };
    return { kind: 'failed', detail: `${name}: status ${result.status} ${result.errors}`.trim() };
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}
