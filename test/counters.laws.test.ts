import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, it } from 'vitest';

import { repairCounters } from '#server/features/mailbox/inbox/fax-counters.service.ts';
import type { OutboxWorker } from '#server/features/faxes/queue/outbox.worker.ts';

import { counterCommands } from './counter-commands.ts';
import type { Model } from './counter-commands.ts';
import { CountedMailbox } from './counted-mailbox.ts';
import { makeAccount } from './factories.ts';
import { LAWS, expectBroken, expectLaw } from './laws.ts';
import { startSending } from './sending-rig.ts';
import type { SendingRig } from './sending-rig.ts';

describe('laws of counters', LAWS, () => {
  let rig: SendingRig;
  let worker: OutboxWorker;

  beforeAll(async () => {
    rig = await startSending();
    await rig.sending.lineAdmin.addLine({ kind: 'simulator', channels: 10 });
    worker = await rig.sending.startWorker({ convertSlots: 1 });
  });
  afterAll(async () => {
    await worker.stop();
    await rig.stop();
  });

  const countersAreRight = () =>
    fc
      .asyncProperty(counterCommands, async (commands) => {
        const account = await makeAccount(rig.database.db, { monthLimit: 100_000 });
        const real = { mailbox: new CountedMailbox(rig, account), database: rig.database };
        const model: Model = { faxes: new Map(), sent: 0, received: 0, shown: [0, 0] };
        await fc.asyncModelRun(() => ({ model, real }), commands);
      })
      // Errors left by one case must not fail the next.
      .beforeEach(async () => await repairCounters(rig.database));

  it('folders, unread faxes, parties, months and usage are what a recount finds, after any commands', async () => {
    await expectLaw(countersAreRight(), 25);
  });

  // The third, fax_removed, has no effect here: only already deleted faxes are ever removed.
  it.each(['fax_added', 'fax_changed'])(
    'the law notices when the trigger %s does nothing',
    async (trigger) => {
      await sql.raw(`alter table fax disable trigger ${trigger}`).execute(rig.database.db);
      try {
        await expectBroken(countersAreRight(), 50);
      } finally {
        await sql.raw(`alter table fax enable trigger ${trigger}`).execute(rig.database.db);
        await repairCounters(rig.database);
      }
    },
  );
});
