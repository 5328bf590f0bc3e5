import type { Command } from 'commander';

import type { Config } from '#server/config/config.ts';
import type { Db } from '#engine/database/port.ts';
import { readQueues } from '#server/features/operations/health/health.service.ts';
import { readLines } from '#server/features/faxes/lines/lines.service.ts';
import { upgradeSchema } from '#server/composition/upgrade.ts';

import type { Act, ActOptions } from './act.ts';
import { examine } from './doctor.ts';
import { countAccounts, listMigrations, readQueueState } from './operator.store.ts';
import { oneRow } from './output.ts';

/** A product that does not answer within this is not usable for people either. */
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
        const running = await askProduct(config);
        const queues = await waitingWork(db);
        const json = {
          running,
          accounts: Object.fromEntries(accounts),
          lines: lines.map(({ name, state, busy }) => ({ name, state, busy })),
          queues,
        };
        const { rows } = oneRow({
          running,
          accounts: [...accounts].map(([state, n]) => `${n} ${state}`).join(', '),
          lines: lines.map(({ name, state, busy }) => `${name} (${state}, ${busy} calls)`).join(', '),
          waiting: queues
            .map(({ queue, depth, oldestSeconds }) => `${depth} ${queue}${lateness(oldestSeconds)}`)
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

/** What is queued or worked on, with how long the one waits that should have begun first. */
async function waitingWork(db: Db): Promise<{ queue: string; depth: number; oldestSeconds: number }[]> {
  // Before the first start there is no queue.
  if (!(await readQueueState(db)).exists) return [];
  const all = (await readQueues(db)).filter(({ state }) => state !== 'failed');
  return [...Map.groupBy(all, ({ queue }) => queue)].map(([queue, states]) => ({
    queue,
    depth: states.reduce((sum, { depth }) => sum + depth, 0),
    oldestSeconds: Math.round(Math.max(...states.map(({ oldestSeconds }) => oldestSeconds))),
  }));
}

/** Said only where something is late by more than a minute. */
function lateness(seconds: number): string {
  return seconds > 60 ? ` (late by ${Math.round(seconds / 60)} min)` : '';
}

/** What the product on this machine says of itself: ready, not ready, or no when nobody answers. */
async function askProduct({ listen }: Config): Promise<'ready' | 'not ready' | 'no'> {
  const host = listen.host.includes(':') ? `[${listen.host}]` : listen.host;
  try {
    const answer = await fetch(`http://${host}:${listen.port}/readyz`, {
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    return answer.ok ? 'ready' : 'not ready';
  } catch {
    // Nobody listens: that is an answer, not a fault of this command.
    return 'no';
  }
}
