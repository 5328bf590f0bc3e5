import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';

import { chanceOf } from '#test/chance.ts';
import { until } from '#test/sending-rig.ts';
import type { Product } from '#test/start-product.ts';
import { createTestDatabase } from '#test/test-database.ts';

import { sendAllTheTime } from './crowd.ts';
import { cutWire } from '../cut-wire.ts';
import { whenDrained, wrongOnes } from './queue-outcomes.ts';
import { addAccount, killEverything, logIn, openBeside, postmasters, startOver } from './send-product.ts';

const [A, B] = ['2125550300', '2125550301'];
/** Kills of the server, or of one of its processes, which takes the others with it. */
const DEATHS = ['child', 'server', 'server', 'server'] as const;

let dataDir: string;
let product: Product | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'f2e-outage-'));
});
afterEach(async () => {
  if (product) await killEverything(product);
  product = undefined;
  await rm(dataDir, { recursive: true, force: true });
});

async function isServed(running: Product): Promise<boolean> {
  const answer = await fetch(`${running.baseURL}/readyz`).catch(() => undefined);
  return answer?.status === 200;
}

/** Returns a server process that works for a client. */
async function clientProcess(server: number): Promise<number> {
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/u.test(name)) continue;
    const [stat, command] = await Promise.all(
      ['stat', 'cmdline'].map(
        async (file) => await readFile(join('/proc', name, file), 'utf8').catch(() => ''),
      ),
    );
    const parent = / [A-Z] (\d+) /u.exec(stat?.slice(stat.lastIndexOf(')') + 1) ?? '')?.[1];
    if (Number(parent) === server && command?.includes('f2e f2e')) return Number(name);
  }
  throw new Error('the server has no client');
}

it('[F-send-11] [F-db-01] the database killed with -9 four times under load, with jobs in work: 503 meanwhile, no other fault, every fax arrives once', async () => {
  const running = (product = await startOver(dataDir));
  await addAccount(running, A);
  await addAccount(running, B);
  const deaths = (async () => {
    for (const what of chanceOf('database-outage').shuffled(DEATHS)) {
      const beside = await openBeside(dataDir);
      const inWork = async () =>
        (
          await beside.pool.query(
            `select from send_job where state in ('CONVERTING', 'SENDING') and lease_owner is not null limit 1`,
          )
        ).rowCount;
      await until(inWork, (jobs) => (jobs ?? 0) > 0);
      const [server] = await postmasters(dataDir);
      if (server === undefined) throw new Error('there is no database server');
      process.kill(what === 'server' ? server : await clientProcess(server), 'SIGKILL');
      await beside.close().catch(() => undefined);
      await until(async () => await isServed(running), Boolean);
    }
  })();
  const { promised, statuses } = await sendAllTheTime({
    at: () => running,
    from: A,
    to: B,
    side: 4,
    least: 40,
    until: deaths,
  });
  await deaths;
  expect([...statuses.keys()].filter((status) => ![200, 503].includes(status))).toEqual([]);
  expect(promised.length).toBeGreaterThanOrEqual(40);
  const database = await openBeside(dataDir);
  const jobs = await whenDrained(database);
  await database.close();
  expect(wrongOnes(jobs, promised)).toEqual([]);
  expect(jobs).toHaveLength(promised.length);
});

it('[F-send-12] while the database is away nothing is accepted, and everything works again without a restart', async () => {
  const database = await createTestDatabase();
  const { host = '', database: name = '' } = database.connection;
  const wire = await cutWire({ path: join(host, '.s.PGSQL.5432') });
  onTestFinished(async () => {
    wire.close();
    await database.drop();
  });
  const url = `postgres://f2e@127.0.0.1:${wire.port}/${name}`;
  const running = (product = await startOver(dataDir, { F2E_DATABASE_URL: url }));
  await addAccount(running, A);
  await addAccount(running, B);
  const { headers } = await logIn(running, A);
  const send = async (key: string) => {
    const form = new FormData();
    form.set('destinations', B);
    form.append('userfiles[0]', new Blob(['hello']), 'letter.txt');
    return await fetch(`${running.baseURL}/api/faxui/sendFax`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': key },
      body: form,
    });
  };
  wire.cut();
  const keys = Array.from({ length: 20 }, () => randomUUID());
  const refused = await Promise.all(keys.map(send));
  for (const answer of refused) {
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true]);
    expect(await answer.json()).toMatchObject({
      error: 'UNAVAILABLE',
      message: expect.stringMatching(/again/u),
    });
  }
  // /readyz checks once every two seconds.
  await until(
    async () => await isServed(running),
    (served) => !served,
  );
  expect((await fetch(`${running.baseURL}/healthz`)).status).toBe(200);
  await wire.mend();
  await until(async () => await isServed(running), Boolean);
  // A busy machine may respond 503 again; clients retry with the same key, and no fax is sent twice.
  const accepted = keys.map(
    async (key) =>
      await until(
        async () => (await send(key)).status,
        (status) => status !== 503,
      ),
  );
  expect(await Promise.all(accepted)).toEqual(keys.map(() => 200));
  const jobs = await whenDrained(database);
  expect(jobs).toHaveLength(20);
  expect(wrongOnes(jobs, [])).toEqual([]);
});
