import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

import { startDaemon } from '../mail-rig/daemon.ts';
import type { Daemon } from '../mail-rig/daemon.ts';

/** The folder in which Debian keeps the programs of each version. */
const VERSIONS = '/usr/lib/postgresql';

/** The distribution's own user, because the server refuses to run as root. */
const USER = 'postgres';

/** cannot_connect_now */
const STARTING_UP = '57P03';

const START_LIMIT_MS = 20_000;

/** Returns the folder of the distribution's newest PostgreSQL, not the product's own; undefined without one. */
function programs(): string | undefined {
  if (!existsSync(VERSIONS)) return undefined;
  const newest = readdirSync(VERSIONS)
    .toSorted((a, b) => Number(a) - Number(b))
    .at(-1);
  return newest === undefined ? undefined : join(VERSIONS, newest, 'bin');
}

/** Returns what is missing for an external server; null if nothing is. */
export function whyNoPostgres(): string | null {
  if (programs() === undefined) return 'apt-get install postgresql';
  return process.getuid?.() === 0 ? null : 'the rig starts its servers as root only';
}

/** A database server that may be killed, and restarted over the same data. */
export interface PostgresServer extends Daemon {
  /** Kills only the server itself with kill -9; its processes notice and end. */
  kill(): Promise<void>;
  /** Performs a fast shutdown, as in an upgrade of the server: connections are ended, and no recovery follows. */
  shutDown(): Promise<void>;
  /** Starts it again unless it is running. */
  again(): Promise<void>;
}

/** Where and how the server runs. */
export interface PostgresPlace {
  /** Its addresses, the first of which this process uses; 127.0.0.1 by default. */
  hosts?: readonly string[];
  /** A command before the server's own, such as `nsenter`. */
  within?: readonly string[];
  /** Additional environment variables. */
  env?: Readonly<Record<string, string>>;
}

/** Starts an external PostgreSQL over TCP, with a database `f2e` that belongs to a plain role `f2e`. */
export async function startPostgres(
  folder: string,
  port: number,
  { hosts = ['127.0.0.1'], within = [], env = {} }: PostgresPlace = {},
): Promise<PostgresServer> {
  const bin = programs() ?? '';
  const data = join(folder, 'data');
  const as = ['--reuid', USER, '--regid', USER, '--clear-groups'];
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const id = (what: '-u' | '-g'): number => Number(execFileSync('id', [what, USER]).toString());
  for (const path of [folder, data]) chownSync(path, id('-u'), id('-g'));
  const initdb = ['-D', data, '-A', 'trust', '-U', 'admin', '-E', 'UTF8', '--locale=C.UTF-8'];
  execFileSync('setpriv', [...as, join(bin, 'initdb'), ...initdb], { stdio: 'pipe' });
  appendFileSync(join(data, 'pg_hba.conf'), 'host all all samenet trust\n');
  const settings = [`listen_addresses=${hosts.join()}`, `port=${port}`, `unix_socket_directories=${folder}`];
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  // Even after kill -9 of the tests no server stays behind.
  const own = [...as, '--pdeathsig', 'KILL', 'env', ...variables, join(bin, 'postgres'), '-D', data];
  const [program = '', ...args] = [...within, 'setpriv', ...own, ...settings.flatMap((one) => ['-c', one])];
  const start = async () => await startDaemon(program, args, port, hosts[0]);
  let server = await start();
  try {
    await fill(folder, port);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return {
    stop: async () => await server.stop(),
    kill: async () => await server.kill(),
    shutDown: async () => await server.end('SIGINT'),
    again: async () => {
      if (server.isOver()) server = await untilStarted(start);
    },
  };
}

/** The remains of a killed server block the next one for a moment. */
async function untilStarted<T>(start: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    try {
      return await start();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(100);
    }
  }
}

/** The port accepts connections before the server is ready, which then reports that it is starting up. */
async function fill(folder: string, port: number): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    const client = new Client({ host: folder, port, user: 'admin', database: 'postgres' });
    try {
      await client.connect();
      await client.query('create role f2e login');
      await client.query('create database f2e owner f2e');
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== STARTING_UP || Date.now() > deadline) throw error;
      await pause(100);
    } finally {
      await client.end().catch(() => undefined); // It may never have connected.
    }
  }
}
