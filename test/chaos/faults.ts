import type { Chance } from '#test/chance.ts';

import type { Fault } from './fault.ts';
import type { Installation } from './installation.ts';
import { converterKilled, diesAtPoint, frozen, frozenAtHandOver, killed } from './process-faults.ts';
import {
  answerDropped,
  carrierBroken,
  clockStepped,
  cutOff,
  databaseClockStepped,
  databaseDiskFull,
  databaseKilled,
  databaseRestarted,
  diskFull,
  packetsLost,
  slowNetwork,
  storageDown,
} from './world-faults.ts';

/** How each kind of fault is drawn; kinds that are listed twice occur twice as often. */
const KINDS: readonly ((rig: Installation, chance: Chance) => Fault)[] = [
  killed,
  killed,
  diesAtPoint,
  diesAtPoint,
  frozen,
  frozenAtHandOver,
  frozenAtHandOver,
  converterKilled,
  databaseKilled,
  databaseRestarted,
  packetsLost,
  cutOff,
  slowNetwork,
  diskFull,
  databaseDiskFull,
  clockStepped,
  databaseClockStepped,
  carrierBroken,
  answerDropped,
  storageDown,
];

/** Draws `count` faults for one round. */
export function drawFaults(rig: Installation, chance: Chance, count: number): Fault[] {
  return chance
    .shuffled(KINDS)
    .slice(0, count)
    .map((kind) => kind(rig, chance));
}
