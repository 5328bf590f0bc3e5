import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { Chance, newSeed } from '#test/chance.ts';

import { whyNoPostgres } from '../cluster/postgres-server.ts';
import { whyNoNetwork } from './lossy-network.ts';
import { playRound } from './round.ts';
import { whyNoClock } from './stepped-clock.ts';

/**
 * Plays rounds of faults with a new seed each, for `--minutes`; `--seed` alone repeats one round. Prints a line for
 * each, keeps the logs of failed ones, and ends with status 1 if there were any.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string' }, seed: { type: 'string' } },
});

const why = whyNoPostgres() ?? whyNoNetwork() ?? whyNoClock();
if (why !== null) throw new Error(`this machine cannot play chaos: ${why}`);

const folder = mkdtempSync('/var/tmp/f2e-chaos-');
const first = values.seed ?? newSeed();
const deadline = Date.now() + Number(values.minutes ?? 0) * 60_000;
const sums = { rounds: 0, failed: 0, accepted: 0, delivered: 0, uncertain: 0, received: 0 };

let stopRound = async (): Promise<void> => {};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    say(`${signal}: ${JSON.stringify(sums)}; logs: ${folder}`);
    // Work in progress fails when everything around it ends.
    process.on('uncaughtException', () => undefined);
    void stopRound().then(() => process.exit(1));
  });

say(`seed ${first}`);
do {
  // The seed that a round prints repeats that round, whichever it was.
  const seed = sums.rounds === 0 ? first : roundSeed(first, sums.rounds);
  await play(seed);
} while (Date.now() < deadline);

say(JSON.stringify(sums));
if (sums.failed === 0) rmSync(folder, { recursive: true });
else process.exitCode = 1;
process.exit();

function roundSeed(seed: string, round: number): string {
  return new Chance(`${seed}/${round}`).int(0, 2 ** 32).toString(36);
}

async function play(seed: string): Promise<void> {
  const logs = join(folder, seed);
  mkdirSync(logs, { mode: 0o700 });
  const begun = performance.now();
  const round = await playRound(seed, logs, (stop) => (stopRound = stop)).catch((error: unknown) =>
    String((error as Error).stack ?? error),
  );
  const seconds = Math.round((performance.now() - begun) / 1000);
  sums.rounds += 1;
  if (typeof round === 'string') {
    sums.failed += 1;
    say(`${seed}: BROKEN after ${seconds} s: ${round}`);
    say(`  repeat: npm run chaos -- --seed ${seed}; logs: ${logs}`);
    return;
  }
  const { faults, verdict } = round;
  const { accepted, delivered, uncertain, received, wrong } = verdict;
  for (const name of ['accepted', 'delivered', 'uncertain', 'received'] as const) sums[name] += verdict[name];
  const counts = `${accepted} accepted, ${delivered} delivered, ${uncertain} uncertain, ${received} received`;
  say(`${seed}: ${wrong.length === 0 ? 'ok' : 'FAILED'} in ${seconds} s; ${counts}; ${faults.join('; ')}`);
  if (wrong.length === 0) return rmSync(logs, { recursive: true });
  sums.failed += 1;
  for (const line of wrong) say(`  ${line}`);
  say(`  repeat: npm run chaos -- --seed ${seed}; logs: ${logs}`);
}

function say(line: string): void {
  process.stdout.write(`${new Date().toISOString()} ${line}\n`);
}
