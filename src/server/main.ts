import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

import { DatabaseRefusal } from '#engine/database/refusal.ts';
import { FileStoreRefusal } from '#engine/file-store/choose.ts';
import { MailRefusal } from '#engine/mail/choose.ts';
import { KeyRefusal } from '#engine/secrets/refusal.ts';

import { openBackground } from './background.ts';
import { ConfigError, configOfProcess } from './config.ts';
import type { Config } from './config.ts';
import { closeEngines, openEngines } from './engines.ts';
import { DemonstrationRefusal } from './features/demonstration/demonstration.service.ts';
import { provideFirstData } from './first-data.ts';
import { createLogger } from './logging.ts';
import { loadMessages } from './kit/messages.ts';
import type { App } from './kit/mount.ts';
import { assembleWeb, projectFolders, sendingOf } from './product.ts';

/** A stop that takes longer is cut short, so that a service manager never has to kill us. */
const STOP_LIMIT_MS = 60_000;

const READY_EVERY_MS = 100;

/** What stops, in this order, when the product stops. */
type Stops = (() => Promise<void>)[];

/** Starts everything that F2E_ROLES names; the stops are filled as things start, so that a failed start cleans up too. */
async function start(config: Config, log: Logger, stops: Stops): Promise<void> {
  const engines = await openEngines(config, log);
  stops.unshift(async () => await closeEngines(engines));
  await provideFirstData(config, engines);
  const working = config.roles.has('worker');
  const messages = await loadMessages(projectFolders.locales);
  const { queue, queueMail } = await openBackground({ config, engines, messages }, working);
  stops.unshift(async () => await queue.stop());
  const sending = sendingOf(config, engines);
  if (working) {
    const worker = await sending.startWorker({ convertSlots: config.convertWorkers });
    stops.unshift(async () => await worker.stop());
  }
  if (!config.roles.has('web')) return;
  const app = await assembleWeb({ config, engines, queue, queueMail, sending, folders: projectFolders });
  stops.unshift(async () => await app.close());
  await app.listen(config.listen);
  // Tests listen on port 0; then the ready line names the port that the system gave.
  const origin = config.publicOrigin.replace(/:0$/, `:${portOf(app.server.address())}`);
  await ready(app);
  process.stdout.write(`f2e ready at ${origin}${config.publicPath}\n`);
}

/** Waits until /readyz answers 200: whoever waits for the ready line may use everything at once. */
async function ready(app: App): Promise<void> {
  while ((await app.inject('/readyz')).statusCode !== 200) await pause(READY_EVERY_MS);
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function stopAll(stops: Stops, log: Logger): Promise<void> {
  for (const stop of stops.splice(0)) {
    await stop().catch((error: unknown) => log.error({ err: error }, 'something did not stop cleanly'));
  }
}

/** Runs until SIGTERM or SIGINT; the exit status is 0 after a clean stop and 1 after a start that failed. */
async function main(): Promise<void> {
  const stops: Stops = [];
  const config = configOfProcess();
  const log = createLogger(config.logLevel);
  const stopped = new Promise<void>((resolve) => {
    process.on('SIGTERM', () => resolve());
    process.on('SIGINT', () => resolve());
  });
  try {
    await start(config, log, stops);
  } catch (error) {
    await stopAll(stops, log);
    throw error;
  }
  await stopped;
  setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
  await stopAll(stops, log);
}

/** Refusals are sentences for people; anything else is a fault of ours and keeps its stack. */
function explain(error: unknown): string {
  const forPeople = [
    ConfigError,
    DatabaseRefusal,
    DemonstrationRefusal,
    FileStoreRefusal,
    KeyRefusal,
    MailRefusal,
  ].some((kind) => error instanceof kind);
  if (!(error instanceof Error)) return String(error);
  return forPeople ? error.message : (error.stack ?? error.message);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
