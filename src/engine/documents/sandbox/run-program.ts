import type { ChildProcess } from 'node:child_process';

import type { ProgramCommand } from './confine.ts';
import { watchMemory } from './memory-watch.ts';
import { spawnConfined } from './spawn-confined.ts';

/** Bytes of standard error kept for the log; programs print to it freely. */
const ERROR_BYTES = 600;

/** Limits of one run. */
export interface ProgramRun {
  wallMs: number;
  /** Longest output that is accepted, in bytes. */
  mostBytes: number;
  signal?: AbortSignal | undefined;
  /** For unconfined ones, the only folder they should write to. */
  folder?: string | undefined;
  /** Called with what the program prints to standard error, preceded by the end of its previous output. */
  onComplaint?: (text: string) => void;
}

/** How a run ended: by the program itself (a null status means a signal), or by the limit that it reached. */
export type ProgramResult =
  | { kind: 'ended'; status: number | null; output: Buffer; errors: string }
  | { kind: 'aborted' }
  | { kind: 'not-started'; detail: string }
  | { kind: 'over'; bound: 'time' | 'memory' | 'output' };

/**
 * Runs a confined program that reads its whole input and answers on standard output. It is killed with everything it
 * started as soon as it reaches a limit or `signal` aborts.
 */
export async function runProgram(
  command: ProgramCommand,
  bytes: Uint8Array,
  run: ProgramRun,
): Promise<ProgramResult> {
  try {
    const child = spawnConfined(command, { stdio: ['pipe', 'pipe', 'pipe'], folder: run.folder });
    return await answerOf(child, bytes, run);
  } catch (error) {
    return { kind: 'not-started', detail: String(error) };
  }
}

async function answerOf(
  child: ChildProcess,
  bytes: Uint8Array,
  { wallMs, mostBytes, signal, onComplaint }: ProgramRun,
): Promise<ProgramResult> {
  const [input, output, complaints] = [child.stdin!, child.stdout!, child.stderr!];
  const chunks: Buffer[] = [];
  let size = 0;
  let errors = '';
  return await new Promise<ProgramResult>((resolve) => {
    const end = (result: ProgramResult) => {
      resolve(result);
      killGroup(child.pid);
    };
    const clock = setTimeout(end, wallMs, { kind: 'over', bound: 'time' });
    const unwatch = watchMemory(child.pid ?? 0, () => end({ kind: 'over', bound: 'memory' }));
    const onAbort = () => end({ kind: 'aborted' });
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
    output.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > mostBytes) end({ kind: 'over', bound: 'output' });
    });
    complaints.on('data', (chunk: Buffer) => {
      const text = errors + chunk.toString('latin1');
      onComplaint?.(text);
      errors = text.slice(-ERROR_BYTES);
    });
    const finish = (result: ProgramResult) => {
      clearTimeout(clock);
      unwatch();
      signal?.removeEventListener('abort', onAbort);
      resolve(result);
    };
    child.once('error', (error) => finish({ kind: 'not-started', detail: error.message }));
    child.once('close', (status) => finish({ kind: 'ended', status, output: Buffer.concat(chunks), errors }));
    // If a program does not read its whole input, its end is the result, not this error.
    input.on('error', () => {});
    input.end(bytes);
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group is already gone.
  }
}
