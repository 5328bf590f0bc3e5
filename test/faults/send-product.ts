import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openDatabase } from '#engine/database/connect.ts';
import type { Database } from '#engine/database/port.ts';
import { namesBelow } from '#test/live-folder.ts';
import { until } from '#test/sending-rig.ts';
import { silentLog } from '#test/test-database.ts';
import { startProduct } from '#test/start-product.ts';
import type { Product } from '#test/start-product.ts';

/** Satisfies the default password rules. */
export const PASSWORD = 'Right-horse-7';

/** The response to a send. */
export interface Sent {
  status: number;
  jobs: number[];
  /** The error code of a refusal. */
  error?: string | undefined;
}

/** Where a product listens; it may not be running. */
type Address = Pick<Product, 'baseURL'>;

/** A logged-in account of a product that will be killed. */
export interface Sender {
  send(to: string, text: string, key: string): Promise<Sent>;
  /** Does the same at another process of the installation. */
  sendTo(product: Address, to: string, text: string, key: string): Promise<Sent>;
  headers: Record<string, string>;
}

/** Starts the product over a folder that outlives it. */
export async function startOver(dataDir: string, env: Record<string, string> = {}): Promise<Product> {
  return await startProduct({
    dataDir,
    env: { F2E_DEMO: '0', F2E_SMTP_LISTEN: '', F2E_RETRY_MINUTES: '0.01,0.01,0.01,0.01', ...env },
  });
}

/** Adds an account with the operator command. */
export async function addAccount(product: Product, number: string): Promise<void> {
  const args = ['account', 'add', '--brand', '1', '--number', number, '--email', `${number}@example.com`];
  const options = ['--month-limit', '100000', '--password-stdin', '--json'];
  const { status, stderr } = await product.f2e([...args, ...options], `${PASSWORD}\n`);
  if (status !== 0) throw new Error(`the account was not added: ${stderr}`);
}

/** Repeats a call, as clients do, while a product that has just started on a busy machine responds with 503. */
export async function untilAvailable<A extends { status: number }>(call: () => Promise<A>): Promise<A> {
  return await until(call, ({ status }) => status !== 503);
}

export async function logIn(product: Address, number: string): Promise<Sender> {
  const basic = Buffer.from(`${number}:${PASSWORD}`).toString('base64');
  const response = await untilAvailable(
    async () =>
      await fetch(`${product.baseURL}/api/n1/auth/login/faxuser.cookie`, {
        method: 'POST',
        headers: { authorization: `Basic ${basic}` },
      }),
  );
  if (response.status !== 200) throw new Error(`login failed: ${await response.text()}`);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  const token = cookies.find((cookie) => cookie.startsWith('access-token='))?.slice('access-token='.length);
  const headers = { cookie: cookies.join('; '), 'x-access-token': token ?? '' };
  const sendTo: Sender['sendTo'] = async (there, to, text, key) => {
    const form = new FormData();
    form.set('destinations', to);
    form.append('userfiles[0]', new Blob([text]), 'letter.txt');
    const answer = await fetch(`${there.baseURL}/api/faxui/sendFax`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': key },
      body: form,
    });
    const body = (await answer.json()) as { data?: { jobs: { jobid: string }[] }; error?: string };
    const jobs = body.data?.jobs.map(({ jobid }) => Number(jobid)) ?? [];
    return { status: answer.status, jobs, error: body.error };
  };
  return { headers, sendTo, send: async (...letter) => await sendTo(product, ...letter) };
}

/** Starts a product over a new folder with two accounts, the first of which is logged in. */
export async function startForTwo([first, second]: readonly [string, string]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'f2e-two-'));
  const product = await startOver(dataDir);
  await addAccount(product, first);
  await addAccount(product, second);
  return { dataDir, product, sender: await logIn(product, first) };
}

/** Kills a product and removes its folder. */
export async function clearAway(product: Product): Promise<void> {
  await killEverything(product);
  await rm(product.dataDir, { recursive: true, force: true });
}

/** Opens the database of a running product from this process. */
export async function openBeside(dataDir: string): Promise<Database> {
  return await openDatabase({ url: 'embedded', dataDir, log: silentLog, max: 2 });
}

/** Kills the product, its converters, and the database server with all its processes, like a power failure. */
export async function killEverything(product: Product): Promise<void> {
  for (const pid of await everyProcess(product)) killNow(pid);
  await product.kill();
}

/** Returns all current processes of the product, including its converters and its database server. */
export async function everyProcess(product: Product): Promise<Set<number>> {
  return await withDescendants([product.pid, ...(await postmasters(product.dataDir))]);
}

/** Returns these processes with all their descendants. */
export async function withDescendants(roots: readonly number[]): Promise<Set<number>> {
  const parents = await parentsOfAll();
  const family = new Set(roots);
  for (let grown = true; grown;) {
    grown = false;
    for (const [pid, parent] of parents) {
      if (family.has(parent) && !family.has(pid)) {
        family.add(pid);
        grown = true;
      }
    }
  }
  return family;
}

/** Kills a process that may already have ended by itself. */
export function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function parentsOfAll(): Promise<Map<number, number>> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => ''); // It has ended.
    const parent = / [A-Z] (\d+) /.exec(stat.slice(stat.lastIndexOf(')') + 1))?.[1];
    if (parent) parents.set(Number(name), Number(parent));
  }
  return parents;
}

/** Returns the database servers of a data folder. */
export async function postmasters(dataDir: string): Promise<number[]> {
  const pids: number[] = [];
  for (const file of (await namesBelow(dataDir)).filter((name) => name.endsWith('postmaster.pid'))) {
    const text = await readFile(join(dataDir, file), 'utf8').catch(() => ''); // Removed when it ended.
    const pid = Number(text.split('\n', 1)[0]);
    if (pid > 0) pids.push(pid);
  }
  return pids;
}
