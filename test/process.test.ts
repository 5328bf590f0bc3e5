import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeEach, expect, test } from 'vitest';

import { freePort } from './free-ports.ts';
import { PROJECT, ownEnvironment, settings } from './start-product.ts';
import { eventually } from './patience.ts';

const MINUTES = 3 * 60_000;

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'f2e-process-'));
  return async () => {
    await rm(dataDir, { recursive: true, force: true });
  };
});

/** Runs `npm start` in its own process group, as a supervisor would. */
async function npmStart(): Promise<{ npm: ChildProcess; out: string[]; address: string }> {
  const port = await freePort();
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: PROJECT,
    env: { ...ownEnvironment(), ...settings(dataDir, port, await freePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const out: string[] = [];
  createInterface({ input: npm.stdout }).on('line', (line) => out.push(line));
  const address = `http://localhost:${port}`;
  await eventually(() => expect(out).toContain(`f2e ready at ${address}`));
  return { npm, out, address };
}

async function endOf(child: ChildProcess): Promise<number | null> {
  return await new Promise((resolve) => child.once('exit', resolve));
}

/**
 * Returns every process still running for this data folder, found by environment or arguments (the database's
 * environment is clean).
 */
async function leftOver(): Promise<string[]> {
  const found: string[] = [];
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/u.test(pid) || Number(pid) === process.pid) continue;
    const read = async (name: string): Promise<string> =>
      await readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
    const command = (await read('cmdline')).replaceAll('\0', ' ');
    if (command.includes(dataDir) || (await read('environ')).includes(`F2E_DATA=${dataDir}`))
      found.push(command);
  }
  return found;
}

test(
  '[SRV-08] npm start makes all it needs in an empty folder; SIGTERM and SIGINT end the product with status 0 and leave no process, and it starts again',
  async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const began = performance.now();
      const { npm, out, address } = await npmStart();
      console.log(`ready after ${((performance.now() - began) / 1000).toFixed(1)} s`);
      expect((await fetch(`${address}/readyz`)).status).toBe(200);
      expect(await leftOver()).toContainEqual(expect.stringContaining('dist/server/server.js'));
      const ended = endOf(npm);
      npm.kill(signal);
      expect(await ended).toBe(0);
      expect(out.filter((line) => line.startsWith('f2e ready at '))).toHaveLength(1);
      await eventually(async () => expect(await leftOver()).toEqual([]));
      // A database that was shut down properly needs no recovery when it starts again.
      expect(await readdir(join(dataDir, 'database/cluster'))).not.toContain('postmaster.pid');
    }
  },
  MINUTES * 2,
);
