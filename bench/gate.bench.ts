import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { PROJECT, startProduct } from '#test/start-product.ts';
import type { Product } from '#test/start-product.ts';

import { ask, logIn, memoryOf, sendLetter } from './people.ts';
import type { Person } from './people.ts';
import { until } from './time-limit.ts';

const command = promisify(execFile);

/** The release to compare with; by default the newest tag. */
const AGAINST = process.env['BENCH_AGAINST'];
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
/** A figure above this factor times the release's is a regression. */
const LIMIT = 1.15;
const HISTORY = join(PROJECT, 'bench/history.tsv');

/** Demonstration accounts, which send to each other inside the installation. */
const [SENDER, RECEIVER] = ['2125550100', '2125550101'] as const;
const BURST = 30;

/** A running product to measure. */
interface Visit {
  product: Product;
  sender: Person;
  receiver: Person;
}

/** The compared figures: smaller is better, and each is measured only from outside the product. */
const ROWS: Readonly<Record<string, (visit: Visit) => Promise<number>>> = {
  'login, ms': async ({ product }) =>
    await medianOf(10, async () => void (await loggedIn(product, RECEIVER))),
  'message list, ms': async (visit) => await medianOf(200, async () => void (await listed(visit))),
  'message list with a search, ms': async (visit) =>
    await medianOf(100, async () => void (await listed(visit, '555'))),
  'letter of three pages to another account, ms': async (visit) =>
    await medianOf(5, async () => await send(visit, 1)),
  [`${BURST} letters at once, ms`]: async (visit) => await timed(async () => await send(visit, BURST)),
  'memory after that, MB': async ({ product }) => memoryOf(product.pid),
};

/**
 * Compares this version with the last release, alternating in one run, and adds a line for each row to
 * bench/history.tsv. Throws if this version is more than 15 % slower or larger. Part of releasing; other work on the
 * machine distorts it.
 */
export async function run(): Promise<void> {
  const release = await revisionOf(AGAINST ?? (await newestTag()));
  const now = await revisionOf('HEAD');
  const folder = await mkdtemp(join(tmpdir(), 'f2e-gate-'));
  const project = join(folder, 'release');
  try {
    await checkOut(release, project);
    const sides = [project, PROJECT].map((version, side) => ({
      version,
      data: join(folder, `data-${side}`),
    }));
    for (const { version, data } of sides) await prepare(version, data);
    const figures = [new Map<string, number[]>(), new Map<string, number[]>()];
    for (let round = 0; round < ROUNDS; round += 1)
      for (const side of round % 2 === 0 ? [0, 1] : [1, 0])
        await measure(sides[side]!, figures[side]!, `${round + 1} of ${ROUNDS}`);
    await judge(figures[0]!, figures[1]!, { release, now });
  } finally {
    await command('git', ['worktree', 'remove', '--force', project], { cwd: PROJECT }).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
}

async function newestTag(): Promise<string> {
  const { stdout } = await command('git', ['tag', '--sort=-creatordate'], { cwd: PROJECT });
  const [tag] = stdout.split('\n');
  if (!tag) throw new Error('There is no release to compare with: name a revision with BENCH_AGAINST.');
  return tag;
}

async function revisionOf(name: string): Promise<string> {
  const { stdout } = await command('git', ['rev-parse', '--short=8', `${name}^{commit}`], { cwd: PROJECT });
  return stdout.trim();
}

/** Checks out the release, with the same packages if its lock file is the same, otherwise with its own. */
async function checkOut(revision: string, project: string): Promise<void> {
  await command('git', ['worktree', 'add', '--detach', project, revision], { cwd: PROJECT });
  const [own, other] = await Promise.all(
    [PROJECT, project].map(async (folder) => await readFile(join(folder, 'package-lock.json'), 'utf8')),
  );
  if (own === other) await symlink(join(PROJECT, 'node_modules'), join(project, 'node_modules'));
  else await command('npm', ['ci', '--no-audit', '--no-fund'], { cwd: project });
  // The release serves its pages from there.
  await command(process.execPath, ['scripts/build.mjs'], { cwd: project });
}

/**
 * Starts it once, which creates the database and the demonstration data, and raises the page limit of the sending
 * account.
 */
async function prepare(project: string, dataDir: string): Promise<void> {
  const product = await start(project, dataDir);
  const { stdout } = await product.f2e(['account', 'list', '--json']);
  const { accounts } = JSON.parse(stdout) as { accounts: { uid: string; faxnumber: string | null }[] };
  const uid = accounts.find(({ faxnumber }) => faxnumber === SENDER)?.uid ?? '';
  const { status, stderr } = await product.f2e(['account', 'set', uid, 'month-limit=100000']);
  if (status !== 0) throw new Error(stderr);
  await product.stop();
}

async function start(project: string, dataDir: string): Promise<Product> {
  return await startProduct({ project, dataDir, env: { F2E_SMTP_LISTEN: '', F2E_LOG: 'warn' } });
}

async function measure(
  { version, data }: { version: string; data: string },
  figures: Map<string, number[]>,
  round: string,
): Promise<void> {
  const begun = performance.now();
  const product = await start(version, data);
  const note = (row: string, figure: number) => figures.set(row, [...(figures.get(row) ?? []), figure]);
  try {
    note('ready after a start, ms', performance.now() - begun);
    const [sender, receiver] = [await loggedIn(product, SENDER), await loggedIn(product, RECEIVER)];
    for (const [row, read] of Object.entries(ROWS)) note(row, await read({ product, sender, receiver }));
  } finally {
    await product.stop();
  }
  console.log(`round ${round}: ${version === PROJECT ? 'this version' : 'the release'}`);
}

/** Prints and stores the medians; throws with the rows that regressed. */
async function judge(
  before: ReadonlyMap<string, readonly number[]>,
  after: ReadonlyMap<string, readonly number[]>,
  { release, now }: { release: string; now: string },
): Promise<void> {
  const rows = [...before].map(([row, figures]) => {
    const [was, is] = [median(figures), median(after.get(row) ?? [])];
    return { row, was, is, ratio: is / was };
  });
  console.table(
    Object.fromEntries(
      rows.map(({ row, was, is, ratio }) => [
        row,
        { [release]: written(was), [now]: written(is), ratio: ratio.toFixed(2) },
      ]),
    ),
  );
  const date = new Date().toISOString().slice(0, 10);
  await appendFile(
    HISTORY,
    rows
      .map(
        ({ row, was, is, ratio }) =>
          `${[date, now, release, row, written(is), written(was), ratio.toFixed(2)].join('\t')}\n`,
      )
      .join(''),
  );
  const worse = rows
    .filter(({ ratio }) => ratio > LIMIT)
    .map(({ row, ratio }) => `${row} (× ${ratio.toFixed(2)})`);
  if (worse.length > 0) throw new Error(`Worse than ${release} by more than 15 %: ${worse.join(', ')}.`);
}

async function loggedIn({ baseURL, password }: Product, number: string): Promise<Person> {
  const person = await logIn(baseURL, number, password);
  if (typeof person === 'number') throw new Error(`logging in answered ${person}`);
  return person;
}

/** Returns how many faxes the receiver's Inbox has. */
async function listed({ product, receiver }: Visit, search = ''): Promise<number> {
  const query = new URLSearchParams({ draw: '1', start: '0', length: '100', 'search[value]': search });
  const { status, body } = await ask(
    `${product.baseURL}/api/n1/db/f2e/SSPFaxArchive.json?${query.toString()}`,
    { headers: receiver.headers },
  );
  if (status !== 200) throw new Error(`the list answered ${status}`);
  return (JSON.parse(body) as { recordsTotal: number }).recordsTotal;
}

/** Sends letters, and waits until all have arrived. */
async function send(visit: Visit, many: number): Promise<void> {
  const { product, sender } = visit;
  const before = await listed(visit);
  await Promise.all(
    Array.from({ length: many }, async () => {
      const { status } = await sendLetter(product.baseURL, sender, RECEIVER);
      if (status !== 200) throw new Error(`sending answered ${status}`);
    }),
  );
  await until(`${many} letters to arrive`, async () => (await listed(visit)) >= before + many);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function medianOf(times: number, work: () => Promise<void>): Promise<number> {
  const figures: number[] = [];
  for (let n = 0; n < times; n += 1) figures.push(await timed(work));
  return median(figures);
}

function median(figures: readonly number[]): number {
  return figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? 0;
}

function written(figure: number): string {
  return figure.toFixed(figure < 100 ? 1 : 0);
}
