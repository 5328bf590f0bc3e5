import { afterEach, beforeEach, expect, it } from 'vitest';

import { makeAccount } from '#test/factories.ts';
import { claiming, fillQueue, jobStates } from '#test/queue-rig.ts';
import { startSending, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';

import { markDialled } from './finish.store.ts';
import { LEASE_SECONDS, OWN_MACHINE_SECONDS } from './lease.ts';
import { claimCalls } from './next-call.ts';
import { takeOverJob } from './recover.store.ts';

let rig: SendingRig;
let knownHere: { knownHere?: true };

beforeEach(async () => {
  knownHere = { knownHere: true };
  rig = await startSending({
    line: (simulator) => ({
      ...simulator,
      ...knownHere,
      send: async (call) =>
        (await call.handOver(() => undefined))
          ? { kind: 'delivered', pages: call.pages }
          : { kind: 'never-placed' },
    }),
  });
  await rig.sending.lineAdmin.addLine({ kind: 'simulator' });
  await fillQueue(rig, (await makeAccount(rig.database.db)).id, 1);
});
afterEach(async () => await rig.stop());

/** Claims a job as a worker on `machine` that dies during its call and was last heard `silentSeconds` ago. */
async function dieOn(machine: string | null, silentSeconds: number): Promise<void> {
  const { calls } = await claimCalls(claiming(rig), '1', 1);
  if (!calls[0]) throw new Error('nothing was claimed');
  await markDialled(rig.database.db, calls[0].job, machine);
  await rig.database.pool.query('update send_job set lease_until = now() + make_interval(secs => $1)', [
    LEASE_SECONDS - silentSeconds,
  ]);
}

async function takenOverOn(machine: string | undefined): Promise<boolean> {
  return (await rig.database.transaction(async (tx) => await takeOverJob(tx, '2', [], machine))) !== null;
}

it.each([
  ['left to it at first', 'one', 'two', OWN_MACHINE_SECONDS - 10, false],
  ['left to it by a worker that knows no name of its own', 'one', undefined, 10, false],
  ['taken over by another worker of that machine as any', 'one', 'one', 10, true],
  ['taken over elsewhere when the machine stays away', 'one', 'two', OWN_MACHINE_SECONDS + 10, true],
  ['taken over as any where the line can be asked by all', null, 'two', 10, true],
] as const)('a call that one machine knows of is %s', async (_, of, by, silentSeconds, taken) => {
  await dieOn(of, silentSeconds);
  expect(await takenOverOn(by)).toBe(taken);
});

it.each([
  ['of a line that writes them down there', { knownHere: true }, 'one'],
  ['of no other line', {}, null],
] as const)('a worker notes its machine with calls %s', async (_, line, noted) => {
  knownHere = line;
  const worker = await rig.sending.startWorker({ convertSlots: 1, machine: 'one' });
  await until(
    async () => await jobStates(rig),
    (now) => now['DELIVERED'] === 1,
  );
  await worker.stop();
  const attempt = await rig.database.db.selectFrom('send_attempt').select('known_on').executeTakeFirst();
  expect(attempt).toEqual({ known_on: noted });
});
