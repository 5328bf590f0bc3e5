import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { chmodSync, mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Daemon } from '../mail-rig/daemon.ts';
import { DEMO_PASSWORD, startProduct } from '../start-product.ts';
import type { Product } from '../start-product.ts';
import { startHaproxy, startNginx, startPgBouncer, whyNoFront } from './front.ts';
import { startPostgres, whyNoPostgres } from './postgres-server.ts';
import type { PostgresServer } from './postgres-server.ts';
import { freePorts } from '../free-ports.ts';
import { S3_KEYS, startSwift, whyNoSwift } from './swift-server.ts';

const BUCKET = 'faxes';

const PORTS = [
  ...(['postgres', 'pooler', 'proxy', 'n1', 'n2', 'w1', 'w2'] as const),
  ...(['s3', 'account', 'container', 'object', 'smtpPort'] as const),
];

/** A process of the cluster, which may be killed and restarted at the same address. */
export interface Machine extends Product {
  again(): Promise<void>;
}

/** An installation of several processes that share only a database and a bucket. */
export interface Cluster {
  /** The address that browsers open: the proxy's. */
  baseURL: string;
  password: string;
  /** The folder of the mails and the printed passwords. */
  dataDir: string;
  smtpPort: number;
  /** Settings for an operator command on any machine of the cluster. */
  env: Record<string, string>;
  web: { n1: Machine; n2: Machine };
  workers: [Machine, Machine];
  postgres: PostgresServer;
  stop(): Promise<void>;
}

/** Returns why the cluster cannot be started on this machine; null if it can. */
export function whyNoCluster(): string | null {
  return whyNoPostgres() ?? whyNoSwift() ?? whyNoFront();
}

/**
 * Starts two web and two worker processes, all at the same moment, over an empty PostgreSQL of the distribution and an
 * empty Swift bucket. Half of them reach the database through PgBouncer; `front` is the proxy of the web processes.
 * `more` are settings of all processes; `onLog` is called for each process that starts, and its result receives the
 * process's log.
 */
export async function startCluster(
  front: 'nginx' | 'haproxy' = 'nginx',
  more: Record<string, string> = {},
  onLog?: () => (text: string) => void,
): Promise<Cluster> {
  const folder = await mkdtemp('/var/tmp/f2e-cluster-');
  chmodSync(folder, 0o755);
  const started: Daemon[] = [];
  const stop = async (): Promise<void> => {
    for (const daemon of started.splice(0).toReversed()) await daemon.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    return await startAll(folder, { front, more, onLog }, started, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** How to start a cluster, see `startCluster`. */
interface ClusterOptions {
  front: 'nginx' | 'haproxy';
  more: Record<string, string>;
  onLog: (() => (text: string) => void) | undefined;
}

async function startAll(
  folder: string,
  { front, more, onLog }: ClusterOptions,
  started: Daemon[],
  stop: () => Promise<void>,
): Promise<Cluster> {
  const ports = await freePorts(...PORTS);
  const { postgres, pooler, proxy, n1, n2, s3, account, container, object, smtpPort, w1, w2 } = ports;
  const database = await startPostgres(join(folder, 'postgres'), postgres);
  started.push(database);
  started.push(await startSwift(join(folder, 'swift'), [s3, account, container, object]));
  started.push(await startPgBouncer(join(folder, 'pgbouncer'), pooler, postgres));
  await makeBucket(`http://127.0.0.1:${s3}`);
  const home = join(folder, 'n1');
  const direct = `postgres://f2e@127.0.0.1:${postgres}/f2e`;
  const env = {
    ...S3_KEYS,
    F2E_DATABASE_URL: direct,
    F2E_BLOBS: `s3://${BUCKET}?endpoint=http://127.0.0.1:${s3}`,
    F2E_MASTER_KEY_FILE: join(folder, 'master.key'),
    F2E_SMTP_URL: `file:${join(home, 'mail')}`,
    F2E_PUBLIC_ORIGIN: `http://localhost:${proxy}`,
    F2E_TRUST_PROXY: '127.0.0.1',
    ...more,
  };
  const pooled = {
    F2E_DATABASE_URL: `postgres://f2e@127.0.0.1:${pooler}/f2e`,
    F2E_DATABASE_DIRECT_URL: direct,
  };
  const machine = async (name: string, port: number, extra: Record<string, string>): Promise<Machine> => {
    const dataDir = join(folder, name);
    mkdirSync(dataDir, { mode: 0o700 });
    const own = { F2E_DEMO: '0', F2E_LISTEN: `127.0.0.1:${port}`, ...extra };
    const begin = async (): Promise<Product> =>
      await startProduct({ dataDir, env: { ...env, ...own }, ...(onLog && { onLog: onLog() }) });
    let running: Product | undefined = await begin();
    started.push({ stop: async () => await running?.stop() });
    return {
      ...running,
      baseURL: `http://127.0.0.1:${port}`,
      get pid() {
        return running?.pid ?? 0;
      },
      kill: async () => {
        const dying = running;
        running = undefined;
        await dying?.kill();
      },
      again: async () => {
        running = await begin();
      },
    };
  };
  const [web1, web2, worker1, worker2] = await Promise.all([
    machine('n1', n1, { F2E_ROLES: 'web', F2E_NODE: 'n1', F2E_DEMO: '1', ...pooled }),
    machine('n2', n2, { F2E_ROLES: 'web', F2E_NODE: 'n2' }),
    machine('w1', w1, { F2E_ROLES: 'worker,smtp', F2E_SMTP_LISTEN: `127.0.0.1:${smtpPort}`, ...pooled }),
    machine('w2', w2, { F2E_ROLES: 'worker' }),
  ]);
  const startFront = front === 'nginx' ? startNginx : startHaproxy;
  started.push(await startFront(join(folder, 'front'), proxy, { n1, n2 }));
  return {
    baseURL: `http://localhost:${proxy}`,
    password: DEMO_PASSWORD,
    dataDir: home,
    smtpPort,
    env: { ...env, F2E_DATA: home },
    web: { n1: web1, n2: web2 },
    workers: [worker1, worker2],
    postgres: database,
    stop,
  };
}

async function makeBucket(endpoint: string): Promise<void> {
  const credentials = {
    accessKeyId: S3_KEYS.AWS_ACCESS_KEY_ID,
    secretAccessKey: S3_KEYS.AWS_SECRET_ACCESS_KEY,
  };
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  client.destroy();
}
