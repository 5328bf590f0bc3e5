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

/** The first caller number of the world's modems. */
const WORLD_NUMBER = 3_105_559_900;

/** Returns a modem of a side whose numbers begin with the prefix. */
function modemOf(name: string, prefix: string, callerId: string, onlyDials: boolean): Modem {
  return { device: `/dev/${name}`, numbers: onlyDials ? '' : `${prefix}*,1${prefix}*`, callerId };
}

/** Real T.30 between two HylaFAX servers without hardware: ours and the world's, joined by an in-memory exchange. */
export interface FaxRig {
  /** The server under test: its numbers begin with 212555. */
  ours: HylafaxServer;
  /** All other parties: numbers that begin with 310555. */
  world: HylafaxServer;
  /** Cuts off the calls to this number, like a bad line. */
  drop(number: string): void;
  /** The telephone network between them. */
  exchange: Exchange;
  stop(): Promise<void>;
}

/** Changes to a rig's defaults. */
export interface RigOptions {
  /** The number of our modems. */
  modems?: number;
  /**
   * The number of the world's modems; by default as many as ours. After a call a modem needs some seconds before it can
   * answer again.
   */
  worldModems?: number;
  /**
   * How many of each side's modems only dial; its others only answer. By default every modem does both, and a call may
   * ring at a modem that is about to dial: its server then dials late, and the call is not answered.
   */
  dialers?: { ours: number; world: number };
  /** How long a telephone rings, in seconds of the exchange's time. */
  ringing?: number;
  /** Maximum number of pages in one call to us. */
  maxReceivedPages?: number;
}

/** Builds the exchange and starts everything in a separate folder; several rigs can run concurrently. Needs root. */
export async function startFaxRig(options: RigOptions = {}): Promise<FaxRig> {
  const { modems = 2, ringing = 40, maxReceivedPages = MANY_PAGES, worldModems = modems, dialers } = options;
  const folder = await mkdtemp(join(tmpdir(), 'f2e-fax-rig-'));
  await chmod(folder, 0o755); // HylaFAX's daemons run as another user.
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

/** Starts the servers concurrently; if one fails, stops all. */
async function startAll(servers: readonly HylafaxServer[], stop: () => Promise<void>): Promise<void> {
  const starts = await Promise.allSettled(servers.map(async (server) => await server.start()));
  const failed = starts.find((start) => start.status === 'rejected');
  if (!failed) return;
  await stop();
  throw failed.reason;
}

/** Starts a HylaFAX without modems, for faxes already received: no exchange and no calls are needed. */
export async function startSpool(): Promise<HylafaxServer & { remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'f2e-spool-'));
  await chmod(folder, 0o755); // HylaFAX's daemons run as another user.
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
