import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';

import { chanceOf } from '#test/chance.ts';

import { addKey, sendByProgram } from './program-sends.ts';
import { crashedProduct, delivered, trySend } from './send-crash-rig.ts';
import { killEverything, startOver } from './send-product.ts';

/** Ends a test that hangs: twenty restarts take ten minutes on a busy machine. */
const RESTARTS_MS = 25 * 60_000;

const crashed = crashedProduct();

it(
  '[SRV-03] [A-API-60] killed 20 times at random moments, with its database: every acknowledged fax arrives once, and a call that a program repeats sends nothing twice',
  async () => {
    const chance = chanceOf('send-crash/random-moments');
    const key = await addKey(crashed, 'live');
    const promised: number[] = [];
    /** The faxes of each call of the program; undefined when the answer was lost. */
    const faxes = new Map<string, string[] | undefined>();
    let cutOff = 0;
    for (let round = 0; round < 20; round += 1) {
      const byBrowser = Array.from({ length: 2 }, async (_, i) => {
        promised.push(...(await trySend(crashed, `round ${round} letter ${i}`, randomUUID())));
      });
      const names = Array.from({ length: 2 }, () => randomUUID());
      const byProgram = names.map(async (name) => {
        faxes.set(name, (await sendByProgram(crashed, { key, name, text: name }))?.ids);
      });
      await pause(chance.int(50, 1_200));
      await killEverything(crashed.product);
      await Promise.all([...byBrowser, ...byProgram]);
      crashed.product = await startOver(crashed.dataDir);
      for (const name of names) {
        const again = await sendByProgram(crashed, { key, name, text: name });
        const first = faxes.get(name);
        if (!first) cutOff += 1;
        expect(again).toMatchObject({ status: 202, ids: first ?? again?.ids });
        faxes.set(name, again?.ids);
      }
    }
    expect(promised.length).toBeGreaterThan(5);
    expect(cutOff).toBeGreaterThan(5);
    const jobs = await delivered(crashed, promised);
    const ids = [...faxes.values()].flat();
    expect(new Set(ids).size).toBe(40);
    const ofProgram = jobs.filter(({ fax }) => ids.includes(`fax_${fax}`));
    expect(ofProgram).toHaveLength(40);
  },
  RESTARTS_MS,
);
