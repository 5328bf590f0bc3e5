import { Readable } from 'node:stream';

import { runCommandLine } from '#operator/command-line.ts';

/** The result of one run of the operator command. */
export interface CommandResult {
  status: number;
  stdout: string;
  stderr: string;
}

/**
 * Runs an operator command in this process, with `input` on its standard input, because a separate process would load
 * the program each time. Commands replace the standard streams, so they must not run at the same time.
 */
export async function runOperatorCommand(args: readonly string[], input = ''): Promise<CommandResult> {
  const result: CommandResult = { status: 0, stdout: '', stderr: '' };
  const restore = [
    replace(process, 'stdin', Readable.from([input])),
    ...(['stdout', 'stderr'] as const).map((name) =>
      replace(process[name], 'write', (text: string | Uint8Array) => {
        result[name] += String(text);
        return true;
      }),
    ),
  ];
  try {
    result.status = await runCommandLine(args);
  } finally {
    for (const undo of restore) undo();
    process.exitCode = undefined;
  }
  return result;
}

/** Replaces a property; the returned function restores it. */
function replace(target: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
  return () => {
    if (before) Object.defineProperty(target, name, before);
    else Reflect.deleteProperty(target, name);
  };
}
