import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { connectDatabase } from '#engine/database/connect.ts';
import { startEmbedded } from '#engine/database/embedded.ts';
import type { Database } from '#engine/database/port.ts';
import { startProduct } from '#test/start-product.ts';
import type { Product } from '#test/start-product.ts';

import { ask, logIn, makePeople, sendLetter } from './people.ts';
import type { Person } from './people.ts';
import { until } from './time-limit.ts';

const log = { info: (): void => {}, warn: (): void => {}, error: (): void => {} };
const PEOPLE = 40;
const SENDS = 150;
/** Number of callers, each of which sends its next request as soon as it has a response. */
const CALLERS = 16;
const MEASURE_MS = 5_000;

/** Layouts of an installation: the roles of each process. */
const LAYOUTS: Readonly<Record<string, readonly string[]>> = {
  'one process': ['web,worker'],
  'one web, one worker': ['web', 'worker'],
  'two web, two workers': ['web', 'web', 'worker', 'worker'],
};

/**
 * Measures the same work with one process and with several over one PostgreSQL: lists per second, faxes per second, and
 * how many faxes are lost when one process is killed during the work. On one machine with two cores this shows the cost
 * of several processes, not their benefit.
 */
export async function run(): Promise<void> {
  console.log(
    `${'layout'.padEnd(24)}${'lists/s'.padStart(10)}${'faxes/s'.padStart(10)}${'killed: lost'.padStart(14)}`,
  );
  for (const [name, roles] of Object.entries(LAYOUTS)) await measure(name, roles);
}

async function measure(name: string, roles: readonly string[]): Promise<void> {
  const folder = await mkdtemp('/var/tmp/f2e-layout-');
  const embedded = await startEmbedded({ dataDir: folder, log });
  const database = await connectDatabase(embedded.connection, log, {
    max: 2,
    release: async () => await embedded.stop(),
  });
  const products: Product[] = [];
  try {
    // The first process creates the schema and the key; the others find both.
    for (const [n, role] of roles.entries())
      products.push(await start(folder, `${role}-${n}`, role, embedded.connection.host ?? ''));
    const web = products.filter((_, n) => roles[n]?.startsWith('web'));
    const people = await signIn(web, await makePeople(database, PEOPLE));
    const lists = await countLists(web, people);
    const faxes = await countFaxes(web, people, database);
    const lost = await killOne(products, web, people, database);
    console.log(
      `${name.padEnd(24)}${lists.toFixed(0).padStart(10)}${faxes.toFixed(1).padStart(10)}${lost.padStart(14)}`,
    );
  } finally {
    for (const product of products) await product.kill();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function start(folder: string, name: string, roles: string, host: string): Promise<Product> {
  const dataDir = join(folder, 'processes', name);
  await mkdir(dataDir, { recursive: true });
  return await startProduct({
    dataDir,
    env: {
      F2E_ROLES: roles,
      F2E_DATABASE_URL: `postgres://f2e@/f2e?host=${encodeURIComponent(host)}`,
      F2E_BLOBS: `file:${join(folder, 'shared')}`,
      F2E_MASTER_KEY_FILE: join(folder, 'master.key'),
      F2E_DEMO: '0',
      F2E_SMTP_LISTEN: '',
      F2E_LOG: 'warn',
    },
  });
}

async function signIn(web: readonly Product[], numbers: readonly string[]): Promise<Person[]> {
  const people: Person[] = [];
  for (const [n, number] of numbers.entries()) {
    const person = await logIn(web[n % web.length]!.baseURL, number);
    if (typeof person === 'number') throw new Error(`login answered ${person}`);
    people.push(person);
  }
  return people;
}

async function countLists(web: readonly Product[], people: readonly Person[]): Promise<number> {
  const end = performance.now() + MEASURE_MS;
  let answered = 0;
  const caller = async (n: number): Promise<void> => {
    const { baseURL } = web[n % web.length]!;
    const { headers } = people[n % people.length]!;
    while (performance.now() < end) {
      const { status } = await ask(`${baseURL}/api/n1/db/f2e/SSPFaxArchive.json?draw=1&start=0&length=100`, {
        headers,
      });
      if (status === 200) answered += 1;
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, async (_, n) => await caller(n)));
  return (answered / MEASURE_MS) * 1000;
}

async function sendMany(web: readonly Product[], people: readonly Person[], many: number): Promise<number[]> {
  const sent = await Promise.all(
    Array.from({ length: many }, async (_, n) =>
      sendLetter(
        web[n % web.length]!.baseURL,
        people[n % people.length]!,
        people[(n + 1) % people.length]!.number,
      ),
    ),
  );
  return sent.flatMap(({ jobs }) => jobs);
}

async function countFaxes(
  web: readonly Product[],
  people: readonly Person[],
  database: Database,
): Promise<number> {
  const begun = performance.now();
  const jobs = await sendMany(web, people, SENDS);
  await delivered(database, jobs);
  return (jobs.length / (performance.now() - begun)) * 1000;
}

/**
 * Kills the last process while faxes are in progress, and returns how many faxes were lost; `–` with fewer than four
 * processes, where no worker would be left.
 */
async function killOne(
  products: readonly Product[],
  web: readonly Product[],
  people: readonly Person[],
  database: Database,
): Promise<string> {
  const last = products.at(-1);
  if (products.length < 4 || !last) return '–';
  const jobs = await sendMany(web, people, SENDS / 3);
  await last.kill();
  return String(jobs.length - (await delivered(database, jobs)));
}

/** Waits until every job has ended; returns how many were delivered. */
async function delivered({ pool }: Database, jobs: readonly number[]): Promise<number> {
  let arrived = 0;
  await until('faxes to arrive', async () => {
    const { rows } = await pool.query<{ open: number; delivered: number }>(
      `select count(*) filter (where finished_at is null)::int as open,
         count(*) filter (where state = 'DELIVERED')::int as delivered
       from send_job where id = any($1)`,
      [jobs],
    );
    arrived = rows[0]?.delivered ?? 0;
    return rows[0]?.open === 0;
  });
  return arrived;
}
