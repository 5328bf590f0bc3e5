import { existsSync } from 'node:fs';
import { chmod, cp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';

import { freePort } from '#test/free-ports.ts';

import { DIAL_RULES, PROTOCOL_CONFIG, SCHEDULER_CONFIG, modemConfig } from './modem-config.ts';
import type { ServerConfig } from './modem-config.ts';
import { cryptOf, endTree, killTree, launch, waitFor } from './processes.ts';

/** Passwords of every HylaFAX of the rig. */
const USER = 'f2e';
const PASSWORD = 'line-secret';
const ADMIN_PASSWORD = 'admin-secret';

/** A private HylaFAX with its own spool, port and daemons; the machine's own is not touched. */
export interface HylafaxServer {
  spool: string;
  modems: string[];
  port: number;
  /** The address for `f2e line add --url`. */
  url(more?: string): string;
  /** Starts what is not running and waits until every modem can take calls. */
  start(): Promise<void>;
  /** Kills scheduler, protocol server and modem servers with all calls by kill -9, like a power failure. */
  kill(): void;
  stop(): Promise<void>;
  /** Returns the files of received faxes in the spool. */
  received(): Promise<string[]>;
  /** Returns the job files of the queue. */
  queued(): Promise<string[]>;
  /** Returns the log of all calls, one line each (hylafax-log(5)). */
  calls(): Promise<string[][]>;
}

/** Creates the spool of a server for these existing modems; `start` starts it. */
export async function makeServer(
  folder: string,
  modems: string[],
  config: ServerConfig,
  resetModem: (modem: string) => void,
): Promise<HylafaxServer> {
  const spool = join(folder, 'spool');
  const port = await freePort();
  await cp('/var/spool/hylafax', spool, { recursive: true, filter: (path) => !path.endsWith('/FIFO') });
  await rm(join(spool, 'etc'), { recursive: true, force: true });
  await cp('/etc/hylafax', join(spool, 'etc'), { recursive: true });
  const etc = async (name: string, text: string): Promise<void> =>
    await writeFile(join(spool, 'etc', name), text);
  await etc('config', SCHEDULER_CONFIG);
  await etc('hfaxd.conf', PROTOCOL_CONFIG);
  await etc('dialrules.test', DIAL_RULES);
  const [user, admin] = [cryptOf(PASSWORD), cryptOf(ADMIN_PASSWORD)];
  await etc('hosts.hfaxd', `^${USER}@.*$:1:${user}:${admin}\n`);
  for (const [i, modem] of modems.entries()) await etc(`config.${modem}`, modemConfig(config, i));
  for (const hook of ['notify', 'faxrcvd']) await script(join(spool, 'bin', hook), '');
  execFileSync('chown', ['-R', 'uucp:uucp', spool]);
  await chmod(join(spool, 'etc/hosts.hfaxd'), 0o600);
  return serverOf({ spool, modems, port }, resetModem);
}

/** Writes a shell script that HylaFAX runs. */
async function script(path: string, text: string): Promise<void> {
  await rm(path, { force: true });
  await writeFile(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
}

function serverOf(
  made: Pick<HylafaxServer, 'spool' | 'modems' | 'port'>,
  resetModem: (modem: string) => void,
): HylafaxServer {
  const { spool, modems, port } = made;
  const running = new Map<string, number>();
  const run = (name: string, command: string, args: string[]): void => {
    if (running.has(name)) return;
    const child = launch(command, args);
    running.set(name, child.pid ?? 0);
    child.once('exit', (code, signal) => {
      if (running.get(name) !== child.pid) return;
      // faxq of HylaFAX 6.0.7 sometimes ends by itself; without a restart, calls would wait until their test times out.
      process.stderr.write(`${name} of ${spool} ended by itself (${signal ?? code}) and is started again\n`);
      running.delete(name);
      run(name, command, args);
    });
  };
  const forget = async (): Promise<void> => {
    running.clear();
    for (const modem of modems) await rm(`/var/lock/LCK..${modem}`, { force: true });
  };
  return {
    ...made,
    url: (more = '') =>
      `hylafax://${USER}:${PASSWORD}@127.0.0.1:${port}?admin=${ADMIN_PASSWORD}${more && `&${more}`}`,
    start: async () => {
      for (const modem of modems) {
        await rm(`/var/lock/LCK..${modem}`, { force: true });
        if (!running.has(modem)) await rm(join(spool, 'status', modem), { force: true });
      }
      if (!running.has('faxq')) await rm(join(spool, 'FIFO'), { force: true });
      run('faxq', '/usr/sbin/faxq', ['-D', '-q', spool]);
      await waitFor('the scheduler', () => existsSync(join(spool, 'FIFO')));
      run('hfaxd', '/usr/sbin/hfaxd', ['-d', '-q', spool, '-l', '127.0.0.1', '-i', String(port)]);
      for (const modem of modems) run(modem, '/usr/sbin/faxgetty', ['-q', spool, `/dev/${modem}`]);
      await waitFor('modems that take calls', modemsReady(spool, modems));
    },
    kill: () => {
      for (const pid of running.values()) killTree(pid);
      running.clear();
      modems.forEach(resetModem);
    },
    stop: async () => {
      const pids = [...running.values()];
      running.clear();
      await Promise.all(pids.map(endTree));
      await forget();
    },
    received: async () =>
      (await readdir(join(spool, 'recvq'))).filter((name) => name.endsWith('.tif')).sort(),
    queued: async () => {
      const names = (await readdir(join(spool, 'sendq'))).filter((name) => /^q\d+$/.test(name));
      const texts = names.map(
        async (name) => await readFile(join(spool, 'sendq', name), 'latin1').catch(() => ''),
      );
      return await Promise.all(texts); // A job that has just ended is no longer queued.
    },
    calls: async () => {
      const text = await readFile(join(spool, 'log/xferfaxlog'), 'latin1').catch(() => ''); // No calls yet.
      return text.split('\n').flatMap((line) => (line ? [line.split('\t')] : []));
    },
  };
}

/** The status of a modem that is set up: it waits for work, or already has some. */
const SET_UP = /Running and idle|Waiting for modem to come free|Sending|Answering|Receiving/;

/**
 * Returns a check whether every modem has been set up. They need not all be idle at once: jobs that waited for the
 * server are sent while the last modem is still being set up, and then some modem is busy as long as there are jobs.
 */
function modemsReady(spool: string, modems: string[]): () => Promise<boolean> {
  const awaited = new Set(modems);
  return async () => {
    for (const modem of awaited) {
      const status = await readFile(join(spool, 'status', modem), 'latin1').catch(() => ''); // Not written yet.
      if (SET_UP.test(status)) awaited.delete(modem);
    }
    return awaited.size === 0;
  };
}
