import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import type { Finding, RunResult } from './harness/run.ts';

/** The repository. */
const PROJECT = fileURLToPath(new URL('..', import.meta.url));

/** Where inputs and findings are kept between runs; ignored by git. */
const FOLDER = `${PROJECT}tmp/fuzz`;

/** Files in the targets folder that are not targets. */
const SHARED = ['mails.ts'];

/** Returns the names of all targets: one file each. */
export function targetNames(): string[] {
  return readdirSync(new URL('targets/', import.meta.url))
    .filter((file) => file.endsWith('.ts') && !SHARED.includes(file))
    .map((file) => file.slice(0, -'.ts'.length));
}

/** Returns the URL of a target's module. */
export function targetFile(name: string): string {
  return new URL(`targets/${name}.ts`, import.meta.url).href;
}

/** The command line. */
interface Arguments {
  names: string[];
  seconds: number;
  seed: number;
  jobs: number;
  replay: string | undefined;
}

/** Reads the command line. Throws TypeError with the reason. */
function readArguments(args: readonly string[]): Arguments {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: String((Date.now() % 1_000_000) + 1) },
      jobs: { type: 'string', default: '1' },
      replay: { type: 'string' },
    },
  });
  const known = targetNames();
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new TypeError(`There is no target ${unknown}; there are ${known.join(', ')}.`);
  const [seconds, seed, jobs] = [values.seconds, values.seed, values.jobs].map(Number) as [
    number,
    number,
    number,
  ];
  if (!(seconds > 0 && seed > 0 && jobs > 0))
    throw new TypeError('--seconds, --seed and --jobs are positive numbers.');
  if (values.replay !== undefined && positionals.length !== 1)
    throw new TypeError('--replay <file> needs the name of one target.');
  return { names: positionals.length > 0 ? positionals : known, seconds, seed, jobs, replay: values.replay };
}

/**
 * Fuzzes the named targets, or all; resolves to true if there are no findings. Throws TypeError for wrong arguments.
 */
export async function fuzzCommand(args: readonly string[], say: (line: string) => void): Promise<boolean> {
  const { names, seconds, seed, jobs, replay } = readArguments(args);
  say(`seed ${seed}; inputs and findings are kept in ${relative(process.cwd(), FOLDER)}`);
  say(HEADINGS);
  const waiting = [...names];
  let clean = true;
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const result = await runApart([targetFile(name), FOLDER, String(seconds), String(seed), replay ?? '']);
      if (typeof result === 'string') {
        say(`the process of ${name} ended with ${result}, and its last input is not known`);
        clean = false;
        continue;
      }
      if (replay === undefined) say(rowOf(name, result));
      for (const finding of result.findings) say(describe(name, finding));
      if (result.findings.length > 0) clean = false;
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return clean;
}

const HEADINGS = ['target', 'seconds', 'cpu s', 'executions', 'exec/s', 'branches', 'kept', 'findings'].join(
  '\t',
);

function rowOf(name: string, result: RunResult): string {
  const { seconds, cpuSeconds, executions, reached, branches, corpus, findings } = result;
  const cells = [seconds, cpuSeconds, executions, executions / seconds].map((cell) => cell.toFixed(0));
  return [name, ...cells, `${reached}/${branches}`, corpus, findings.length].join('\t');
}

function describe(name: string, { kind, detail, file }: Finding): string {
  return `${kind} in ${name}: ${detail}\nreplay it: npm run fuzz -- ${name} --replay ${relative(process.cwd(), file)}`;
}

/** Runs one target in its own process; resolves to its result, or to the signal or exit code if there is none. */
async function runApart(args: readonly string[]): Promise<RunResult | string> {
  const program = fileURLToPath(new URL('harness/apart.ts', import.meta.url));
  const child = spawn(process.execPath, ['--no-warnings', program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
    child.once('close', (...how) => resolve(how));
  });
  const line = output.trim().split('\n').at(-1) ?? '';
  if (code !== 0 || !line.startsWith('{')) return String(signal ?? code);
  return JSON.parse(line) as RunResult;
}
