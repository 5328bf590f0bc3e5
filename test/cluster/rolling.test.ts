import { mkdirSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openDatabase } from '#engine/database/connect.ts';
import type { Database } from '#engine/database/port.ts';
import { makeAccount } from '#test/factories.ts';
import { until } from '#test/sending-rig.ts';
import { silentLog } from '#test/test-database.ts';

import { sendAllTheTime } from '../faults/crowd.ts';
import { whenDrained, wrongOnes } from '../faults/queue-outcomes.ts';
import { logIn } from '../faults/send-product.ts';
import type { Daemon } from '../mail-rig/daemon.ts';
import { startProduct } from '../start-product.ts';
import type { Product } from '../start-product.ts';
import { adminSocket, startHaproxy, whyNoFront } from './front.ts';
import { startPostgres, whyNoPostgres } from './postgres-server.ts';
import { freePorts } from '../free-ports.ts';
import { unpackVersionBefore, whyNoVersionBefore } from './version-before.ts';

const [A, B] = ['2125550300', '2125550301'];
/** Number of faxes accepted between two steps, so that both versions meet work begun by the other. */
const BETWEEN = 4;
const REST_MS = 100;
const ROLES = { n1: 'web', n2: 'web', w1: 'worker', w2: 'worker' } as const;
type Name = keyof typeof ROLES;
/** The order in docs/upgrade.md. */
const ORDER: readonly Name[] = ['w1', 'w2', 'n1', 'n2'];

/** The response of a version without «return503OnClosing: false» to requests over open connections while it stops. */
const ENDING = /503 .*"statusCode":503/u;

/** Resolves when HAProxy sends calls to this node again. */
async function seenByHaproxy(folder: string, node: Name): Promise<void> {
  const row = new RegExp(`^f2e_\\w+,${node},.*`, 'gmu');
  const states = async (): Promise<string[]> => {
    const socket = connect(adminSocket(folder)).end('show stat\n');
    return (
      Buffer.concat(await socket.toArray())
        .toString()
        .match(row) ?? []
    );
  };
  await until(states, (rows) => rows.length > 0 && rows.every((state) => state.includes(',UP,')));
}

const why = whyNoPostgres() ?? whyNoFront() ?? whyNoVersionBefore();
if (why !== null) process.stderr.write(`NOT TESTED, an update of several machines one by one: ${why}\n`);

describe.skipIf(why !== null)('two versions side by side', () => {
  let folder: string;
  let before: string;
  let ports: Record<Name | 'postgres' | 'proxy', number>;
  let database: Database;
  let front: string;
  const daemons: Daemon[] = [];
  const running = new Map<Name, Product>();

  beforeAll(async () => {
    folder = await mkdtemp('/var/tmp/f2e-rolling-');
    await chmod(folder, 0o755);
    before = unpackVersionBefore(folder);
    ports = await freePorts('postgres', 'proxy', 'n1', 'n2', 'w1', 'w2');
    daemons.push(await startPostgres(join(folder, 'postgres'), ports.postgres));
    // The first process creates the schema and the key; the others find both.
    for (const name of ORDER) await begin(name, before);
    daemons.push(await startHaproxy(join(folder, 'front'), ports.proxy, ports));
    front = `http://localhost:${ports.proxy}`;
    const url = `postgres://f2e@127.0.0.1:${ports.postgres}/f2e`;
    database = await openDatabase({ url, dataDir: folder, log: silentLog, max: 2 });
    for (const number of [A, B]) await makeAccount(database.db, { number, monthLimit: 1_000_000 });
  });
  afterAll(async () => {
    await database?.close();
    for (const one of running.values()) await one.kill();
    for (const daemon of daemons.toReversed()) await daemon.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function begin(name: Name, project?: string): Promise<void> {
    const dataDir = join(folder, name);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const started = await startProduct({
      dataDir,
      ...(project !== undefined && { project }),
      env: {
        F2E_ROLES: ROLES[name],
        F2E_NODE: name,
        F2E_LISTEN: `127.0.0.1:${ports[name]}`,
        F2E_PUBLIC_ORIGIN: `http://localhost:${ports.proxy}`,
        F2E_TRUST_PROXY: '127.0.0.1',
        F2E_DATABASE_URL: `postgres://f2e@127.0.0.1:${ports.postgres}/f2e`,
        F2E_BLOBS: `file:${join(folder, 'blobs')}`,
        F2E_MASTER_KEY_FILE: join(folder, 'master.key'),
        F2E_SMTP_LISTEN: '',
        F2E_DEMO: '0',
      },
    });
    running.set(name, started);
  }

  async function schema(): Promise<number> {
    const { rows } = await database.pool.query<{ n: number }>(
      'select count(*)::int as n from schema_migration',
    );
    return rows[0]?.n ?? 0;
  }

  async function taken(): Promise<number> {
    const { rows } = await database.pool.query<{ n: number }>('select count(*)::int as n from send_job');
    return rows[0]?.n ?? 0;
  }

  async function takesMore(): Promise<void> {
    const known = await taken();
    await until(taken, (jobs) => jobs >= known + BETWEEN);
  }

  /** Makes the calls of an open page repeatedly until told to end; returns every failed response. */
  async function readAllTheTime(isOver: () => boolean): Promise<string[]> {
    const { headers } = await logIn(product(), A);
    const wrong: string[] = [];
    const calls = [
      '/n1/db/f2e/MainInterface.json',
      '/n2/db/f2e/MainInterface.json',
      '/n1/db/f2e/SSPFaxArchive.json?draw=1&start=0&length=100',
      '/faxui/getOutbox',
    ];
    while (!isOver()) {
      for (const call of calls) {
        const answer = await fetch(`${front}/api${call}`, { headers }).catch(() => undefined);
        const text = await answer?.text().catch(() => undefined);
        if (answer?.status !== 200) wrong.push(`${call}: ${answer?.status ?? 'cut off'} ${text}`);
      }
      await pause(REST_MS);
    }
    return wrong;
  }

  /** Returns the installation at the address that its people use. */
  function product(): Product {
    return { ...running.get('n1')!, baseURL: front };
  }

  /** Stops and restarts these processes one by one, while faxes are sent and pages are open. */
  async function restartUnderLoad(names: readonly Name[]) {
    const restarts = (async () => {
      await takesMore();
      for (const name of names) {
        await running.get(name)?.stop();
        await begin(name);
        // docs/upgrade.md: the next one must not be stopped earlier.
        if (name === 'n1' || name === 'n2') await seenByHaproxy(join(folder, 'front'), name);
        await takesMore();
      }
    })();
    let over = false;
    void restarts.catch(() => undefined).finally(() => (over = true));
    const [{ promised, statuses }, wrong] = await Promise.all([
      sendAllTheTime({ at: product, from: A, to: B, side: 2, least: 20, until: restarts }),
      readAllTheTime(() => over),
      restarts,
    ]);
    return { promised, statuses: [...statuses.keys()], wrong };
  }

  it('an update of one process after the other loses or repeats no fax', async () => {
    const atFirst = await schema();
    const { promised, statuses, wrong } = await restartUnderLoad(ORDER);
    expect(await schema()).toBeGreaterThan(atFirst);
    const jobs = await whenDrained(database);
    expect(wrongOnes(jobs, promised)).toEqual([]);
    expect(jobs).toHaveLength(promised.length);
    expect(wrong.filter((answer) => !ENDING.test(answer))).toEqual([]);
    // The client repeats a send with its key until it is acknowledged. A version without «drainMs» closes connections
    // with a call in progress: 0.
    expect(statuses.filter((status) => ![200, 503, 0].includes(status))).toEqual([]);
  }, 300_000);

  it('a restart of one web process after the other fails no call', async () => {
    const { statuses, wrong } = await restartUnderLoad(['n1', 'n2', 'n1', 'n2']);
    expect(wrong).toEqual([]);
    expect(statuses).toEqual([200]);
  }, 300_000);
});
