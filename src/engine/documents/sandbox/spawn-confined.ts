import type { ChildProcess, IOType, SpawnOptions } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

import type { ProgramCommand } from './confine.ts';
import { FILTER_DESCRIPTOR } from './system-calls.ts';

/** Options that differ between confined programs. */
export interface ConfinedSpawn {
  stdio: IOType[];
  /** Only for unconfined ones: the folder they work in. */
  folder?: string | undefined;
}

/**
 * Starts a program with an empty environment, so that code run by a document finds no secret there (A-CONV-20), in its
 * own process group, so that it can be killed with everything it started, and under its system call filter. Throws if
 * no more files can be opened: the program would have no pipes, and its exit would go unnoticed.
 */
export function spawnConfined(command: ProgramCommand, { stdio, folder }: ConfinedSpawn): ChildProcess {
  const { filter } = command;
  const unused = Array.from({ length: FILTER_DESCRIPTOR - stdio.length }, (): IOType => 'ignore');
  const options: SpawnOptions = {
    env: folder === undefined ? {} : { TMPDIR: folder, HOME: folder },
    stdio: filter === undefined ? stdio : [...stdio, ...unused, 'pipe'],
    detached: true,
    ...(folder === undefined ? {} : { cwd: folder }),
  };
  const child = spawn(command.program, command.arguments, options);
  // It is undefined only if no more files can be opened; a stream without a pipe is null.
  if (child.stderr === undefined) {
    child.on('error', () => {});
    throw Object.assign(new Error('too many open files to start a program'), { code: 'EMFILE' });
  }
  const channel =
    filter === undefined ? undefined : (child.stdio.at(FILTER_DESCRIPTOR) as Writable | undefined);
  // If a program cannot be started, its end is the result.
  channel?.on('error', () => {});
  channel?.end(filter);
  return child;
}
