import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { Chance } from '#test/chance.ts';

import { drawFaults } from './faults.ts';
import { startInstallation } from './installation.ts';
import type { Installation, OnStart } from './installation.ts';
import { startLoad } from './load.ts';
import type { Promised } from './load.ts';
import { whenQuiet } from './quiet.ts';
import { judge } from './verdict.ts';
import type { Verdict } from './verdict.ts';

/** Number of faults in a round, and the minimum and maximum time between the starts of two that do not overlap. */
const FAULTS = 8;
const [LEAST_GAP_MS, MOST_GAP_MS] = [200, 4_000];

/** One of this many faults begins while the previous one is still in progress. */
const OVERLAP_OF = 3;

/** How long a converter may outlive its parent, in milliseconds. */
const ORPHAN_LIMIT_MS = 10_000;

/** The result of a round. */
export interface Round {
  faults: string[];
  verdict: Verdict;
}

/**
 * Starts an installation, subjects it to load and faults, waits until it is quiet, and judges it. Logs stay in `logs`.
 */
export async function playRound(seed: string, logs: string, onStart: OnStart): Promise<Round> {
  const chance = new Chance(seed);
  const rig = await startInstallation(logs, onStart);
  const note = (line: string): void =>
    appendFileSync(join(logs, 'round.log'), `${new Date().toISOString()} ${line}\n`);
  try {
    const load = startLoad(rig, chance.fork('load'));
    const faults = await makeTrouble(rig, chance.fork('faults'), note);
    for (const { machine } of rig.nodes) await machine.quiet();
    note('trouble is over');
    await load.stop();
    note('everything is acknowledged');
    const open = await whenQuiet(rig.database.pool);
    note(`quiet: ${JSON.stringify(open)}`);
    const verdict = await judge(rig, load.promised);
    verdict.wrong.unshift(...Object.entries(open).map(([what, n]) => `STUCK: ${n} ${what}`));
    verdict.wrong.push(...(await endAll(rig)));
    for (const line of verdict.wrong) note(line);
    noteTables(load.promised, note);
    return { faults, verdict };
  } finally {
    await rig.stop();
  }
}

function noteTables(promised: Promised, note: (line: string) => void): void {
  note(`promised: ${JSON.stringify(promised)}`);
}

/** Runs the faults of this round, some of them overlapping; returns their names. */
async function makeTrouble(
  rig: Installation,
  chance: Chance,
  note: (line: string) => void,
): Promise<string[]> {
  const faults = drawFaults(rig, chance, FAULTS);
  const under: Promise<void>[] = [];
  for (const { name, happen } of faults) {
    const [gap, overlaps] = [chance.int(LEAST_GAP_MS, MOST_GAP_MS), chance.int(0, OVERLAP_OF) === 0];
    await pause(gap);
    note(name);
    const happening = happen().then(() => note(`over: ${name}`));
    under.push(happening);
    if (!overlaps) await happening;
  }
  await Promise.all(under);
  return faults.map(({ name }) => name);
}

/** Stops every machine gracefully, and returns what went wrong, during the round or now. */
async function endAll({ nodes }: Installation): Promise<string[]> {
  const wrong: string[] = [];
  for (const { machine } of nodes) {
    const { name } = machine;
    await machine.stop().catch((error: unknown) => wrong.push(`${name}: ${String(error)}`));
    wrong.push(...machine.ends.map((how) => `${name} ended by itself: ${how}`));
  }
  const deadline = performance.now() + ORPHAN_LIMIT_MS;
  const orphans = (): number[] => nodes.flatMap(({ machine }) => machine.leftOvers());
  while (orphans().length > 0 && performance.now() < deadline) await pause(100);
  return [...wrong, ...orphans().map((pid) => `process ${pid} outlived its parent`)];
}
