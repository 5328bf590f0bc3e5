import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { logIn } from './send-product.ts';
import type { Product } from '#test/start-product.ts';

/** The results of all requests of a crowd. */
export interface CrowdResult {
  /** Jobs of acknowledged sends; each was requested with one key until it got 200. */
  promised: number[];
  /** How often each status occurred; 0 is a broken connection. */
  statuses: Map<number, number>;
}

/** How long a server may be unavailable, in milliseconds; longer is a separate fault, and the test must end. */
const PATIENCE_MS = 60_000;

/** Pause before an unacknowledged send is repeated with the same key, in milliseconds. */
const AGAIN_MS = 50;

/**
 * Pause between two sends of one sender, in milliseconds: a crowd faster than the converters only prolongs the test.
 */
const REST_MS = 400;

/**
 * Sends from one account to another, `side` at a time and at least `least` in all, until `until` has resolved. `at`
 * returns the current product: a restarted one has another address.
 */
export async function sendAllTheTime(options: {
  at: () => Product;
  from: string;
  to: string;
  side: number;
  least: number;
  until: Promise<unknown>;
}): Promise<CrowdResult> {
  const { at, from, to, side, least } = options;
  const promised: number[] = [];
  const statuses = new Map<number, number>();
  const over = new AbortController();
  void options.until.finally(() => over.abort()).catch(() => undefined);
  const session = await logIn(at(), from);
  const sendOne = async (text: string): Promise<void> => {
    const begun = performance.now();
    for (const key = randomUUID(); ;) {
      const { status, jobs } = await session
        .sendTo(at(), to, text, key)
        .catch(() => ({ status: 0, jobs: [] as number[] }));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === 200) {
        promised.push(...jobs);
        return;
      }
      if (performance.now() - begun > PATIENCE_MS)
        throw new Error(`a send gets no better answer than ${status}`);
      await pause(AGAIN_MS);
    }
  };
  let sent = 0;
  const sender = async (): Promise<void> => {
    while (!over.signal.aborted || sent < least) {
      await sendOne(`letter ${(sent += 1)}`);
      await pause(REST_MS);
    }
  };
  await Promise.all(Array.from({ length: side }, sender));
  return { promised, statuses };
}
