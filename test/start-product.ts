import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';

import { MALLOC_SETTINGS, NODE_FLAGS } from '../scripts/lean-node.mjs';
import { programFile } from '../scripts/setup-server.mjs';
import { freePort } from './free-ports.ts';

/** The project's folder. */
export const PROJECT = join(import.meta.dirname, '..');

/** The program that `npm start` runs. */
const SERVER = programFile('server');

/** Satisfies the default password rules. */
export const DEMO_PASSWORD = 'Demo-fax-2468';

/** Time limit in milliseconds for a first start, which creates a database and sample faxes on a busy machine. */
const READY_LIMIT_MS = 90_000;

/** Time limit in milliseconds for draining jobs and the database's last checkpoint. */
const STOP_LIMIT_MS = 60_000;

/** Number of characters of the log that show why a start failed. */
const LOG_TAIL = 4_000;

/** A product of this checkout that runs in its own process. */
export interface Product {
  /** Public origin and path, from the ready line. */
  baseURL: string;
  password: string;
  dataDir: string;
  smtpPort: number;
  pid: number;
  /** Runs an operator command over the same data. */
  f2e(args: readonly string[], input?: string): Promise<CommandResult>;
  /** Sends SIGTERM; throws unless the product ends with status 0. */
  stop(): Promise<void>;
  /** Sends SIGKILL, like a power failure. */
  kill(): Promise<void>;
  /** Resolves when the process has ended for any reason, with how it ended. */
  ended: Promise<string>;
}

/** The result of a command. */
export interface CommandResult {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Changes to a product's defaults. */
export interface ProductOptions {
  /** More F2E_ settings. */
  env?: Record<string, string>;
  /** A folder to keep; by default the product gets its own, which is removed with it. */
  dataDir?: string;
  /** Another version of the product: the folder of its project. */
  project?: string;
  /** Receives everything that the product logs. */
  onLog?: (text: string) => void;
}

/** Starts the service on free ports with demonstration data and short retry waits, and waits for its ready line. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'f2e-product-')));
  const [port, smtpPort] = [await freePort(), await freePort()];
  const env = {
    ...ownEnvironment(),
    ...MALLOC_SETTINGS,
    ...settings(dataDir, port, smtpPort),
    ...options.env,
  };
  const { project } = options;
  const program = project === undefined ? SERVER : join(project, 'src/server/main.ts');
  const child = spawn(process.execPath, [...NODE_FLAGS, program], {
    cwd: project ?? PROJECT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr.on('data', (chunk: Buffer) => options.onLog?.(chunk.toString()));
  keepLog(child, dataDir);
  const ended = new Promise<string>((resolve) => {
    child.once('close', (status, signal) => resolve(signal ?? `status ${status}`));
  });
  const baseURL = await readyLine(child);
  const remove = async (): Promise<void> => {
    if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
  };
  return {
    baseURL,
    password: env['F2E_DEMO_PASSWORD'] ?? DEMO_PASSWORD,
    dataDir,
    smtpPort,
    pid: child.pid ?? 0,
    ended,
    f2e: async (args, input = '') => await runCommand(args, input, env, project),
    stop: async () => {
      const status = await endAfter(child, 'SIGTERM');
      if (status !== 0) throw new Error(`the product ended with status ${status} after SIGTERM`);
      await remove();
    },
    kill: async () => {
      await endAfter(child, 'SIGKILL');
    },
  };
}

/** The settings of every test product. */
export function settings(dataDir: string, port: number, smtpPort: number): Record<string, string> {
  return {
    F2E_DATA: dataDir,
    F2E_LISTEN: `127.0.0.1:${port}`,
    F2E_SMTP_LISTEN: `127.0.0.1:${smtpPort}`,
    F2E_DEMO: '1',
    F2E_DEMO_PASSWORD: DEMO_PASSWORD,
    F2E_RETRY_MINUTES: '0.02,0.02,0.02,0.02',
    F2E_ALLOW_PRIVATE_HOSTS: '1',
    F2E_MAIL_REQUIRE_AUTH: '0',
    // Daily limits have their own tests; here new accounts send hundreds of faxes.
    F2E_NEW_ACCOUNT_DAYS: '0',
    F2E_MAX_CONTACTS: '100000',
    // Text recognition has its own tests; it takes seconds of CPU per page.
    F2E_OCR: 'off',
    F2E_DAY_FAXES: '999999',
    F2E_DAY_PAGES: '999999',
    F2E_DAY_PER_NUMBER: '999999',
  };
}

/** Returns the environment without the F2E_ settings of the person who runs the tests. */
export function ownEnvironment(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('F2E_')));
}

/** With TEST_LOGS=folder, stores each product's log there, because its data folder is removed after the test. */
function keepLog(child: ChildProcess, dataDir: string): void {
  const folder = process.env['TEST_LOGS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  child.stderr?.pipe(createWriteStream(join(folder, `${basename(dataDir)}-${child.pid}.log`)));
}

async function readyLine(child: ChildProcess): Promise<string> {
  let log = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-LOG_TAIL);
  });
  return await new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(new Error(`the product ${why}; its log ends with:\n${log}`));
    };
    const timer = setTimeout(() => {
      fail('was not ready in time');
    }, READY_LIMIT_MS);
    child.once('exit', (status) => {
      fail(`ended with status ${status} before it was ready`);
    });
    if (!child.stdout) return;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, address] = /^f2e ready at (\S+)$/u.exec(line) ?? [];
      if (!address) return;
      clearTimeout(timer);
      child.removeAllListeners('exit');
      resolve(address);
    });
  });
}

async function endAfter(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  return await new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error('the product did not stop in time'));
    }, STOP_LIMIT_MS);
    child.once('exit', (status) => {
      clearTimeout(timer);
      resolve(status);
    });
    child.kill(signal);
  });
}

/** Runs the operator command with these settings, like a person on the same machine. */
export async function runCommand(
  args: readonly string[],
  input: string,
  env: Record<string, string | undefined>,
  project: string = PROJECT,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [join(project, 'bin/f2e.mjs'), ...args], { cwd: project, env });
  const result: CommandResult = { status: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (result.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (result.stderr += chunk.toString()));
  child.stdin.end(input);
  result.status = await new Promise((resolve) => {
    child.once('close', resolve);
  });
  return result;
}
