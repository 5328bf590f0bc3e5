import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

import { MAX_DESTINATIONS } from '#contract/kit/fax-number.ts';
import { DatabaseRefusal } from '#engine/database/refusal.ts';
import { FileStoreRefusal } from '#engine/file-store/choose.ts';
import { MailRefusal } from '#engine/mail/choose.ts';
import { MailInRefusal, openMailIn } from '#engine/mail-in/choose.ts';
import { KeyRefusal } from '#engine/secrets/refusal.ts';

import { openBackground } from '#server/composition/jobs.ts';
import { ConfigError, configOfProcess } from '#server/config/config.ts';
import type { Config } from '#server/config/config.ts';
import { closeEngines, machineOf, openEngines } from '#server/composition/engines.ts';
import { startSealing } from '#server/features/audit/log/sealing.ts';
import { BackupRefusal } from '#server/features/operations/backup/backup.service.ts';
import { DemonstrationRefusal } from '#server/seed/demonstration.service.ts';
import { provideFirstData } from '#server/seed/first-data.ts';
import { requestAnswer } from '#server/features/gateways/email-to-fax/answer-request.ts';
import { createMailCounts } from '#server/features/gateways/email-to-fax/mail-counts.ts';
import { createLogger } from '#server/kit/logging.ts';
import { logEvent } from '#server/kit/log-event.ts';
import { DRAIN_MS, closeApp } from './kit/close-app.ts';
import { hasRoom } from './kit/disk-room.ts';
import { ListenRefusal, listenAt } from './kit/listen.ts';
import { loadMessages } from './kit/messages.ts';
import type { App } from './kit/mount.ts';
import { assembleMailHandler, hostOf } from '#server/composition/email-to-fax.ts';
import type { MailInParts, RunningMailIn } from '#server/composition/email-to-fax.ts';
import { assembleWatch, assembleWeb, projectFolders } from '#server/composition/web-server.ts';
import { welcome } from '#server/composition/welcome.ts';
import { noteRunning } from '#server/composition/pid-file.ts';
import { startCopies } from '#server/composition/copies.ts';
import { startWebhooks } from '#server/composition/webhooks.ts';

/**
 * Time limit after a failed start: everything it opened should be closed by then, and anything left must not keep the
 * process alive.
 */
const FAILED_START_LIMIT_MS = 5_000;

/** A stop that takes longer is cut short, so that a service manager never has to kill the process. */
const STOP_LIMIT_MS = 60_000;

/** After everything is stopped, the process ends by itself; anything that keeps it alive longer is not ours. */
const STOPPED_MS = 1_000;

/** Time for a failed start to end by itself; its reason is logged long before. */
const FAILED_START_MS = 1_000;

const READY_EVERY_MS = 100;

/** The functions that stop the product's parts, in this order. */
type Stops = (() => Promise<void>)[];

/** Starts everything that F2E_ROLES names. The stops are added as parts start, so that a failed start cleans up too. */
async function start(config: Config, log: Logger, stops: Stops, signal: AbortSignal): Promise<void> {
  const engines = await openEngines(config, log, signal);
  stops.unshift(async () => await closeEngines(engines));
  // Removed last: whoever waits for the product to stop watches this file.
  stops.push(await noteRunning(config.dataDir));
  await provideFirstData(config, engines);
  const working = config.roles.has('worker');
  const messages = await loadMessages(projectFolders.locales);
  const { queue, services } = await openBackground({ config, engines, messages }, working);
  stops.unshift(async () => await queue.stop());
  // Stopped after the queue: the last jobs write audit rows, too.
  stops.splice(1, 0, await startSealing(engines.database, services.auditChain, log));
  const { sending } = services;
  if (working) {
    const worker = await sending.startWorker({
      convertSlots: config.convertWorkers,
      documentEnded: async (tx, documentId) => await requestAnswer(queue, tx, documentId),
      machine: await machineOf(config),
    });
    stops.unshift(async () => await worker.stop());
    const arriving = sending.startArrivals({ hasRoom: async () => await hasRoom(config.dataDir) });
    stops.unshift(async () => await arriving.stop());
    const watching = sending.startLineWatch();
    stops.unshift(async () => await watching.stop());
    stops.unshift(await startCopies({ engines, services, messages }));
    stops.unshift(await startWebhooks({ config, engines, services }));
  }
  const mailIn = config.roles.has('smtp')
    ? await startMailIn({ config, engines, services, messages })
    : undefined;
  if (mailIn) stops.unshift(async () => await mailIn.listener.close());
  const parts = { config, engines, queue, services, mailIn, messages, folders: projectFolders };
  const app = await (config.roles.has('web') ? assembleWeb(parts) : assembleWatch(parts));
  const drains = config.roles.has('web') && config.trustProxy.length > 0;
  stops.unshift(async () => await closeApp(app, { drainMs: drains ? DRAIN_MS : 0 }));
  await listenAt('F2E_LISTEN', config.listen, async () => await app.listen(config.listen));
  // Tests listen on port 0; then the ready line names the port that the system assigned.
  const origin = config.publicOrigin.replace(/:0$/, `:${portOf(app.server.address())}`);
  await ready(app);
  const address = `${origin}${config.publicPath}`;
  process.stdout.write(`f2e ready at ${address}\n`);
  if (process.stderr.isTTY) process.stderr.write(await welcome(address, config.dataDir));
}

/** Opens the listener for incoming mail; returns undefined if F2E_SMTP_LISTEN is empty. */
async function startMailIn({
  config,
  engines,
  services,
  messages,
}: Omit<MailInParts, 'mailIn' | 'counts'>): Promise<RunningMailIn | undefined> {
  if (!config.mailListen) return undefined;
  const mailIn = openMailIn({
    dataDir: config.dataDir,
    dns: config.dns,
    listen: config.mailListen,
    name: hostOf(config.publicOrigin),
    tls: config.mailTls,
    fronts: config.mailFronts,
    maxRecipients: MAX_DESTINATIONS,
    maxBytes: config.mailBytes,
    log: engines.log,
  });
  const counts = createMailCounts();
  const handler = assembleMailHandler({ config, engines, services, mailIn, messages, counts });
  const listener = await listenAt(
    'F2E_SMTP_LISTEN',
    config.mailListen,
    async () => await mailIn.listen(handler),
  );
  logEvent(engines.log, 'mail-in.started', { port: listener.port });
  return { listener, counts };
}

/** Waits until /readyz answers 200: after the ready line everything must be usable at once. */
async function ready(app: App): Promise<void> {
  while ((await app.inject('/readyz')).statusCode !== 200) await pause(READY_EVERY_MS);
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function stopAll(stops: Stops, log: Logger): Promise<void> {
  for (const stop of stops.splice(0)) {
    await stop().catch((error: unknown) => logEvent(log, 'process.stop-failed', { err: error }));
  }
}

/** Runs until SIGTERM or SIGINT. The exit status is 0 after a clean stop and 1 after a failed start. */
async function main(): Promise<void> {
  const stops: Stops = [];
  const config = configOfProcess();
  const log = createLogger(config.logLevel);
  const stopping = new AbortController();
  const stopped = once(stopping.signal, 'abort');
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, () => stopping.abort());
  try {
    await start(config, log, stops, stopping.signal);
  } catch (error) {
    await stopAll(stops, log);
    // A half-started part may keep the process alive; nobody waits for a product that did not start.
    setTimeout(() => process.exit(1), FAILED_START_MS).unref();
    throw error;
  }
  await stopped;
  setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
  await stopAll(stops, log);
  setTimeout(endNow, STOPPED_MS).unref();
}

/**
 * Ends the process by SIGTERM: a hanging DNS lookup by the operating system blocks even process.exit, which waits for
 * its thread. The default action of SIGTERM waits for nothing, and systemd counts it as a clean end.
 */
function endNow(): void {
  process.removeAllListeners('SIGTERM');
  process.kill(process.pid, 'SIGTERM');
}

/**
 * Returns the message of a refusal, which is meant for people; any other error is a bug of ours and keeps its stack.
 */
function explain(error: unknown): string {
  const forPeople = [
    BackupRefusal,
    ConfigError,
    DatabaseRefusal,
    DemonstrationRefusal,
    FileStoreRefusal,
    KeyRefusal,
    ListenRefusal,
    MailRefusal,
    MailInRefusal,
  ].some((kind) => error instanceof kind);
  if (!(error instanceof Error)) return String(error);
  return forPeople ? error.message : (error.stack ?? error.message);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
  setTimeout(() => process.exit(1), FAILED_START_LIMIT_MS).unref();
}
