import { setTimeout as pause } from 'node:timers/promises';

import type { Chance } from '#test/chance.ts';

import { convertersOf } from '../faults/converters.ts';
import { killNow } from '../faults/send-product.ts';
import type { Fault } from './fault.ts';
import type { Installation } from './installation.ts';
import type { Machine } from './machine.ts';

/** The points where the product can be made to die, by the roles that reach them. */
const FAULT_POINTS = {
  web: ['before_commit', 'after_commit_before_reply', 'before_notice_commit'],
  worker: [
    'before_dial',
    'before_hand_over',
    'after_delivery_before_commit',
    'after_store_before_commit',
    'after_arrival_before_remove',
    'after_drop_before_commit',
    'after_mail_taken',
  ],
} as const;

/** How long to wait for a fault point, in milliseconds: some are not reached in quiet moments. */
const FAULT_POINT_MS = 8_000;

/**
 * Durations of freezes in milliseconds: shorter and longer than leases are renewed, trusted and given up
 * (faxes/queue/lease.ts).
 */
const FREEZES = [400, 2_500, 5_000, 12_000, 34_000] as const;

/** The last requests of a worker to a line, and those right before. */
const LAST_WORDS = ['JPARM', 'JSUBM', 'POST /media', 'POST /faxes'] as const;

export function killed(rig: Installation, chance: Chance): Fault {
  const { machine } = chance.pick(rig.nodes);
  const away = chance.pick([0, 1_500, 6_000]);
  return {
    name: `kill -9 ${machine.name}, away ${away} ms`,
    happen: async () =>
      await machine.alone(async () => {
        await machine.kill();
        await pause(away);
        await machine.start();
      }),
  };
}

export function diesAtPoint(rig: Installation, chance: Chance): Fault {
  const { machine } = chance.pick(rig.nodes);
  const point = chance.pick<string>(machine === rig.web ? FAULT_POINTS.web : FAULT_POINTS.worker);
  return {
    name: `${machine.name} dies at ${point}`,
    happen: async () =>
      await machine.alone(async () => {
        await machine.dieAt(point, FAULT_POINT_MS);
        await machine.start();
      }),
  };
}

export function frozen(rig: Installation, chance: Chance): Fault {
  const { machine } = chance.pick(rig.nodes);
  const ms = chance.pick(FREEZES);
  return { name: `SIGSTOP ${machine.name}, ${ms} ms`, happen: async () => await freeze(machine, ms) };
}

/**
 * Freezes both workers before a line has answered the last request of one of them, and wakes them up one after the
 * other: they must find out which of them had the call, and whether it was placed.
 */
export function frozenAtHandOver(rig: Installation, chance: Chance): Fault {
  const [word, first, second] = [chance.pick(LAST_WORDS), chance.pick(FREEZES), chance.pick(FREEZES)];
  const [w1, w2] = chance.shuffled(rig.nodes.slice(1));
  return {
    name: `SIGSTOP both workers at ${word}, ${w1?.machine.name} ${first} ms, ${w2?.machine.name} ${second} ms`,
    happen: async () => {
      await said(rig, word);
      if (w1 && w2) await Promise.all([freeze(w1.machine, first), freeze(w2.machine, second)]);
    },
  };
}

/** Resolves when a worker sends this request to a line, or after a while; the line answers immediately. */
async function said({ hfaxd, carrier }: Installation, word: string): Promise<void> {
  const heard = Promise.withResolvers<void>();
  const listen = async (line: string): Promise<void> => {
    if (line.startsWith(word)) heard.resolve();
  };
  [hfaxd.before, carrier.before] = [listen, listen];
  await Promise.race([heard.promise, pause(FAULT_POINT_MS)]);
  [hfaxd.before, carrier.before] = [deaf, deaf];
}

async function deaf(): Promise<void> {}

async function freeze(machine: Machine, ms: number): Promise<void> {
  const pid = machine.product?.pid;
  if (pid === undefined) return;
  signal(pid, 'SIGSTOP');
  await pause(ms);
  // Another fault may have killed it in the meantime.
  if (machine.product?.pid === pid) signal(pid, 'SIGCONT');
}

export function converterKilled(rig: Installation, chance: Chance): Fault {
  const { machine } = chance.pick(rig.nodes.slice(1));
  const after = chance.int(0, 1_500);
  return {
    name: `kill -9 the converters of ${machine.name}`,
    happen: async () => {
      await pause(after);
      if (machine.product) for (const pid of await convertersOf(machine.product)) killNow(pid);
    },
  };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It has already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
