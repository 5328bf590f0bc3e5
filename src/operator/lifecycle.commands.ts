import { setTimeout as pause } from 'node:timers/promises';

import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';

import { provideFirstData } from '#server/seed/first-data.ts';
import { isRunning, runningProducts } from '#server/composition/pid-file.ts';

import type { Act, ActOptions } from './act.ts';
import type { Installation } from './installation.ts';
import { oneRow } from './output.ts';
import type { Answer } from './output.ts';
import { CommandRefusal, accepted } from './refusal.ts';

/** The product cuts off a slow stop after a minute; a service manager waits as long. */
const STOP_LIMIT_MS = 70_000;
const LOOK_EVERY_MS = 100;

/** What `npm start` runs. */
const START = new URL('../../scripts/start.mjs', import.meta.url);

interface InitOptions extends ActOptions {
  demo?: boolean;
  publicUrl?: string;
  adminEmail?: string;
}

const INIT_HELP = `
What the first start does too, without serving anybody: data folder, keys, database, default brand. Settings stand in
the environment (.env.example); --public-url and --admin-email are kept with the default brand.

Examples:
  f2e init --public-url https://fax.example.com --admin-email fax@example.com
  f2e init --demo`;

/** init | start | stop */
export function addLifecycleCommands(program: Command, act: Act): void {
  program
    .command('init')
    .description('Makes everything that the product needs before its first start')
    .option('--demo', 'with demonstration data')
    .option('--public-url <origin>', 'address of the default brand, like https://fax.example.com', origin)
    .option('--admin-email <address>', 'where the default brand sends requests to cancel')
    .addHelpText('after', INIT_HELP)
    .action(async (options: InitOptions) => {
      await act(options, async (installation) => await initialise(installation, options));
    });
  program
    .command('start')
    .description('Runs the product in the foreground, as npm start does; Ctrl-C or f2e stop ends it')
    .action(async () => {
      await import(START.href);
    });
  program
    .command('stop')
    .description('Stops the product of this data folder: what is under way ends or is handed back')
    .action(async (options: ActOptions) => {
      await act(options, async ({ config }) => await stop(config.dataDir));
    });
}

async function initialise(installation: Installation, input: InitOptions): Promise<Answer> {
  const { config, log } = installation;
  const parts = {
    database: await installation.database(),
    files: await installation.files(),
    documents: await installation.documents(),
    log,
  };
  // Creates the master key.
  await installation.auditChain();
  await provideFirstData({ ...config, demo: input.demo === true }, parts);
  const brands = await installation.brands();
  const { id } = await brands.ensureDefaultBrand();
  const settings = {
    ...(input.publicUrl !== undefined && { origin: input.publicUrl }),
    ...(input.adminEmail !== undefined && { cancellation_email: input.adminEmail }),
  };
  if (Object.keys(settings).length > 0) {
    accepted(await brands.setBrand(id, settings));
  }
  return oneRow({
    data: config.dataDir,
    key: config.masterKeyFile,
    hid: String(id),
    demo: input.demo === true,
  });
}

async function stop(dataDir: string): Promise<Answer> {
  const pids = await runningProducts(dataDir);
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGTERM');
    } catch (error) {
      // It has just ended, which is the goal.
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') continue;
      throw new CommandRefusal(`The process ${pid} is another user’s: stop it as that user.`, {
        cause: error,
      });
    }
  }
  const deadline = performance.now() + STOP_LIMIT_MS;
  for (const pid of pids)
    while (await isRunning(dataDir, pid)) {
      if (performance.now() > deadline)
        throw new CommandRefusal(`The process ${pid} does not stop: look at what its log says.`);
      await pause(LOOK_EVERY_MS);
    }
  return {
    json: { stopped: pids },
    rows: pids.map((pid) => ({ stopped: pid })),
    ...(pids.length === 0 && { note: 'Nothing runs over this data folder on this machine.' }),
  };
}

function origin(written: string): string {
  if (!/^https?:\/\/[^/\s?#]+$/u.test(written))
    throw new InvalidArgumentError('An address is written like https://fax.example.com.');
  return written.toLowerCase();
}
