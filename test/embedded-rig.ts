import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import type { PoolConfig } from 'pg';
import { beforeEach } from 'vitest';

import { startEmbedded } from '#engine/database/embedded.ts';
import type { EmbeddedDatabase } from '#engine/database/embedded.ts';
import { silentLog } from './test-database.ts';
import { eventually } from './patience.ts';

/** The project's folder. */
export const PROJECT = join(import.meta.dirname, '..');

/** A data folder for embedded servers, and what tests need to know about them. */
export class EmbeddedRig {
  dataDir = '';
  #cleanups: (() => unknown)[] = [];

  get cluster(): string {
    return join(this.dataDir, 'database', 'cluster');
  }

  async start(): Promise<EmbeddedDatabase> {
    const database = await startEmbedded({ dataDir: this.dataDir, log: silentLog });
    this.afterwards(async () => await database.stop());
    return database;
  }

  /** Registers a function to run at the end of the test, in this order. */
  afterwards(clean: () => unknown): void {
    this.#cleanups.push(clean);
  }

  /** Creates a data folder below one that only its owner may enter, like /root. */
  async open(): Promise<() => Promise<void>> {
    const closed = await mkdtemp(join(tmpdir(), 'f2e-embedded-'));
    await chmod(closed, 0o700);
    this.dataDir = join(closed, 'data');
    await mkdir(this.dataDir);
    return async () => {
      for (const clean of this.#cleanups) await clean();
      this.#cleanups = [];
      for (const pid of await this.postmasters()) process.kill(pid, 'SIGQUIT');
      await until(async () => (await this.postmasters()).length === 0);
      await this.#removeSocketFolder();
      await rm(closed, { recursive: true });
    };
  }

  /** Removes the socket folder that a killed server leaves for the next start, which never happens here. */
  async #removeSocketFolder(): Promise<void> {
    const record = join(this.dataDir, 'database', 'socket-folder');
    const folder = await readFile(record, 'utf8').catch(() => '');
    if (/^\/(?:run|tmp)\/f2e-pg-\w+$/u.test(folder)) await rm(folder, { recursive: true, force: true });
  }

  /** Returns every postmaster on the folder, found through the kernel, not through the file under test. */
  async postmasters(): Promise<number[]> {
    const cluster = await stat(this.cluster).catch(() => undefined);
    const found: number[] = [];
    for (const name of await readdir('/proc')) {
      const pid = Number(name);
      if (!Number.isInteger(pid)) continue;
      const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      if (!command.split('\0')[0]?.endsWith('/bin/postgres')) continue;
      const folder = await stat(`/proc/${pid}/cwd`).catch(() => undefined);
      if (folder && cluster && folder.ino === cluster.ino && folder.dev === cluster.dev) found.push(pid);
    }
    return found;
  }

  /** Starts another process that uses the database, writes row after row and reports each acknowledged one. */
  async startElsewhere(): Promise<{ child: ChildProcess; adopted: boolean; acknowledged: string[] }> {
    const child = spawn(process.execPath, ['--input-type=module', '-e', this.writer()], {
      cwd: PROJECT,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.afterwards(() => child.kill('SIGKILL'));
    const lines: string[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
    await until(() => lines.length > 0);
    const { adopted } = JSON.parse(lines.shift() ?? '') as { adopted: boolean };
    return { child, adopted, acknowledged: lines };
  }

  /** Returns the program of startElsewhere. */
  writer(): string {
    return `import { startEmbedded } from '#engine/database/embedded.ts';
      import { Client } from 'pg';
      const log = { info() {}, warn() {}, error() {} };
      const database = await startEmbedded({ dataDir: ${JSON.stringify(this.dataDir)}, log });
      process.once('SIGTERM', () => database.stop().then(() => process.exit(0)));
      console.log(JSON.stringify({ adopted: database.adopted }));
      const client = new Client(database.connection);
      client.on('error', () => {});
      await client.connect();
      await client.query('create table if not exists fact (n bigserial primary key)').catch(() => {});
      for (;;) {
        const { rows } = await client.query('insert into fact default values returning n').catch(() => new Promise(() => {}));
        console.log(rows[0].n);
      }`;
  }
}

/** Creates a rig whose folder is new for every test of the file. */
export function useEmbeddedRig(): EmbeddedRig {
  const rig = new EmbeddedRig();
  beforeEach(async () => await rig.open());
  return rig;
}

/** Runs one query over its own connection. */
export async function query(connection: PoolConfig, text: string): Promise<object[]> {
  const client = new Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Returns the exit status of a process, even if it has already ended. */
export async function endOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  return await new Promise((resolve) => child.once('exit', resolve));
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  await eventually(async () => {
    if (!(await condition())) throw new Error('waited in vain');
  });
}
