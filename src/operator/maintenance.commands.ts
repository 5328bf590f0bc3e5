import type { Command } from 'commander';

import type { Config } from '#server/config/config.ts';
import type { Db } from '#engine/database/port.ts';
import { readQueues } from '#server/features/operations/health/health.service.ts';
import type { QueueState } from '#server/features/operations/health/health.service.ts';
import { readLines } from '#server/features/faxes/lines/lines.service.ts';
import { runningProducts } from '#server/composition/pid-file.ts';
import { upgradeSchema } from '#server/composition/upgrade.ts';

import type { Act, ActOptions } from './act.ts';
import { hostOf } from './ask-service.ts';
import { isLate } from './doctor-queues.ts';
import { examine } from './doctor.ts';
import { countAccounts, listMigrations, readQueueState } from './operator.store.ts';
import { oneRow } from './output.ts';

/** A product that does not answer within this time is unusable for people, too. */
const ANSWER_LIMIT_MS = 2_000;

/** doctor | migrate | status */
export function addMaintenanceCommands(program: Command, act: Act): void {
  program
    .command('doctor')
    .description('Checks everything that the installation needs')
    .action(async (options: ActOptions) => {
      await act(options, async (installation) => {
        const checks = await examine(installation);
        const ok = checks.every((check) => check.ok);
        const rows = checks.map(({ name, ok: good, message, remedy }) => ({
          name,
          ok: good,
          message,
          remedy,
        }));
        return { json: { ok, checks }, rows, good: ok };
      });
    });
  addMigrate(program, act);
  program
    .command('status')
    .description('Whether the product runs, and what it holds')
    .action(async (options: ActOptions) => {
      await act(options, async ({ config, database }) => {
        const { db } = await database();
        const accounts = await countAccounts(db);
        const lines = await readLines(db);
        const { running, words } = await askProduct(config);
        const queues = await waitingWork(db);
        const json = {
          running,
          accounts: Object.fromEntries(accounts),
          lines: lines.map(({ name, state, busy }) => ({ name, state, busy })),
          queues,
        };
        const { rows } = oneRow({
          running: words,
          accounts: [...accounts].map(([state, n]) => `${n} ${state}`).join(', '),
          lines: lines.map(({ name, state, busy }) => `${name} (${state}, ${busy} calls)`).join(', '),
          waiting: queues
            .map(({ queue, depth, oldestSeconds }) => `${depth} ${queue}${lateness(queue, oldestSeconds)}`)
            .join(', '),
        });
        return { json, rows };
      });
    });
}

function addMigrate(program: Command, act: Act): void {
  program
    .command('migrate')
    .description('Brings the schema up to date, or says what was applied')
    .argument('[verb]', 'up or status', 'up')
    .action(async (verb: string, options: ActOptions, command: Command) => {
      if (verb !== 'up' && verb !== 'status') command.error('migrate is followed by up or status.');
      await act(options, async ({ config, databaseAsIs, log }) => {
        const database = await databaseAsIs();
        const applied =
          verb === 'up'
            ? (await upgradeSchema(config, database, log)).applied
            : await listMigrations(database.db);
        return { json: { applied }, rows: applied.map((name) => ({ applied: name })) };
      });
    });
}

/** Returns what is queued or in progress, and how overdue the oldest work is. */
async function waitingWork(
  db: Db,
): Promise<{ queue: QueueState['queue']; depth: number; oldestSeconds: number }[]> {
  // Before the first start there is no queue.
  if (!(await readQueueState(db)).exists) return [];
  const all = (await readQueues(db)).filter(({ state }) => state !== 'failed');
  return [...Map.groupBy(all, ({ queue }) => queue)].map(([queue, states]) => ({
    queue,
    depth: states.reduce((sum, { depth }) => sum + depth, 0),
    oldestSeconds: Math.round(Math.max(...states.map(({ oldestSeconds }) => oldestSeconds))),
  }));
}

/** Shown only if the doctor would complain. */
function lateness(queue: QueueState['queue'], seconds: number): string {
  return isLate(queue, seconds) ? ` (late by ${Math.round(seconds / 60)} min)` : '';
}

interface Running {
  running: 'ready' | 'not ready' | 'yes' | 'no';
  words: string;
}

/** Returns the product's own status. If nothing answers at the address, a running product is found by its process. */
async function askProduct({ listen, dataDir }: Config): Promise<Running> {
  const place = `${hostOf(listen.host)}:${listen.port}`;
  try {
    const answer = await fetch(`http://${place}/readyz`, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
    const running = answer.ok ? 'ready' : 'not ready';
    return { running, words: running };
  } catch {
    // Nothing listens: that is a result, not an error of this command.
    const pids = await runningProducts(dataDir);
    if (pids.length === 0) return { running: 'no', words: 'no' };
    return { running: 'yes', words: `yes (process ${pids.join(', ')}), but nothing answers at ${place}` };
  }
}
