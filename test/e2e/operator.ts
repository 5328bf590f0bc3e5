import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { RunningProduct } from './product.ts';
import { seeTour } from './tour-seen.ts';

const LAUNCHER = join(import.meta.dirname, '../../bin/f2e.mjs');

/** Runs an operator command over the product's data and gives its JSON; a command that fails fails the test. */
export async function f2e(
  product: RunningProduct,
  args: readonly string[],
  input = '',
): Promise<Record<string, unknown>> {
  const env = { ...process.env, ...product.env };
  const child = spawn(process.execPath, [LAUNCHER, ...args, '--json'], { env });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.end(input);
  const status = await new Promise((resolve) => {
    child.once('close', resolve);
  });
  if (status !== 0) throw new Error(`f2e ${args.join(' ')} ended with ${String(status)}: ${err}`);
  return JSON.parse(out) as Record<string, unknown>;
}

/** An account of the default brand with the product's demonstration password, so that specs do not share a mailbox; made once. */
export async function ensureAccount(
  product: RunningProduct,
  number: string,
  options: readonly string[] = [],
  /** Where its brand is at home, unless that is the default one. */
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

/** The simulator line for every number outside this installation; made once, whoever needs it first. */
export async function ensureSimulator(product: RunningProduct): Promise<void> {
  const { lines } = await f2e(product, ['line', 'list']);
  if ((lines as { kind: string }[]).some(({ kind }) => kind === 'simulator')) return;
  await f2e(product, ['line', 'add', '--kind', 'simulator', '--name', 'sim', '--pattern', '*']);
}
