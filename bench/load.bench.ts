import { mkdtemp, rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

import { connectDatabase } from '#engine/database/connect.ts';
import { startEmbedded } from '#engine/database/embedded.ts';
import type { Database } from '#engine/database/port.ts';
import { startProduct } from '#test/start-product.ts';
import type { Product } from '#test/start-product.ts';

import { drive, percentile, printOutcomes } from './open-loop.ts';
import { ask, logIn, makePeople, memoryOf, openPage, sendLetter } from './people.ts';
import type { Person } from './people.ts';
import { until } from './time-limit.ts';

const log = { info: (): void => {}, warn: (): void => {}, error: (): void => {} };

const PEOPLE = 200;
/** Number of open pages; names with `F2E_` are reserved for the product. */
const PAGES = Number(process.env['BENCH_PAGES'] ?? 10_000);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 30);
const BURST = 200;

/** Longest acceptable waits, in milliseconds at the 99th percentile, on two cores. */
const LIMITS: Readonly<Record<string, number>> = {
  logins: 1_500,
  polls: 300,
  'page views': 300,
  sends: 1_000,
};

/**
 * Measures an ordinary morning on one machine, a burst of sends, and a crash under load, in which no acknowledged fax
 * is lost.
 */
export async function run(): Promise<void> {
  const dataDir = await mkdtemp('/var/tmp/f2e-load-');
  const env = { F2E_DEMO: '0', F2E_SMTP_LISTEN: '', F2E_LOG: 'warn' };
  let product = await startProduct({ dataDir, env });
  const embedded = await startEmbedded({ dataDir, log });
  const database = await connectDatabase(embedded.connection, log, {
    max: 2,
    release: async () => await embedded.stop(),
  });
  try {
    const people = await signIn(product, await makePeople(database, PEOPLE));
    const idle = memoryOf(product.pid);
    let hints = 0;
    const sockets = await openPages(product, people, () => (hints += 1));
    console.log(
      `memory: ${idle.toFixed(0)} MB after start, ${memoryOf(product.pid).toFixed(0)} MB with ${sockets.length} open pages`,
    );
    const promised = await morning(product, people);
    console.log(`hints that reached open pages: ${hints}; memory ${memoryOf(product.pid).toFixed(0)} MB`);
    promised.push(...(await burst(product, people, database)));
    for (const socket of sockets) socket.destroy();
    const last = crashUnderLoad(product, people);
    promised.push(...(await last));
    const begun = performance.now();
    product = await startProduct({ dataDir, env });
    console.log(`ready again ${((performance.now() - begun) / 1000).toFixed(1)} s after kill -9`);
    await drained(database);
    await account(database, promised);
  } finally {
    await product.stop();
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function signIn({ baseURL }: Product, numbers: readonly string[]): Promise<Person[]> {
  const people: Person[] = [];
  for (const number of numbers) {
    const person = await logIn(baseURL, number);
    if (typeof person === 'number') throw new Error(`login answered ${person}`);
    people.push(person);
  }
  return people;
}

async function openPages({ baseURL }: Product, people: readonly Person[], heard: () => void) {
  const sockets = [];
  for (let page = 0; page < PAGES; page += 100) {
    const some = Array.from(
      { length: Math.min(100, PAGES - page) },
      (_, i) => people[(page + i) % people.length]!,
    );
    sockets.push(...(await Promise.all(some.map(async (person) => await openPage(baseURL, person, heard)))));
  }
  return sockets;
}

function anyOf<T>(all: readonly T[]): T {
  return all[Math.floor(Math.random() * all.length)]!;
}

/** Runs logins, polls, page views, sends and as many receives on a schedule. Returns the acknowledged jobs. */
async function morning({ baseURL }: Product, people: readonly Person[]): Promise<number[]> {
  const promised: number[] = [];
  const get = async (path: string): Promise<number> =>
    (await ask(`${baseURL}${path}`, { headers: anyOf(people).headers })).status;
  const outcomes = await drive(
    [
      {
        name: 'logins',
        perSecond: 5.6,
        act: async () => {
          const person = await logIn(baseURL, anyOf(people).number);
          return typeof person === 'number' ? person : 200;
        },
      },
      { name: 'polls', perSecond: 200, act: async () => await get('/api/n1/db/f2e/MainInterface.json') },
      {
        name: 'page views',
        perSecond: 10,
        act: async () => await get('/api/n1/db/f2e/SSPFaxArchive.json?draw=1&start=0&length=100'),
      },
      {
        name: 'sends',
        perSecond: 1,
        act: async () => {
          const { status, jobs } = await sendLetter(baseURL, anyOf(people), anyOf(people).number);
          promised.push(...jobs);
          return status;
        },
      },
    ],
    SECONDS,
  );
  printOutcomes(outcomes, SECONDS);
  for (const { name, times } of outcomes) {
    const p99 = percentile(times, 0.99);
    if (p99 > (LIMITS[name] ?? Infinity)) console.log(`over the limit: ${name} ${p99.toFixed(0)} ms`);
  }
  return promised;
}

/**
 * Measures many sends at once: how fast they are accepted, when the last one has arrived, and polls in the meantime.
 */
async function burst({ baseURL }: Product, people: readonly Person[], database: Database): Promise<number[]> {
  const begun = performance.now();
  const polling = pollUntil(baseURL, people);
  const sent = await Promise.all(
    Array.from({ length: BURST }, async () => await sendLetter(baseURL, anyOf(people), anyOf(people).number)),
  );
  const accepted = (performance.now() - begun) / 1000;
  await drained(database);
  const whole = (performance.now() - begun) / 1000;
  const refused = sent.filter(({ status }) => status !== 200).length;
  console.log(
    `${BURST} sends of 3 pages at once: accepted in ${accepted.toFixed(1)} s (${refused} refused), ` +
      `the last one arrived after ${whole.toFixed(1)} s (${(BURST / whole).toFixed(1)} a second); ` +
      `polls meanwhile: p99 ${percentile(await polling.stop(), 0.99).toFixed(0)} ms`,
  );
  return sent.flatMap(({ jobs }) => jobs);
}

/** Polls fifty times a second until stopped; `stop` returns the times in milliseconds, ascending. */
function pollUntil(baseURL: string, people: readonly Person[]): { stop: () => Promise<number[]> } {
  const times: number[] = [];
  const open = new Set<Promise<unknown>>();
  const timer = setInterval(() => {
    const begun = performance.now();
    const asked = ask(`${baseURL}/api/n1/db/f2e/MainInterface.json`, { headers: anyOf(people).headers });
    const poll = asked.then(() => times.push(performance.now() - begun)).finally(() => open.delete(poll));
    open.add(poll);
  }, 1_000 / 50);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(open);
      return times.toSorted((one, other) => one - other);
    },
  };
}

/** Kills the product during sends. Returns the acknowledged jobs. */
async function crashUnderLoad(product: Product, people: readonly Person[]): Promise<number[]> {
  const promised: number[] = [];
  const sending = drive(
    [
      {
        name: 'sends',
        perSecond: 10,
        act: async () => {
          const { status, jobs } = await sendLetter(product.baseURL, anyOf(people), anyOf(people).number);
          promised.push(...jobs);
          return status;
        },
      },
    ],
    5,
  );
  await pause(3_000);
  await product.kill();
  await sending;
  return promised;
}

async function drained({ pool }: Database): Promise<void> {
  await until('the queue to be empty', async () => {
    const { rowCount } = await pool.query(
      `select from send_job where state in ('QUEUED', 'CONVERTING', 'SENDING', 'WAITING') limit 1`,
    );
    return rowCount === 0;
  });
}

/** Compares acknowledged jobs with arrivals. Throws if any is missing or duplicated. */
async function account({ pool }: Database, promised: readonly number[]): Promise<void> {
  const { rows } = await pool.query<{
    id: number;
    state: string;
    arrived: number;
    bytes: number;
    pages: number;
  }>(
    `select j.id, j.state, (select count(*)::int from send_attempt a
       join inbound_call c on c.call_ref = a.call_ref and c.fax_id is not null where a.job_id = j.id) as arrived
     from send_job j`,
  );
  const jobs = new Map(rows.map((row) => [row.id, row]));
  const lost = promised.filter((id) => jobs.get(id)?.state !== 'DELIVERED').length;
  const twice = rows.filter(({ arrived }) => arrived > 1).length;
  console.log(`acknowledged ${promised.length}, lost ${lost}, arrived twice ${twice}`);
  const { rows: sizes } = await pool.query<{ bytes: number; pages: number }>(
    'select sum(bytes)::float8 as bytes, sum(pages)::float8 as pages from document where pages > 0',
  );
  const { bytes = 0, pages = 1 } = sizes[0] ?? {};
  console.log(`stored ${(bytes / pages / 1000).toFixed(1)} kB a page of text`);
  if (lost + twice > 0) throw new Error('faxes were lost or doubled');
}
