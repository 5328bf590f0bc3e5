import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import { makeAccount, makeFax } from '#test/factories.ts';
import { startMailOut } from '#test/mail-out-rig.ts';
import type { MailOutRig } from '#test/mail-out-rig.ts';
import { readMails } from '#test/mails.ts';

import { readOldestWaiting } from './watch-mail.store.ts';

let rig: MailOutRig;
beforeAll(async () => {
  rig = await startMailOut();
});
beforeEach(async () => await rig.reset());
afterAll(async () => await rig.stop());

/** Queues a mail about a fax of a suspended account. */
async function heldMail(): Promise<{ id: number; account: number }> {
  const { db, pool } = rig.database;
  const account = await makeAccount(db, { brandId: rig.brandId });
  const { id: faxId } = await makeFax(db, account.id);
  const params = { from: '310-555-0111', name: '212-555-0100', pages: 2, at: 'today' };
  const mail = rig.newMail({ template: 'new-fax', accountId: account.id, faxId, params, path: '/inbox' });
  const id = await rig.queued(mail);
  await pool.query(`update account set state = 'suspended' where id = $1`, [account.id]);
  return { id, account: account.id };
}

const age = async (hours: number) =>
  await rig.database.pool.query('update mail_out set created_at = created_at - make_interval(hours => $1)', [
    hours,
  ]);

const nightly = async () => await rig.delivery.forgetOld(AbortSignal.timeout(10_000));

it('a mail that a suspension holds waits for five days, then it is given up and its content is erased', async () => {
  const { id, account } = await heldMail();
  await age(119);
  await expect(rig.delivery.deliver(id)).rejects.toThrow('waits until its account is resumed');
  expect((await rig.rows())[0]).toMatchObject({ state: 'queued', tries: 1 });
  await age(1);
  await rig.delivery.deliver(id);
  expect((await rig.rows())[0]).toMatchObject({ state: 'failed', last_reason: 'too old', payload: null });
  await rig.database.pool.query(`update account set state = 'active' where id = $1`, [account]);
  expect(await readOldestWaiting(rig.database.db)).toEqual({ waiting: 0, seconds: 0 });
});

it('a mail whose job is gone ends at night, a day after its job would have given it up', async () => {
  const { id, account } = await heldMail();
  await expect(rig.delivery.deliver(id)).rejects.toThrow('waits until');
  await rig.database.pool.query(`update account set state = 'active' where id = $1`, [account]);
  await age(143);
  await nightly();
  expect((await rig.rows())[0]).toMatchObject({ state: 'queued' });
  expect((await readOldestWaiting(rig.database.db)).waiting).toBe(1);
  await age(1);
  await nightly();
  expect((await rig.rows())[0]).toMatchObject({ state: 'failed', last_reason: 'too old', payload: null });
  expect(await readOldestWaiting(rig.database.db)).toEqual({ waiting: 0, seconds: 0 });
  // A job that still runs later has nothing to do.
  await rig.delivery.deliver(id);
  expect(await readMails(rig.folder)).toEqual([]);
});
