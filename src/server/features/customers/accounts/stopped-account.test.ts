import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { NewMail } from '#server/features/email/outgoing/mail-out.service.ts';
import { tellUnsent } from '#server/features/faxes/notices/fax-notices.service.ts';
import { deleteService } from '#server/features/customers/administrators/accounts/change-service.ts';
import type { OutboxWorker } from '#server/features/faxes/queue/outbox.worker.ts';
import { createAdministrators } from '#server/features/customers/administrators/administrators.service.ts';
import type { AccountId, AdministratorId } from '#server/kit/scope.ts';
import { makeAccount } from '#test/factories.ts';
import { makeManagedAccount, makeAdministrator } from '#test/multifax-rig.ts';
import { patientLine } from '#test/queue-rig.ts';
import type { OpenCall } from '#test/queue-rig.ts';
import { callerOf, noNotices, startSending, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';

import { createAccounts } from './accounts.service.ts';
import { closeByOperator } from './operate-accounts.ts';

const RETRYING = '3105550111';
const UNDER_WAY = '3105550112';
const WAITING = '3105550113';
const OTHERS = '3105550114';

let rig: SendingRig;
let worker: OutboxWorker;
let open: OpenCall[];
let mails: NewMail[];
let parent: { id: AdministratorId; brandId: number };
let child: { id: AccountId; number: string };
let other: { id: AccountId };

const queueMail = async (_: unknown, mail: NewMail): Promise<void> => void mails.push(mail);

/** One line with one channel: a waiting fax is called as soon as the call in progress ends, and not before. */
beforeEach(async () => {
  [open, mails] = [[], []];
  rig = await startSending({
    line: patientLine(open),
    retryMinutes: [1, 1, 1, 1],
    notices: {
      ...noNotices,
      unsent: async (tx, accountId, numbers) => await tellUnsent({ queueMail }, tx, accountId, numbers),
    },
  });
  await rig.sending.lineAdmin.addLine({ kind: 'simulator', channels: 1 });
  parent = await makeAdministrator(rig.database.db);
  child = await makeManagedAccount(rig.database.db, parent);
  other = await makeAccount(rig.database.db);
  worker = await rig.another().startWorker({ convertSlots: 1 });
});
afterEach(async () => {
  for (const { end } of open) end({ kind: 'delivered', pages: 1 });
  await worker.stop();
  await rig.stop();
});

const accounts = () => createAccounts({ database: rig.database, node: 'n1', zone: 'UTC' });
const setAdministrator = async (state: 'active' | 'disabled') =>
  await createAdministrators({ database: rig.database, node: 'n1' }).set(parent.id, { state });

/** Waits for the next call, which must be to this number. */
async function calling(number: string): Promise<OpenCall> {
  await until(
    async () => open.length,
    (n) => n > 0,
  );
  const call = open[0];
  expect(call?.call.to).toBe(number);
  return call as OpenCall;
}

async function hangUp(call: OpenCall, outcome: Parameters<OpenCall['end']>[0]): Promise<void> {
  open.splice(open.indexOf(call), 1);
  call.end(outcome);
}

const BUSY = { kind: 'retry', reason: 'BUSY', pagesConfirmed: 0 } as const;
const DONE = { kind: 'delivered', pages: 1 } as const;

/** Returns the states of the account's faxes, by number. */
async function states(): Promise<Record<string, string>> {
  const jobs = await rows<{ to: string; state: string }>(
    `select to_number as to, state from send_job where account_id = ${child.id}`,
  );
  return Object.fromEntries(jobs.map(({ to, state }) => [to, state]));
}

async function stateOf(number: string, state: string): Promise<void> {
  await until(states, (seen) => seen[number] === state);
}

/** Sends three faxes: one waits for its next attempt, one for its first call, and one has a call in progress. */
async function threeFaxes(): Promise<OpenCall> {
  await rig.send(child.id, [RETRYING]);
  await hangUp(await calling(RETRYING), BUSY);
  await stateOf(RETRYING, 'WAITING');
  await rig.send(child.id, [UNDER_WAY]);
  const call = await calling(UNDER_WAY);
  await rig.send(child.id, [WAITING]);
  await until(
    async () => (await rows(`select 1 from send_job where to_number = '${WAITING}' and ready`)).length,
    (n) => n === 1,
  );
  return call;
}

/**
 * Makes all faxes of the account due, then lets the worker serve another account twice, so that it must have passed
 * over this one.
 */
async function everybodyElse(): Promise<void> {
  await rig.database.pool.query(`update send_job set next_at = now() where state in ('QUEUED', 'WAITING')`);
  for (let i = 0; i < 2; i += 1) {
    await rig.send(other.id, [OTHERS]);
    await hangUp(await calling(OTHERS), DONE);
  }
}

async function rows<Row extends object>(query: string): Promise<Row[]> {
  return (await rig.database.pool.query<Row>(query)).rows;
}

/** Returns how many attempts of the account began after a moment. */
async function callsSince(moment: string): Promise<number> {
  return (
    await rows(
      `select 1 from send_attempt a join send_job j on j.id = a.job_id
       where j.account_id = ${child.id} and a.started_at > '${moment}'`,
    )
  ).length;
}

async function rightNow(): Promise<string> {
  return (await rows<{ now: string }>('select now()::text as now'))[0]?.now ?? '';
}

const told = () => mails.filter(({ template }) => template === 'faxes-cancelled');
const closing = { restDays: 90, queueMail };
const admin = () => ({ ...callerOf(child.id), parentId: parent.id });
const which = () => ({ id: child.id, number: child.number, parentId: null });

describe('[A-TENANT-28] after an account is stopped no call is placed', () => {
  it.each([
    [
      'suspend',
      async () => await accounts().suspend(child.id),
      async () => await accounts().resume(child.id),
    ],
    [
      'parent suspended',
      async () => await setAdministrator('disabled'),
      async () => await setAdministrator('active'),
    ],
  ])(
    '%s: what waits is held and says so, a call under way ends, and all go on afterwards',
    async (how, stop, resume) => {
      const call = await threeFaxes();
      await stop();
      const moment = await rightNow();
      expect(await states()).toEqual({ [RETRYING]: 'WAITING', [UNDER_WAY]: 'SENDING', [WAITING]: 'QUEUED' });
      const held = (await rig.sending.outbox.list(child.id)).data.map((job) => [job.to_faxnumber, job.held]);
      const why = how === 'suspend' ? 'ACCOUNT' : 'ADMINISTRATOR';
      expect(Object.fromEntries(held)).toEqual({ [RETRYING]: why, [UNDER_WAY]: undefined, [WAITING]: why });
      await expect(rig.send(child.id, [OTHERS])).rejects.toMatchObject({ code: 'ACCOUNT_SUSPENDED' });
      await hangUp(call, BUSY);
      await stateOf(UNDER_WAY, 'WAITING');
      await everybodyElse();
      expect(await states()).toEqual({ [RETRYING]: 'WAITING', [UNDER_WAY]: 'WAITING', [WAITING]: 'QUEUED' });
      expect(await callsSince(moment)).toBe(0);
      await resume();
      for (let i = 0; i < 3; i += 1) {
        await until(
          async () => open.length,
          (n) => n > 0,
        );
        await hangUp(open[0] as OpenCall, DONE);
      }
      await until(states, (end) => Object.values(end).every((state) => state === 'DELIVERED'));
      expect(mails).toEqual([]);
    },
  );

  it.each([
    ['close', async () => await closeByOperator(rig.database, child.id, closing)],
    [
      'deleteService',
      async () => await deleteService({ database: rig.database, ...closing }, admin(), which()),
    ],
  ])(
    '%s: what waits ends as cancelled and the owner is told; a call under way is not repeated',
    async (_, stop) => {
      const call = await threeFaxes();
      await stop();
      const moment = await rightNow();
      expect(await states()).toEqual({
        [RETRYING]: 'CANCELLED',
        [UNDER_WAY]: 'SENDING',
        [WAITING]: 'CANCELLED',
      });
      expect(told()).toMatchObject([
        { accountId: child.id, params: { faxes: 2, numbers: '310-555-0111, 310-555-0113' } },
      ]);
      await hangUp(call, BUSY);
      await stateOf(UNDER_WAY, 'CANCELLED');
      expect(told()).toHaveLength(2);
      await everybodyElse();
      expect(await callsSince(moment)).toBe(0);
      const faxes = `select outbox, status, reason, deleted_at from fax where account_id = ${child.id}`;
      expect(await rows(faxes)).toEqual(
        Array.from({ length: 3 }, () => ({
          outbox: false,
          status: 'FAILED',
          reason: 'CANCELLED',
          deleted_at: null,
        })),
      );
    },
  );
});
