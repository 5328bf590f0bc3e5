import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';

import { chanceOf } from '#test/chance.ts';

import { crash, crashedProduct, drained, trySend } from './send-crash-rig.ts';
import { killEverything, killNow, startOver } from './send-product.ts';

const crashed = crashedProduct();

/** Sends five faxes at a time until 50 are acknowledged, and kills everything right after the last answer of the five. */
async function killAfterAnswers(): Promise<number[]> {
  const promised: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    const sends = Array.from({ length: 5 }, (_, i) =>
      trySend(crashed, `answered ${round}, letter ${i}`, randomUUID()),
    );
    const answered = (await Promise.all(sends)).flat();
    // At once; what else is killed has to be looked up.
    killNow(crashed.product.pid);
    expect(answered).toHaveLength(5);
    promised.push(...answered);
    await crash(crashed);
  }
  return promised;
}

describe('killed while sending', () => {
  it('[SRV-03] [F-send-03] 20 times at random moments, with its database: every acknowledged fax arrives once', async () => {
    const chance = chanceOf('send-crash/random-moments');
    const promised: number[] = [];
    for (let round = 0; round < 20; round += 1) {
      const sending = Array.from({ length: 4 }, async (_, i) => {
        const jobs = await trySend(crashed, `round ${round} letter ${i}`, randomUUID());
        promised.push(...jobs);
      });
      await pause(chance.int(50, 1_200));
      await killEverything(crashed.product);
      await Promise.all(sending);
      crashed.product = await startOver(crashed.dataDir);
    }
    expect(promised.length).toBeGreaterThan(10);
    promised.push(...(await killAfterAnswers()));
    const { jobs, received } = await drained(crashed);
    const states = new Map(jobs.map((job) => [job.id, job]));
    const lost = promised.filter((id) => !states.has(id));
    expect(lost).toEqual([]);
    const wrong = jobs.filter(({ state, arrived }) => state !== 'DELIVERED' || arrived !== 1);
    expect(wrong).toEqual([]);
    expect(received).toBe(jobs.length);
  });
});
