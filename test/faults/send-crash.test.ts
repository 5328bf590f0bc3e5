import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { Database } from '#engine/database/port.ts';
import { chanceOf } from '#test/chance.ts';
import { until } from '#test/sending-rig.ts';
import type { Product } from '#test/start-product.ts';

import { addAccount, killEverything, killNow, logIn, openBeside, startOver } from './send-product.ts';
import type { Sender } from './send-product.ts';

const [A, B] = ['2125550300', '2125550301'];
const UNFINISHED = ['QUEUED', 'CONVERTING', 'SENDING', 'WAITING'] as const;
const DRAIN_MS = 120_000;

let dataDir: string;
let product: Product;
/** Logged in once: a login costs the time in which the letters are to be taken. */
let sender: Sender;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'f2e-crash-'));
  product = await startOver(dataDir);
  await addAccount(product, A);
  await addAccount(product, B);
  sender = await logIn(product, A);
});
afterEach(async () => {
  await killEverything(product);
  await rm(dataDir, { recursive: true, force: true });
});

/** Waits until nothing is in the queue and gives what became of every job. */
async function drained() {
  const database = await openBeside(dataDir);
  try {
    await until(
      async () => {
        const rows = await database.db
          .selectFrom('send_job')
          .select('id')
          .where('state', 'in', UNFINISHED)
          .execute();
        return rows.length;
      },
      (open) => open === 0,
      DRAIN_MS,
    );
    return await outcomes(database);
  } finally {
    await database.close();
  }
}

/** Each job with the faxes that its calls left in the other inbox. */
async function outcomes(database: Database) {
  const { rows } = await database.pool.query<{
    id: number;
    state: string;
    dials: number;
    attempts: number;
    dialled: number;
    arrived: number;
    sha256: Buffer | null;
    last_error: string | null;
  }>(`
    select j.id, j.state, j.dials, j.last_error, d.sha256,
      (select count(*) from send_attempt a where a.job_id = j.id) as attempts,
      (select count(*) from send_attempt a where a.job_id = j.id and a.dialled_at is not null) as dialled,
      (select count(*) from send_attempt a join inbound_call c on c.call_ref = a.call_ref and c.fax_id is not null
       where a.job_id = j.id) as arrived
    from send_job j join fax f on f.account_id = j.account_id and f.id = j.fax_id
    join document d on d.id = f.document_id order by j.id`);
  const received = await database.db.selectFrom('fax').select('id').where('action', '=', 'R').execute();
  return { jobs: rows, received: received.length };
}

/** A send whose answer may never come. */
async function trySend(text: string, key: string, to = B): Promise<number[]> {
  try {
    const answer = await sender.sendTo(product, to, text, key);
    return answer.status === 200 ? answer.jobs : [];
  } catch {
    return []; // The product was killed under way: nothing was promised.
  }
}

/** Sends five faxes at a time until 50 are acknowledged, and kills everything right after the last answer of the five. */
async function killAfterAnswers(): Promise<number[]> {
  const promised: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const sends = Array.from({ length: 5 }, (_, i) =>
      trySend(`answered ${round}, letter ${i}`, randomUUID()),
    );
    const answered = (await Promise.all(sends)).flat();
    // At once; what else is killed has to be looked up.
    killNow(product.pid);
    expect(answered).toHaveLength(5);
    promised.push(...answered);
    await killEverything(product);
    product = await startOver(dataDir);
  }
  return promised;
}

describe('killed while sending', () => {
  it('[SRV-03] [F-send-03] 20 times at random moments, with its database: every acknowledged fax arrives once', async () => {
    const chance = chanceOf('send-crash/random-moments');
    const promised: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const sending = Array.from({ length: 4 }, async (_, i) => {
        const jobs = await trySend(`round ${round} letter ${i}`, randomUUID());
        promised.push(...jobs);
      });
      await pause(chance.int(50, 1_200));
      await killEverything(product);
      await Promise.all(sending);
      product = await startOver(dataDir);
    }
    expect(promised.length).toBeGreaterThan(10);
    promised.push(...(await killAfterAnswers()));
    const { jobs, received } = await drained();
    const states = new Map(jobs.map((job) => [job.id, job]));
    const lost = promised.filter((id) => !states.has(id));
    expect(lost).toEqual([]);
    const wrong = jobs.filter(({ state, arrived }) => state !== 'DELIVERED' || arrived !== 1);
    expect(wrong).toEqual([]);
    expect(received).toBe(jobs.length);
  });

  it('[F-send-02] after the commit and before the answer: the same key gets the first answer, one fax arrives', async () => {
    await killEverything(product);
    product = await startOver(dataDir, { F2E_FAULT: 'after_commit_before_reply' });
    const key = randomUUID();
    const nothing = await trySend('hello', key);
    expect(nothing).toEqual([]);
    await killEverything(product);
    product = await startOver(dataDir);
    const jobs = await trySend('hello', key);
    const again = await trySend('hello', key);
    expect(jobs).toHaveLength(1);
    expect(again).toEqual(jobs);
    const end = await drained();
    expect(end.jobs).toMatchObject([{ id: jobs[0], state: 'DELIVERED', arrived: 1 }]);
    expect(end.received).toBe(1);
  });

  it('in the middle of an upload: nothing is queued, nothing is left behind', async () => {
    const { headers } = sender;
    const { port, hostname } = new URL(product.baseURL);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined); // The product is killed on purpose.
    const lines = Object.entries({ ...headers, host: 'localhost', 'content-length': '10000000' });
    socket.write(
      `POST /api/faxui/sendFax HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}` +
        'content-type: multipart/form-data; boundary=b\r\n\r\n--b\r\ncontent-disposition: form-data; ' +
        `name="destinations"\r\n\r\n${B}\r\n--b\r\ncontent-disposition: form-data; ` +
        `name="userfiles[0]"; filename="a.txt"\r\n\r\n${'a'.repeat(5_000_000)}`,
    );
    const uploads = join(dataDir, 'uploads');
    await until(
      async () => await readdir(uploads),
      (names) => names.length === 1,
    );
    await killEverything(product);
    socket.destroy();
    product = await startOver(dataDir);
    const left = await readdir(uploads);
    const end = await drained();
    expect([left, end.jobs]).toEqual([[], []]);
  });

  it('[F-send-05] before dialling: dialled once after the restart, with one more attempt row', async () => {
    await product.f2e(['line', 'add', '--kind', 'simulator', '--name', 'sim', '--pattern', '*', '--json']);
    await killEverything(product);
    product = await startOver(dataDir, { F2E_FAULT: 'before_dial' });
    const jobs = await trySend('hello', randomUUID(), '3105550111');
    expect(jobs).toHaveLength(1);
    await until(
      async () =>
        await fetch(`${product.baseURL}/healthz`).then(
          () => true,
          () => false,
        ),
      (alive) => !alive,
    );
    await killEverything(product);
    product = await startOver(dataDir);
    const end = await drained();
    expect(end.jobs).toMatchObject([{ state: 'DELIVERED', dials: 1, attempts: 2, dialled: 1 }]);
  });

  it('[F-send-04] 10 times while converting: the pages are those of an undisturbed run, no call is counted', async () => {
    const chance = chanceOf('send-crash/converting');
    const long = Array.from({ length: 4_000 }, (_, i) => `Line ${i} of a long letter.`).join('\n');
    const started = Date.now();
    await trySend(long, randomUUID());
    const undisturbed = await drained();
    const usual = Date.now() - started;
    const expected = undisturbed.jobs[0]?.sha256?.toString('hex');
    expect(expected).toMatch(/^[0-9a-f]{64}$/);
    for (let round = 0; round < 10; round += 1) {
      const jobs = await trySend(long, randomUUID());
      expect(jobs).toHaveLength(1);
      await pause(chance.int(1, Math.max(usual, 2)));
      await killEverything(product);
      product = await startOver(dataDir);
    }
    const end = await drained();
    const hashes = new Set(end.jobs.map(({ sha256, last_error }) => sha256?.toString('hex') ?? last_error));
    expect(hashes).toEqual(new Set([expected]));
    expect(end.jobs).toHaveLength(11);
    expect(
      new Set(
        end.jobs.map(({ state, dials, arrived, last_error }) => `${state} ${last_error} ${dials} ${arrived}`),
      ),
    ).toEqual(new Set(['DELIVERED null 1 1']));
  });
});
