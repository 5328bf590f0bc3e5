import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';

import { createAccounts } from '#server/features/customers/accounts/accounts.service.ts';
import { closeByOperator } from '#server/features/customers/accounts/operate-accounts.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { makeAccount } from '#test/factories.ts';
import { claiming, fillQueue, patientLine } from '#test/queue-rig.ts';
import type { OpenCall } from '#test/queue-rig.ts';
import { fakeDocuments, noNotices, startSending, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';
import { stopAfterEach } from '#test/stop-after-each.ts';

import { claimCalls } from './next-call.ts';
import type { OutboxWorker } from './outbox.worker.ts';
import { deliverOnNet, placeCall } from './place-call.ts';
import type { CallDeps } from './place-call.ts';

let rig: SendingRig;
let worker: OutboxWorker | undefined;
let open: OpenCall[];
let child: { id: AccountId };
let other: { id: AccountId };

beforeEach(async () => {
  open = [];
  rig = await startSending({ line: patientLine(open) });
  await rig.sending.lineAdmin.addLine({ kind: 'simulator', channels: 1 });
  child = await makeAccount(rig.database.db);
  other = await makeAccount(rig.database.db);
});
stopAfterEach(() => ({ rig, worker }));

const accounts = () => createAccounts({ database: rig.database, node: 'n1', zone: 'UTC' });
const closing = { restDays: 90, queueMail: async () => {} };

async function rows(query: string): Promise<object[]> {
  return (await rig.database.pool.query<object>(query)).rows;
}

describe('[A-TENANT-28] an account that is stopped while a job of it is being taken', () => {
  it.each([
    ['suspended', async () => await accounts().suspend(child.id), 'WAITING', 'HELD'],
    ['closed', async () => await closeByOperator(rig.database, child.id, closing), 'CANCELLED', 'CANCELLED'],
  ] as const)(
    '%s between the claim of a job and its call: it is not placed',
    async (_, stop, state, result) => {
      await fillQueue(rig, child.id, 1);
      const { lines } = rig.sending;
      const { calls } = await claimCalls(claiming(rig, lines), '1', 8);
      const [claimed] = calls;
      if (claimed?.route.kind !== 'call') throw new Error('nothing was claimed');
      await stop();
      const { job, route } = claimed;
      await placeCall(callDeps(), job, route.line, route.adapter, new AbortController().signal);
      expect(open).toEqual([]);
      expect(await rows('select state, dials from send_job')).toMatchObject([{ state }]);
      expect(await rows('select result, dialled_at from send_attempt')).toEqual([
        { result, dialled_at: null },
      ]);
    },
  );

  it('on-net too: a fax to a neighbor does not arrive after the sender was suspended', async () => {
    await rig.database.pool.query(`update account set fax_number = '3105550111' where id = $1`, [other.id]);
    await fillQueue(rig, child.id, 1);
    await rig.database.pool.query(`update send_job set to_number = '3105550111'`);
    const { calls } = await claimCalls(claiming(rig), '1', 8);
    const [claimed] = calls;
    expect(claimed?.route.kind).toBe('onnet');
    await accounts().suspend(child.id);
    if (claimed) await deliverOnNet(callDeps(), claimed.job, claimed.route.line);
    expect(await rows(`select 1 from fax where account_id = ${other.id}`)).toEqual([]);
    await accounts().resume(child.id);
    worker = await rig.another().startWorker({ convertSlots: 1 });
    await until(
      async () => (await rows(`select 1 from fax where account_id = ${other.id}`)).length,
      (n) => n > 0,
    );
  });

  it('an account that is being suspended waits for nobody, and nothing of it is claimed meanwhile', async () => {
    await fillQueue(rig, child.id, 1);
    await rig.database.transaction(async (tx) => {
      await tx.updateTable('account').set({ state: 'suspended' }).where('id', '=', child.id).execute();
      const { calls, contended } = await claimCalls(claiming(rig), '1', 8);
      expect([calls, contended]).toEqual([[], true]);
    });
    expect((await claimCalls(claiming(rig), '1', 8)).calls).toEqual([]);
  });
});

function callDeps(): CallDeps {
  return {
    database: rig.database,
    lines: rig.sending.lines,
    files: rig.files,
    documents: fakeDocuments(),
    arrivals: rig.sending.arrivals,
    faultPoint: () => undefined,
    reportsOf: () => ({ next: async () => await new Promise(() => undefined) }) as never,
    notices: noNotices,
    zone: 'UTC',
    retryMinutes: undefined,
    log: pino({ level: 'silent' }),
  };
}
