import { setTimeout as pause } from 'node:timers/promises';

/** Requests of one kind that come by the clock, whether or not earlier ones have been answered. */
export interface Stream {
  name: string;
  perSecond: number;
  /** One request; the status of its answer, 0 when there was none. */
  act: () => Promise<number>;
}

/** How the requests of a stream went. */
export interface Outcome {
  name: string;
  asked: number;
  /** Milliseconds from when each should have begun, so that a server that is late is seen to be late; ascending. */
  times: number[];
  /** Statuses other than 200, and how often. */
  others: Map<number, number>;
}

/** The clock of the arrivals. */
const TICK_MS = 5;

/** Drives all streams side by side for so long, then waits for the answers that are still open. */
export async function drive(streams: readonly Stream[], seconds: number): Promise<Outcome[]> {
  const begun = performance.now();
  return await Promise.all(streams.map(async (stream) => await driveOne(stream, begun, seconds)));
}

async function driveOne({ name, perSecond, act }: Stream, begun: number, seconds: number): Promise<Outcome> {
  const outcome: Outcome = { name, asked: 0, times: [], others: new Map() };
  const open: Promise<void>[] = [];
  const all = Math.round(perSecond * seconds);
  while (outcome.asked < all) {
    const due = Math.min(all, Math.floor(((performance.now() - begun) / 1000) * perSecond) + 1);
    for (; outcome.asked < due; outcome.asked += 1) {
      const intended = begun + (outcome.asked / perSecond) * 1000;
      open.push(
        act().then((status) => {
          if (status === 200) outcome.times.push(performance.now() - intended);
          else outcome.others.set(status, (outcome.others.get(status) ?? 0) + 1);
        }),
      );
    }
    await pause(TICK_MS);
  }
  await Promise.all(open);
  outcome.times.sort((one, other) => one - other);
  return outcome;
}

/** The value that a share of all lies below. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** One line a stream: rate, percentiles, what was not answered with 200. */
export function printOutcomes(outcomes: readonly Outcome[], seconds: number): void {
  console.log(
    `${'stream'.padEnd(34)}${['per s', 'p50 ms', 'p95', 'p99', 'max', 'not 200'].map((head) => head.padStart(9)).join('')}`,
  );
  for (const { name, times, others } of outcomes) {
    const cells = [times.length / seconds, ...[0.5, 0.95, 0.99, 1].map((share) => percentile(times, share))];
    const faults = [...others].map(([status, n]) => `${n}×${status}`).join(' ') || '0';
    console.log(
      `${name.padEnd(34)}${cells.map((value, i) => value.toFixed(i === 0 ? 1 : 0).padStart(9)).join('')}${faults.padStart(9)}`,
    );
  }
}
