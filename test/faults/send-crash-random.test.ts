import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';

import { chanceOf } from '#test/chance.ts';

import { addKey, sendByProgram } from './program-sends.ts';
import { crash, crashedProduct, delivered, trySend } from './send-crash-rig.ts';
import { everyProcess, killEverything, killNow, startOver } from './send-product.ts';

/** Time limit for a hanging test: twenty restarts take ten minutes on a busy machine. */
const RESTARTS_MS = 25 * 60_000;

const crashed = crashedProduct();

it(
  '[SRV-03] [A-API-60] killed 20 times at random moments, with its database: every acknowledged fax arrives once, and a call that a program repeats sends nothing twice',
  async () => {
    const chance = chanceOf('send-crash/random-moments');
    const key = await addKey(crashed, 'live');
    const promised: number[] = [];
    /** The faxes of each call of the program; undefined if the response was lost. */
    const faxes = new Map<string, string[] | undefined>();
    let cutOff = 0;
    /** Starts two sends of each kind at the same time; returns the names of the program's. */
    const sendFour = (round: number) => {
      const byBrowser = Array.from({ length: 2 }, async (_, i) => {
        promised.push(...(await trySend(crashed, `round ${round} letter ${i}`, randomUUID())));
      });
      const names = Array.from({ length: 2 }, () => randomUUID());
      const byProgram = names.map(async (name) => {
        faxes.set(name, (await sendByProgram(crashed, { key, name, text: name }))?.ids);
      });
      return { names, answered: Promise.all([...byBrowser, ...byProgram]) };
    };
    // How long four sends take on this machine: kills alternate between that time and the time after it.
    await crash(crashed);
    const started = Date.now();
    await sendFour(0).answered;
    const usual = Date.now() - started;
    for (let round = 1; round <= 20; round += 1) {
      // Found beforehand: during the search all sends would finish.
      const processes = await everyProcess(crashed.product);
      const { names, answered } = sendFour(round);
      await pause((round % 2) * usual + chance.int(0, usual));
      for (const pid of processes) killNow(pid);
      await killEverything(crashed.product);
      await answered;
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
    expect(new Set(ids).size).toBe(42);
    const ofProgram = jobs.filter(({ fax }) => ids.includes(`fax_${fax}`));
    expect(ofProgram).toHaveLength(42);
  },
  RESTARTS_MS,
);
