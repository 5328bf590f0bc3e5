import { Readable } from 'node:stream';

import { runCommandLine } from '#operator/command-line.ts';

/** A command for this process, and what became of it; browser tests send and get them as messages. */
export interface OperatorRequest {
  id: number;
  args: readonly string[];
  input: string;
}
export interface OperatorAnswer {
  id: number;
  status: number;
  stdout: string;
  stderr: string;
}

/** Runs one command; what it prints is collected. */
async function run({ id, args, input }: OperatorRequest): Promise<OperatorAnswer> {
  const answer = { id, status: 0, stdout: '', stderr: '' };
  const writers = (['stdout', 'stderr'] as const).map((name) => {
    const stream = process[name];
    const write = stream.write.bind(stream);
    stream.write = (text: string | Uint8Array) => {
      answer[name] += String(text);
      return true;
    };
    return () => (stream.write = write);
  });
  Object.defineProperty(process, 'stdin', { value: Readable.from([input]), configurable: true });
  try {
    answer.status = await runCommandLine(args);
  } finally {
    for (const restore of writers) restore();
    process.exitCode = undefined;
  }
  return answer;
}

/** One after the other: they share the streams. */
let last: Promise<unknown> = Promise.resolve();

process.on('message', (request: OperatorRequest) => {
  last = last.then(async () => process.send?.(await run(request)));
});
process.on('disconnect', () => process.exit());
