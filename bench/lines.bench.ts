import { randomUUID } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { Connection, openSocket } from '#engine/fax-line/hylafax/connection.ts';
import { Session } from '#engine/fax-line/hylafax/session.ts';
import { readHylafaxSettings } from '#engine/fax-line/hylafax/settings.ts';
import type { HylafaxSettings } from '#engine/fax-line/hylafax/settings.ts';
import { testCall } from '#engine/fax-line/line.contract-test.ts';
import type { OutboxWorker } from '#server/features/faxes/queue/outbox.worker.ts';
import { makeAccount } from '#test/factories.ts';
import { faxPages } from '#test/fax-rig/fax-pages.ts';
import { chooseHylafax, lineOver } from '#test/fax-rig/line-over.ts';
import { startFaxRig } from '#test/fax-rig/start-rig.ts';
import type { FaxRig } from '#test/fax-rig/start-rig.ts';
import { fillQueue } from '#test/queue-rig.ts';
import { fakeDocuments, startSending } from '#test/sending-rig.ts';

import { openBenchDatabase } from './bench-database.ts';

/** Jobs of one round, from accounts that each use all the calls that an account may have. */
const JOBS = 60;
const EACH = 4;
const ROUNDS = 2;
const CALLS = 3;
const LOOK_MS = 5;
/** The product's default number of connections. */
const CONNECTIONS = 10;

/** Pages without a header line: the cost of drawing it is measured with the documents. */
const asTheyAre = { documents: fakeDocuments({ stampHeader: async (tiff) => tiff }) };

/** Opens a connection of a plain client and logs in. */
async function plainConnection({ host, port, user, password }: HylafaxSettings): Promise<Connection> {
  const connection = await Connection.open(host, port);
  for (const command of [`USER ${user}`, `PASS ${password}`, 'TZONE GMT', 'TYPE I', 'FORM TIFF'])
    await connection.must(command);
  return connection;
}

/** Stores a document like a plain client, which waits for each reply before it continues. */
async function storePlainly(connection: Connection, host: string, tiff: Uint8Array): Promise<string> {
  const { text } = await connection.must('EPSV');
  const data = await openSocket(host, Number(/\|(\d+)\|/.exec(text)?.[1]));
  const begun = await connection.send('STOT');
  data.end(tiff);
  const ended = await connection.reply();
  if (begun.code !== 150 || ended.code !== 226) throw new Error(`${begun.text}; ${ended.text}`);
  return /FILE: ([\w./-]+)/.exec(ended.text)?.[1] ?? '';
}

/** Creates a job for a stored document, one command after the other. */
async function makeJob(session: Pick<Session, 'must'>, to: string, document: string): Promise<void> {
  await session.must('JNEW');
  const parameters = [
    'FROMUSER "f2e"',
    'LASTTIME 000300',
    'MAXDIALS 1',
    'MAXTRIES 1',
    'NOTIFY none',
    'USETAGLINE NO',
    'VRES 196',
    'PAGEWIDTH 209',
    'PAGELENGTH 296',
    'PAGECHOP none',
    `DIALSTRING "${to}"`,
    `EXTERNAL "${to}"`,
    `JOBINFO "${randomUUID()}"`,
    'TSI "2125550100"',
    `DOCUMENT ${document}`,
  ];
  for (const parameter of parameters) await session.must(`JPARM ${parameter}`);
  await session.must('JSUBM');
}

/** Returns a different number for each job, because a server places only one call at a time to each. */
function numberOf(index: number): string {
  return `310${String(2_000_001 + index * 10_000)}`;
}

/** Returns how many jobs the server has received so far: waiting, running and ended ones. */
async function submitted(spool: string): Promise<number> {
  const queues = ['sendq', 'doneq'].map(async (queue) => await readdir(join(spool, queue)));
  return new Set((await Promise.all(queues)).flat().filter((name) => /^q\d+$/.test(name))).size;
}

/** Returns submissions per second, from the first until the server has received JOBS more jobs. */
async function perSecond(spool: string, begin: () => Promise<unknown>): Promise<number> {
  const before = await submitted(spool);
  const given = async (jobs: number): Promise<number> => {
    while ((await submitted(spool)) < before + jobs) await pause(LOOK_MS);
    return performance.now();
  };
  const [first, last] = await Promise.all([given(1), given(JOBS), begin()]);
  return (JOBS - 1) / ((last - first) / 1000);
}

/** Measures the product's queue: jobs of many accounts, claimed, recorded, submitted, and their calls followed. */
async function throughTheQueue(rig: FaxRig): Promise<number> {
  const { database, drop } = await openBenchDatabase(CONNECTIONS, []);
  const sending = await startSending({
    chooseLine: chooseHylafax,
    database: { ...database, url: '', drop },
  });
  const config = { url: rig.ours.url() };
  await sending.sending.lineAdmin.addLine({ kind: 'hylafax', name: 'fax1', channels: JOBS, config });
  for (let account = 0; account < JOBS / EACH; account += 1) {
    const { id } = await makeAccount(sending.database.db);
    await fillQueue(sending, id, EACH);
  }
  await sending.files.put('documents/shared/fax.tiff', faxPages(1, 'dots'));
  const { pool } = sending.database;
  // Busy numbers, so that all calls are short.
  await pool.query(`update send_job set to_number = '310' || (200 + id)::text || '0001'`);
  let worker: OutboxWorker | undefined;
  try {
    return await perSecond(rig.ours.spool, async () => {
      worker = await sending
        .another(asTheyAre)
        .startWorker({ convertSlots: 1, callSlots: JOBS, stopGraceMs: 0 });
    });
  } finally {
    await pool.query("update send_job set state = 'CANCELLED' where state in ('QUEUED', 'WAITING')");
    await worker?.stop();
    await sending.stop();
  }
}

/** Measures a plain client: one connection, one command after the other, nothing recorded. */
async function plainly(rig: FaxRig, settings: HylafaxSettings): Promise<number> {
  const tiff = faxPages(1, 'dots');
  const connection = await plainConnection(settings);
  try {
    return await perSecond(rig.ours.spool, async () => {
      for (let index = 0; index < JOBS; index += 1)
        await makeJob(connection, `1${numberOf(index)}`, await storePlainly(connection, settings.host, tiff));
    });
  } finally {
    connection.close();
  }
}

/** Measures the product's own connection without the queue: the most that the queue could reach. */
async function withoutQueue(rig: FaxRig, settings: HylafaxSettings): Promise<number> {
  const tiff = faxPages(1, 'dots');
  const session = await Session.open(settings);
  try {
    return await perSecond(rig.ours.spool, async () => {
      for (let index = 0; index < JOBS; index += 1)
        await makeJob(session, `1${numberOf(index)}`, await session.store(tiff));
    });
  } finally {
    session.close();
  }
}

/** Prints submissions per second, alternating so that all run under the same load. */
async function measureSubmissions(rig: FaxRig): Promise<void> {
  const settings = readHylafaxSettings({ url: rig.ours.url() });
  if (typeof settings === 'string') throw new Error(settings);
  const found = { ours: [] as number[], plain: [] as number[], alone: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    found.plain.push(await plainly(rig, settings));
    found.ours.push(await throughTheQueue(rig));
    found.alone.push(await withoutQueue(rig, settings));
  }
  console.table([
    rowOf('through our queue', found.ours),
    rowOf('plain hfaxd client', found.plain),
    rowOf('our connection, no queue', found.alone),
  ]);
  const [ours, plain] = [Math.max(...found.ours), Math.max(...found.plain)];
  const more = ((plain / ours - 1) * 100).toFixed(0);
  console.log(`a job takes the queue ${more} % more time than a plain client (target: less than 10 % more)`);
}

function rowOf(way: string, rates: readonly number[]) {
  const best = Math.max(...rates);
  return {
    way,
    'submissions/s': best.toFixed(1),
    'ms each': (1000 / best).toFixed(1),
    rounds: written(rates),
  };
}

function written(rates: readonly number[]): string {
  return rates.map((rate) => rate.toFixed(1)).join(', ');
}

/** Measures the time from handing over a call until an idle server has it, and until the modem dials. */
async function measureDialling(url: string, spool: string): Promise<void> {
  const line = lineOver(url);
  const times = { given: [] as number[], dialled: [] as number[] };
  for (let call = 0; call < CALLS; call += 1) {
    const [jobs, logs] = [await submitted(spool), await dialled(spool)];
    const started = performance.now();
    const passes = async (count: () => Promise<number>, before: number): Promise<number> => {
      while ((await count()) === before && performance.now() - started < 20_000) await pause(LOOK_MS);
      return (performance.now() - started) / 1000;
    };
    const sending = line.send(
      testCall('3105550001', { pages: 1, tiff: async () => faxPages(1) }),
      new AbortController().signal,
    );
    times.given.push(await passes(async () => await submitted(spool), jobs));
    times.dialled.push(await passes(async () => await dialled(spool), logs));
    await sending;
  }
  const given = times.given.map((seconds) => seconds.toFixed(3)).join(', ');
  console.log(
    `submit to dial on an idle modem: ${written(times.dialled)} s; the server has the job after ${given} s`,
  );
}

/** Returns the number of dial commands in the session logs so far, plus one. */
async function dialled(spool: string): Promise<number> {
  const folder = join(spool, 'log');
  const names = (await readdir(folder)).filter((name) => /^c\d+$/.test(name));
  const logs = await Promise.all(names.map(async (name) => await readFile(join(folder, name), 'latin1')));
  return logs.join('').split('ATDT').length;
}

/** Prints how fast jobs reach a HylaFAX server and how soon it dials, with its own rig. Needs root. */
export async function run(): Promise<void> {
  const rig = await startFaxRig({ modems: 2 });
  try {
    await measureDialling(rig.ours.url(), rig.ours.spool);
    await measureSubmissions(rig);
  } finally {
    await rig.stop();
  }
}
