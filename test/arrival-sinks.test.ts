import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { addUsage } from '#server/features/faxes/arrivals/arrivals.store.ts';

import { makeAccount } from './factories.ts';
import { startStorageRig } from './storage-rig.ts';
import type { StoragePerson, StorageRig } from './storage-rig.ts';

/** Nothing listens on this port. */
const DEAD_RELAY = { F2E_SMTP_URL: 'smtp://127.0.0.1:1' };

let healthy: StorageRig;
let mute: StorageRig;

beforeAll(async () => {
  [healthy, mute] = await Promise.all([startStorageRig(), startStorageRig(DEAD_RELAY)]);
});
afterAll(async () => {
  await healthy.stop();
  await mute.stop();
});

/** Creates a person whose faxes go everywhere: to the owner, to a colleague and to a server. */
async function everywhere(rig: StorageRig): Promise<StoragePerson> {
  const who = await rig.person();
  await rig.test.database.db
    .insertInto('subaccount')
    .values({ account_id: who.id, email: 'colleague@example.com', receive_faxes: true, send_faxes: false })
    .execute();
  expect((await rig.save(who)).statusCode).toBe(200);
  return who;
}

async function inboxOf(rig: StorageRig, who: StoragePerson): Promise<number> {
  const list = await rig.ask(who, 'GET', '/api/n1/db/f2e/SSPFaxArchive.json?draw=1');
  return list.json<{ recordsTotal: number }>().recordsTotal;
}

/** The mails about faxes. */
async function mailsOf(rig: StorageRig) {
  return await rig.test.database.db
    .selectFrom('mail_out')
    .select(['to_address', 'state'])
    .where('fax_id', 'is not', null)
    .orderBy('to_address')
    .execute();
}

describe('[SRV-09] a received fax goes to every sink, and one that fails holds up no other', () => {
  it('a dead storage server: inbox and mails have it, the copy waits', async () => {
    const who = await everywhere(healthy);
    await healthy.server.stop();
    await healthy.receive(who.number);
    await healthy.deliver();
    await healthy.test.runJobs();
    expect(await inboxOf(healthy, who)).toBe(1);
    expect(await mailsOf(healthy)).toEqual([
      { to_address: 'colleague@example.com', state: 'sent' },
      { to_address: who.email, state: 'sent' },
    ]);
    expect(await readdir(join(healthy.test.folder, 'mail'))).not.toEqual([]);
    expect(await healthy.states(who.id)).toMatchObject([{ state: 'queued', tries: 1 }]);
    await healthy.server.start();
    await healthy.due();
    await healthy.deliver();
    expect(await healthy.states(who.id)).toMatchObject([{ state: 'done' }]);
  });

  it('a dead mail server: inbox and storage have it, the mails wait', async () => {
    const who = await everywhere(mute);
    await mute.receive(who.number);
    await expect(mute.test.runJobs()).rejects.toThrow('was not taken: unreachable');
    await mute.deliver();
    expect(await inboxOf(mute, who)).toBe(1);
    expect(await mute.states(who.id)).toMatchObject([{ state: 'done' }]);
    expect((await mailsOf(mute)).map(({ state }) => state)).toEqual(['queued', 'queued']);
  });
});

it('[SRV-04] pages sent and received are counted in the calendar month of the server zone, not of the clock', async () => {
  const { database } = healthy.test;
  // Twenty-five hours apart: at any moment at least one of them has another date than UTC.
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
  for (const zone of zones) {
    const { id } = await makeAccount(database.db);
    await database.transaction(async (tx) => await addUsage(tx, id, zone, { sent: 2, received: 3 }));
    const { rows } = await database.pool.query<{
      month: string;
      day: string;
      sent: number;
      received: number;
    }>(
      `select m.month::text, d.day::text, m.sent_pages sent, m.rcvd_pages received
       from usage_month m join usage_day d using (account_id) where account_id = $1`,
      [id],
    );
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date());
    expect(rows).toEqual([{ month: `${today.slice(0, 7)}-01`, day: today, sent: 2, received: 3 }]);
  }
});
