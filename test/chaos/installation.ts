import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { openDatabase } from '#engine/database/connect.ts';
import type { Database } from '#engine/database/port.ts';
import { makeAccount } from '#test/factories.ts';
import { SFTP_LOGIN, SFTP_PASSWORD, startSshd } from '#test/sshd.ts';
import type { Sshd } from '#test/sshd.ts';
import { FakeTelnyx } from '#test/telnyx/fake-telnyx.ts';
import { silentLog } from '#test/test-database.ts';

import { startPostgres } from '../cluster/postgres-server.ts';
import type { PostgresServer } from '../cluster/postgres-server.ts';
import { freePorts } from '../free-ports.ts';
import { HfaxdStub } from '../faults/hfaxd-stub.ts';
import { logIn } from '../faults/send-product.ts';
import { mountVolume } from '../faults/small-volume.ts';
import type { SmallVolume } from '../faults/small-volume.ts';
import { makeNetwork } from './lossy-network.ts';
import type { LossyNetwork } from './lossy-network.ts';
import { Machine } from './machine.ts';
import { steppedClock, sweepClocks } from './stepped-clock.ts';
import type { SteppedClock } from './stepped-clock.ts';

/** Arrivals are refused with less than 500 MB free, so the volume must be larger. */
const [DATA_SIZE, DATABASE_SIZE] = ['900m', '600m'];

/** The senders, and the receiver of faxes and of their copies. */
export const [SENDER, OTHER_SENDER, RECEIVER] = ['2125550300', '2125550301', '2125550302'] as const;

/** A machine, and the parts around it that can fail. */
export interface Node {
  machine: Machine;
  /** The host through which it reaches the database. */
  host: string;
  clock: SteppedClock;
}

/** An installation of three processes over one PostgreSQL, and everything around it. */
export interface Installation {
  nodes: [Node, Node, Node];
  web: Machine;
  baseURL: string;
  smtpPort: number;
  postgres: PostgresServer;
  databaseClock: SteppedClock;
  network: LossyNetwork;
  /** The disk of the documents, and that of the database. */
  disks: { data: SmallVolume; database: SmallVolume };
  /** A fax server for 310, a carrier for 415, and the receiver's storage. */
  hfaxd: HfaxdStub;
  carrier: FakeTelnyx;
  sshd: Sshd;
  /** A connection that network faults do not affect. */
  database: Database;
  stop(): Promise<void>;
}

/** Receives a function that stops everything started so far, for a person who interrupts the run. */
export type OnStart = (stop: () => Promise<void>) => void;

/** Starts an installation, with its logs in a folder. `stop` removes everything else. */
export async function startInstallation(logs: string, onStart: OnStart): Promise<Installation> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of stops.splice(0).toReversed()) await end().catch(() => undefined);
    sweepClocks();
  };
  onStart(stop);
  try {
    return await startAll(logs, stops, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

type Stops = (() => Promise<unknown>)[];

async function startAll(logs: string, stops: Stops, stop: () => Promise<void>): Promise<Installation> {
  const kept = <T>(thing: T, end: (thing: T) => Promise<unknown>): T => {
    stops.push(async () => await end(thing));
    return thing;
  };
  const disks = {
    data: kept(await mountVolume(DATA_SIZE), async (volume) => await volume.remove()),
    database: kept(await mountVolume(DATABASE_SIZE), async (volume) => await volume.remove()),
  };
  const network = kept(await makeNetwork(3), async (made) => made.remove());
  const hfaxd = kept(await new HfaxdStub().start(), async (stub) => await stub.stop());
  const carrier = kept(await new FakeTelnyx().start(), async (fake) => await fake.stop());
  const sshd = kept(await startSshd(), async (server) => await server.remove());
  const ports = await freePorts('postgres', 'web', 'w1', 'w2', 'smtp');
  const databaseClock = steppedClock(join(disks.database.folder, 'clock'));
  const home = join(disks.database.folder, 'postgres');
  const postgres = kept(
    await startPostgres(home, ports.postgres, {
      hosts: network.hosts,
      within: network.within,
      env: databaseClock.env,
    }),
    async (server) => await server.shutDown(),
  );
  const common = {
    F2E_BLOBS: `file:${join(disks.data.folder, 'documents')}`,
    F2E_MASTER_KEY_FILE: join(disks.data.folder, 'master.key'),
    F2E_PUBLIC_ORIGIN: `http://localhost:${ports.web}`,
    F2E_DEMO: '0',
    F2E_SMTP_LISTEN: '',
    F2E_CONVERT_WORKERS: '1',
    F2E_RETRY_MINUTES: '0.02,0.02,0.02,0.02',
  };
  const node = (at: number, name: string, env: Record<string, string>): Node => {
    const dataDir = join(disks.data.folder, name);
    mkdirSync(dataDir, { mode: 0o700 });
    const clock = steppedClock(join(disks.data.folder, `${name}.clock`));
    const host = network.hosts[at] ?? '';
    const own = { F2E_DATABASE_URL: `postgres://f2e@${host}:${ports.postgres}/f2e`, ...env };
    const options = { env: { ...common, ...clock.env, ...own }, dataDir, log: join(logs, `${name}.log`) };
    return { machine: kept(new Machine(name, options), async (one) => await one.clearAway()), host, clock };
  };
  const smtp = { F2E_SMTP_LISTEN: `127.0.0.1:${ports.smtp}` };
  const nodes: [Node, Node, Node] = [
    node(0, 'web', { F2E_ROLES: 'web', F2E_LISTEN: `127.0.0.1:${ports.web}` }),
    node(1, 'w1', { F2E_ROLES: 'worker,smtp', F2E_LISTEN: `127.0.0.1:${ports.w1}`, ...smtp }),
    node(2, 'w2', { F2E_ROLES: 'worker', F2E_LISTEN: `127.0.0.1:${ports.w2}` }),
  ];
  const [{ machine: web }] = nodes;
  for (const { machine } of nodes) await machine.start();
  const url = `postgres://f2e@/f2e?host=${encodeURIComponent(home)}&port=${ports.postgres}`;
  const database = kept(
    await openDatabase({ url, dataDir: disks.data.folder, log: silentLog, max: 3 }),
    async (opened) => await opened.close(),
  );
  const baseURL = `http://127.0.0.1:${ports.web}`;
  const world = { nodes, web, baseURL, smtpPort: ports.smtp, postgres, databaseClock, network, disks };
  const installation = { ...world, hfaxd, carrier, sshd, database, stop };
  await fill(installation);
  return installation;
}

/** Adds accounts, lines, and a storage for copies. */
async function fill({ web, database, hfaxd, carrier, sshd }: Installation): Promise<void> {
  for (const number of [SENDER, OTHER_SENDER, RECEIVER])
    await makeAccount(database.db, { number, monthLimit: 1_000_000 });
  const { product } = web;
  if (!product) throw new Error('there is no web process');
  const add = async (args: readonly string[], input = ''): Promise<void> => {
    const { status, stderr } = await product.f2e(['line', 'add', ...args, '--json'], input);
    if (status !== 0) throw new Error(`a line was not added: ${stderr}`);
  };
  await add(['--kind', 'hylafax', '--name', 'server', '--pattern', '+1310*', '--url', hfaxd.url]);
  const { apiBase, connection, webhookKey, apiKey } = carrier.config;
  const telnyx = ['--kind', 'telnyx', '--name', 'carrier', '--pattern', '+1415*', '--api-key-stdin'];
  const config = ['--api-base', apiBase, '--connection', connection, '--webhook-key', webhookKey];
  await add([...telnyx, ...config], `${apiKey}\n`);
  const { headers } = await logIn(product, RECEIVER);
  const login = { host: '127.0.0.1', port: String(sshd.port), login: SFTP_LOGIN, pass: SFTP_PASSWORD };
  const saved = await fetch(`${product.baseURL}/api/n1/db/f2e/SftpStorageSettings.json`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'sftp', status: 'Y', dir: '/in/copies', ...login }),
  });
  if (!saved.ok) throw new Error(`the storage was not saved: ${await saved.text()}`);
}
