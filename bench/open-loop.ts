import { setTimeout as pause } from 'node:timers/promises';

/** Requests of one kind that arrive on a schedule, whether or not earlier ones have a response. */
export interface Stream {
  name: string;
  perSecond: number;
  /** Sends one request; returns the status of the response, 0 without one. */
  act: () => Promise<number>;
}

/** The results of a stream's requests. */
export interface Outcome {
  name: string;
  asked: number;
  /** Milliseconds since each request should have begun, so that a late server shows as late; ascending. */
  times: number[];
  /** Statuses other than 200, and how often each occurred. */
  others: Map<number, number>;
}

/** Interval of the schedule in milliseconds. */
const TICK_MS = 5;

/** Runs all streams concurrently for `seconds`, then waits for the remaining responses. */
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

/** Returns the value below which the given share of all values lies. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Prints one line per stream: rate, percentiles, and responses other than 200. */
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
