import { randomBytes } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startExchange } from './exchange.ts';
import type { Exchange, Modem } from './exchange.ts';
import { makeServer } from './hylafax-server.ts';
import type { HylafaxServer } from './hylafax-server.ts';
import type { ServerConfig } from './modem-config.ts';

/** More than any test sends. */
const MANY_PAGES = 350;

/** The world's modems have numbers from here on, as callers. */
const WORLD_NUMBER = 3_105_559_900;

/** A modem of a side whose numbers begin with the prefix. */
function modemOf(name: string, prefix: string, callerId: string, onlyDials: boolean): Modem {
  return { device: `/dev/${name}`, numbers: onlyDials ? '' : `${prefix}*,1${prefix}*`, callerId };
}

/** Real T.30 between two HylaFAX servers without hardware: ours and the world's, joined by an exchange in memory. */
export interface FaxRig {
  /** The server under test: its numbers begin with 212555. */
  ours: HylafaxServer;
  /** Everybody else: numbers that begin with 310555. */
  world: HylafaxServer;
  /** Cuts off the calls to this number, as a bad line does. */
  drop(number: string): void;
  /** The telephone network between them. */
  exchange: Exchange;
  stop(): Promise<void>;
}

/** How a rig is started differently. */
export interface RigOptions {
  /** Our modems. */
  modems?: number;
  /** The world's; as many as ours when left out. After a call a modem needs some seconds before it answers again. */
  worldModems?: number;
  /**
   * How many of each side's modems only dial; its others only answer. Without it every modem does both, and a call may
   * ring at one that is about to dial: its server then dials late, and the call is not answered.
   */
  dialers?: { ours: number; world: number };
  /** Seconds of the exchange's time that a telephone rings. */
  ringing?: number;
  /** Pages that one call may bring to us. */
  maxReceivedPages?: number;
}

/** Builds the exchange and starts everything in a folder of its own; several rigs run side by side. Needs root. */
export async function startFaxRig(options: RigOptions = {}): Promise<FaxRig> {
  const { modems = 2, ringing = 40, maxReceivedPages = MANY_PAGES, worldModems = modems, dialers } = options;
  const folder = await mkdtemp(join(tmpdir(), 'f2e-fax-rig-'));
  await chmod(folder, 0o755); // HylaFAX's daemons work as another user.
  const prefix = `ttyF${randomBytes(3).toString('hex')}`;
  const names = (side: string, count: number): string[] =>
    Array.from({ length: count }, (_, i) => `${prefix}${side}${i}`);
  const [ours, world] = [names('o', modems), names('w', worldModems)];
  const exchange = await startExchange(
    folder,
    [
      ...ours.map((name, i) => modemOf(name, '212555', '2125550100', i < (dialers?.ours ?? 0))),
      ...world.map((name, i) => modemOf(name, '310555', String(WORLD_NUMBER + i), i < (dialers?.world ?? 0))),
    ],
    ringing,
  );
  const reset = (modem: string): void => exchange.reset(`/dev/${modem}`);
  const side = async (name: string, devices: string[], config: ServerConfig): Promise<HylafaxServer> => {
    await mkdir(join(folder, name));
    return await makeServer(join(folder, name), devices, config, reset);
  };
  const rig: FaxRig = {
    ours: await side('ours', ours, { stationId: 'OUR LINE', maxReceivedPages, dialers: dialers?.ours }),
    world: await side('world', world, {
      stationId: 'THE WORLD',
      maxReceivedPages: MANY_PAGES,
      dialers: dialers?.world,
    }),
    drop: (number) => exchange.drop(number),
    exchange,
    stop: async () => {
      await Promise.all([rig.ours.stop(), rig.world.stop()]);
      await exchange.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  await startAll([rig.ours, rig.world], async () => await rig.stop());
  return rig;
}

/** Starts them side by side; when one does not start, nothing is left running. */
async function startAll(servers: readonly HylafaxServer[], stop: () => Promise<void>): Promise<void> {
  const starts = await Promise.allSettled(servers.map(async (server) => await server.start()));
  const failed = starts.find((start) => start.status === 'rejected');
  if (!failed) return;
  await stop();
  throw failed.reason;
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
