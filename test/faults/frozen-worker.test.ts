import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';

import { chanceOf } from '#test/chance.ts';
import type { Chance } from '#test/chance.ts';
import { FakeTelnyx } from '#test/telnyx/fake-telnyx.ts';

import { startFrozenRig } from './frozen-rig.ts';
import type { FrozenRig, Moment } from './frozen-rig.ts';
import { HfaxdStub } from './hfaxd-stub.ts';

const ROUNDS = 20;

/** Longer, in milliseconds, than a worker trusts a lease that it has just renewed. */
const LONG_MS = 3_200;

/** Freezes a worker at another moment in each round, for longer or shorter than the other worker doubts. */
async function rounds(
  rig: FrozenRig,
  chance: Chance,
  moments: (() => Moment)[],
  submissionsTo: (number: string) => number,
): Promise<unknown[]> {
  const jobs: { id: number; to: string }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const to = String(3_105_560_000 + round);
    const moment = moments[round % moments.length]?.() ?? 'before_dial';
    const id = await rig.freeze(to, moment);
    jobs.push({ id, to });
    if (round % 2 === 0) {
      await rig.takenOver(id);
      await pause(moment === 'before_hand_over' ? LONG_MS : chance.int(0, 1_000));
    } else {
      await rig.ended(id).catch(() => undefined); // Reported below.
      if (moment === 'before_hand_over') await pause(LONG_MS);
    }
    await rig.thaw();
    await rig.ended(id).catch(() => undefined); // Reported below.
  }
  await rig.finish();
  const ends = await Promise.all(
    jobs.map(async ({ id, to }, round) => {
      const { state, story } = await rig.job(id);
      return { round, state, story, submissions: submissionsTo(to) };
    }),
  );
  return ends;
}

async function overHylafax() {
  const chance = chanceOf('frozen-worker/hylafax');
  const server = await new HfaxdStub().start();
  const rig = await startFrozenRig({ kind: 'hylafax', config: { url: server.url } });
  /** The moment of the nth command of this kind, before its answer. */
  const at = (verb: string, nth = 0): Moment => ({
    armed: (freeze) => {
      let left = nth;
      server.before = async (command) => {
        if (!command.startsWith(verb) || command.startsWith('JSUBM ')) return;
        left -= 1;
        if (left >= 0) return;
        server.before = async () => {};
        await freeze();
      };
    },
  });
  const moments = [
    () => 'before_hand_over' as const,
    () => at('JPARM', chance.int(0, 14)),
    () => at('STOT'),
    () => at('JSUBM'),
    () => 'before_dial' as const,
    () => at('JNEW'),
    () => at('JPARM', chance.int(0, 14)),
  ];
  const ends = await rounds(rig, chance, moments, (to) => server.submissionsTo(to)).finally(async () => {
    await rig.stop();
    await server.stop();
  });
  return ends;
}

async function overCarrier() {
  const chance = chanceOf('frozen-worker/carrier');
  const carrier = await new FakeTelnyx().start();
  const rig = await startFrozenRig({ kind: 'telnyx', config: carrier.config });
  const at = (request: string): Moment => ({
    armed: (freeze) => {
      carrier.before = async (path) => {
        if (path !== request) return;
        carrier.before = async () => {};
        await freeze();
      };
    },
  });
  const moments = [
    () => 'before_hand_over' as const,
    () => at('POST /media'),
    () => at('POST /faxes'),
    () => 'before_dial' as const,
    () => at('POST /media'),
  ];
  const ends = await rounds(rig, chance, moments, (to) => carrier.faxesTo(`+1${to}`).length).finally(
    async () => {
      await rig.stop();
      await carrier.stop();
    },
  );
  return ends;
}

it('[F-send-21] a worker is frozen between claim and hand-over, 20 times over each kind of line: nothing is submitted twice, and every fax is delivered or uncertain', async () => {
  const ends = (await Promise.all([overHylafax(), overCarrier()])).flat() as {
    state: string;
    submissions: number;
  }[];
  const wrong = ends.filter(
    ({ state, submissions }) =>
      submissions > 1 ||
      !['DELIVERED', 'UNCERTAIN'].includes(state) ||
      (state === 'DELIVERED' && submissions !== 1),
  );
  expect(wrong).toEqual([]);
  // How many are uncertain depends on which worker resumes first; hand-over.test.ts proves which are.
  expect(ends).toHaveLength(2 * ROUNDS);
});
