import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { join } from 'node:path';

import { makeServer } from './hylafax-server.ts';
import type { HylafaxServer } from './hylafax-server.ts';
import { endTree, launch } from './processes.ts';

/** Eight times faster than a telephone network; above it HylaFAX's own waits take longer than the calls. */
const SPEED = 8;

/** More than any test sends. */
const MANY_PAGES = 350;

/** Real T.30 between two HylaFAX servers without hardware: ours and the world's, joined by an exchange in memory. */
export interface FaxRig {
  /** The server under test: its numbers begin with 212555. */
  ours: HylafaxServer;
  /** Everybody else: numbers that begin with 310555. */
  world: HylafaxServer;
  /** Cuts off the calls to this number, as a bad line does. */
  drop(number: string): void;
  stop(): Promise<void>;
}

/** How a rig is started differently. */
export interface RigOptions {
  /** Our modems. */
  modems?: number;
  /** The world's; as many as ours when left out. After a call a modem needs some seconds before it answers again. */
  worldModems?: number;
  /** Seconds of the exchange's time that a telephone rings. */
  ringing?: number;
  /** Pages that one call may bring to us. */
  maxReceivedPages?: number;
}

/** Builds the exchange and starts everything in a folder of its own; several rigs run side by side. Needs root. */
export async function startFaxRig(options: RigOptions = {}): Promise<FaxRig> {
  const { modems = 2, ringing = 40, maxReceivedPages = MANY_PAGES, worldModems = modems } = options;
  const folder = await mkdtemp(join(tmpdir(), 'f2e-fax-rig-'));
  await chmod(folder, 0o755); // HylaFAX's daemons work as another user.
  const program = join(folder, 'exchange');
  const source = join(import.meta.dirname, 'exchange.c');
  execFileSync('gcc', ['-O2', '-o', program, source, '-lspandsp', '-ltiff', '-lutil', '-lm']);
  const prefix = `ttyF${randomBytes(3).toString('hex')}`;
  const names = (side: string, count: number): string[] =>
    Array.from({ length: count }, (_, i) => `${prefix}${side}${i}`);
  const [ours, world] = [names('o', modems), names('w', worldModems)];
  const exchange = launch(
    program,
    [
      '-x',
      String(SPEED),
      '-a',
      String(ringing),
      ...ours.map((name) => `/dev/${name}:212555*,1212555*:2125550100`),
      ...world.map((name, i) => `/dev/${name}:1310555*,310555*:310555990${i}`),
    ],
    { stdio: ['pipe', 'pipe', 'ignore'] },
  );
  await new Promise<void>((resolve, reject) => {
    exchange.once('exit', (code) => reject(new Error(`the exchange ended with ${code}`)));
    if (exchange.stdout) createInterface(exchange.stdout).once('line', () => resolve());
  });
  const sides = await Promise.all(
    [
      { name: 'ours', modems: ours, config: { stationId: 'OUR LINE', maxReceivedPages } },
      { name: 'world', modems: world, config: { stationId: 'THE WORLD', maxReceivedPages: MANY_PAGES } },
    ].map(async (side) => {
      await mkdir(join(folder, side.name));
      const server = await makeServer(join(folder, side.name), side.modems, side.config, (modem) =>
        exchange.stdin?.write(`reset /dev/${modem}\n`),
      );
      await server.start();
      return server;
    }),
  );
  const [first, second] = sides as [HylafaxServer, HylafaxServer];
  return {
    ours: first,
    world: second,
    drop: (number) => exchange.stdin?.write(`drop ${number}\n`),
    stop: async () => {
      await Promise.all(sides.map(async (side) => await side.stop()));
      await endTree(exchange.pid ?? 0);
      for (const name of [...ours, ...world]) await rm(`/dev/${name}`, { force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A HylaFAX without modems, for what it has received already: neither an exchange nor calls are needed. */
export async function startSpool(): Promise<HylafaxServer & { remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-spool-'));
  await chmod(folder, 0o755); // HylaFAX's daemons work as another user.
  const config = { stationId: 'OUR LINE', maxReceivedPages: MANY_PAGES };
  const server = await makeServer(folder, [], config, () => undefined);
  await server.start();
  return {
    ...server,
    remove: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
