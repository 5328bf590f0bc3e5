import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { OperatorAnswer } from './operator-process.ts';
import type { RunningProduct } from './product.ts';
import { seeTour } from './tour-seen.ts';

const PROGRAM = join(import.meta.dirname, 'operator-process.ts');

/** A process that runs operator commands of one product. */
interface OperatorProcess {
  run(args: readonly string[], input: string): Promise<OperatorAnswer>;
}

const processes = new Map<string, OperatorProcess>();

/**
 * Runs an operator command over the product's data and returns its JSON; a failed command fails the test. All commands
 * of a product run in one process, because loading the program takes longer than most commands.
 */
export async function f2e(
  product: RunningProduct,
  args: readonly string[],
  input = '',
): Promise<Record<string, unknown>> {
  const operator = processes.get(product.dataDir) ?? startOperator(product);
  processes.set(product.dataDir, operator);
  const { status, stdout, stderr } = await operator.run([...args, '--json'], input);
  if (status !== 0) throw new Error(`f2e ${args.join(' ')} ended with ${status}: ${stderr}`);
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** Starts the process; it ends with the test process. */
function startOperator({ dataDir, env }: RunningProduct): OperatorProcess {
  const child = fork(PROGRAM, { env: { ...process.env, ...env }, execArgv: [] });
  const waiting = new Map<number, (answer: OperatorAnswer) => void>();
  child.on('message', (answer: OperatorAnswer) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  child.on('exit', (status) => {
    processes.delete(dataDir);
    for (const [id, answer] of waiting)
      answer({ id, status: status ?? 1, stdout: '', stderr: 'The process of the command has ended.' });
  });
  child.unref();
  child.channel?.unref();
  let ids = 0;
  return {
    run: async (args, input) =>
      await new Promise((resolve) => {
        const id = (ids += 1);
        // Keeps the test process alive until the answer arrives.
        child.channel?.ref();
        waiting.set(id, (answer) => {
          if (waiting.size === 1) child.channel?.unref();
          resolve(answer);
        });
        child.send({ id, args, input });
      }),
  };
}

/**
 * Creates an account of the default brand with the product's demonstration password, once, so that specs do not share a
 * mailbox.
 */
export async function ensureAccount(
  product: RunningProduct,
  number: string,
  options: readonly string[] = [],
  /** The host of its brand, unless that is the default one. */
  host?: string,
): Promise<string> {
  const { accounts } = await f2e(product, ['account', 'list']);
  // A worker that takes over after a failure runs the set-up again.
  const known = (accounts as { uid: string; faxnumber: string | null }[]).find(
    ({ faxnumber }) => faxnumber === number,
  );
  if (known !== undefined) return known.uid;
  const values = ['--brand', '1', '--number', number, '--email', `${number}@example.com`];
  const account = await f2e(
    product,
    ['account', 'add', ...values, ...options, '--password-stdin'],
    `${product.password}\n`,
  );
  await seeTour(product, number, host);
  return String(account['uid']);
}

/** Adds the simulator line for every number outside this installation, once, by whichever spec needs it first. */
export async function ensureSimulator(product: RunningProduct): Promise<void> {
  const { lines } = await f2e(product, ['line', 'list']);
  if ((lines as { kind: string }[]).some(({ kind }) => kind === 'simulator')) return;
  await f2e(product, ['line', 'add', '--kind', 'simulator', '--name', 'sim', '--pattern', '*']);
}
