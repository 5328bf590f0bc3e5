import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';

import { openAuditChain } from '#server/features/audit/log/chain.ts';
import { createAccounts } from '#server/features/customers/accounts/accounts.service.ts';
import { closeByOperator } from '#server/features/customers/accounts/operate-accounts.ts';
import { createAdministrators } from '#server/features/customers/administrators/administrators.service.ts';
import { eraseAccount } from '#server/features/customers/cancellation/erasure/erasure.service.ts';
import { switchWebhook } from '#server/features/gateways/webhooks/operate-webhooks.ts';
import { startProgram } from '#test/api-rig.ts';
import type { Program } from '#test/api-rig.ts';
import { makeFax } from '#test/factories.ts';
import { makeAdministrator, makeManagedAccount } from '#test/multifax-rig.ts';
import { startWebhooks } from '#test/webhook-rig.ts';
import type { Receiver } from '#test/webhook-receiver.ts';
import type { WebhookRig } from '#test/webhook-rig.ts';

let rig: WebhookRig;
let receiver: Receiver;
startWebhooks((world) => ({ rig, receiver } = world));

let parent: Awaited<ReturnType<typeof makeAdministrator>>;
let child: Awaited<ReturnType<typeof makeManagedAccount>>;
/** The account's endpoint, `whk_…`. */
let endpoint: string;
let programs: { account: Program; administrator: Program };

/** An account and its administrator, each with an endpoint that gets every event. */
beforeEach(async () => {
  const { db, pool } = rig.test.database;
  await pool.query('delete from webhook_endpoint');
  receiver.got.length = 0;
  parent = await makeAdministrator(db);
  child = await makeManagedAccount(db, parent);
  await pool.query(
    `update product set parent_view = true; update account set product_id = (select min(id) from product)`,
  );
  programs = {
    account: await startProgram(rig.test, { kind: 'account', id: child.id }),
    administrator: await startProgram(rig.test, { kind: 'parent', id: parent.id }),
  };
  endpoint = (await rig.add(programs.account, receiver.url('account'))).id;
  await rig.add(programs.administrator, receiver.url('administrator'), { events: ['fax.received'] });
});

/** Returns who gets the event of a fax that is received now. */
async function hearing(): Promise<string[]> {
  await makeFax(rig.test.database.db, child.id);
  receiver.got.length = 0;
  await rig.deliver();
  return receiver.got.map(({ headers }) => String(headers.host).split('.')[0] ?? '').toSorted();
}

const closing = { restDays: 30, queueMail: async () => undefined };

describe('events of an account that is stopped', () => {
  it('both hear of a fax as long as nobody is', async () => {
    expect(await hearing()).toEqual(['account', 'administrator']);
  });

  it('suspended: only its administrator hears, until it is active again', async () => {
    const { database } = rig.test;
    const accounts = createAccounts({ database, node: 'n1', zone: 'UTC' });
    await accounts.suspend(child.id);
    expect(await hearing()).toEqual(['administrator']);
    await accounts.resume(child.id);
    await rig.deliver();
    expect(receiver.got).toHaveLength(2);
  });

  it('closed: nothing is posted for it from the commit on, and the transaction decides', async () => {
    const { database } = rig.test;
    await makeFax(database.db, child.id);
    await rig.deps.events.publish();
    const undone = new Error('undone');
    const attempt = database.transaction(async (tx) => {
      await tx.updateTable('account').set({ state: 'closed' }).where('id', '=', child.id).execute();
      throw undone;
    });
    await expect(attempt).rejects.toBe(undone);
    expect(await hearing()).toEqual(['account', 'account', 'administrator', 'administrator']);
    await closeByOperator(database, child.id, closing);
    expect(await hearing()).not.toContain('account');
  });

  it('of a disabled administrator: neither hears', async () => {
    await createAdministrators({ database: rig.test.database, node: 'n1' }).set(parent.id, {
      state: 'disabled',
    });
    expect(await hearing()).toEqual([]);
  });

  it('[A-API-98] turned off by the operator: its owner cannot turn it on, by key or by page', async () => {
    const { test } = rig;
    const { ask } = programs.account;
    const id = endpoint.slice('whk_'.length);
    await switchWebhook(test.database, id, false);
    expect(await hearing()).toEqual(['administrator']);
    const stopped = { status: 409, body: { code: 'webhook_stopped' } };
    const url = receiver.url('other');
    for (const body of [{ active: true }, { active: true, url }])
      expect(await ask('PATCH', `/webhooks/${endpoint}`, { body })).toMatchObject(stopped);
    const session = await test.signIn(child.number);
    const byPage = await test.app.inject({
      method: 'PUT',
      url: '/api/faxui/webhooks',
      ...session,
      payload: { id, active: true },
    });
    expect(byPage.json()).toMatchObject({ error: 'WEBHOOK_STOPPED' });
    // Turning it off again changes nothing, and its address may be corrected.
    expect(await ask('PATCH', `/webhooks/${endpoint}`, { body: { active: false, url } })).toMatchObject({
      status: 200,
      body: { status: 'off', off_reason: 'operator', url },
    });
    await switchWebhook(test.database, id, true);
    expect(await hearing()).toEqual(['administrator', 'other']);
  });

  it('[A-API-100] turned off by the operator: its owner can neither delete it nor post to that host by another', async () => {
    const { test } = rig;
    const { ask } = programs.account;
    const id = endpoint.slice('whk_'.length);
    const stopped = { status: 409, body: { code: 'webhook_stopped' } };
    const again = { body: { url: receiver.url('account') } };
    const events = { events: ['fax.received'] };
    const spare = (await rig.add(programs.account, receiver.url('spare'), events)).id;
    await switchWebhook(test.database, id, false);
    expect(await ask('DELETE', `/webhooks/${endpoint}`)).toMatchObject(stopped);
    const session = await test.signIn(child.number);
    const byPage = await test.app.inject({
      method: 'DELETE',
      url: '/api/faxui/webhooks',
      ...session,
      payload: { id },
    });
    expect(byPage.json()).toMatchObject({ error: 'WEBHOOK_STOPPED' });
    // Even after the stopped one was given another address.
    for (const url of ['account', 'other', 'account']) {
      expect(await ask('POST', '/webhooks', again)).toMatchObject(stopped);
      expect(await ask('PATCH', `/webhooks/${spare}`, again)).toMatchObject(stopped);
      expect(await ask('PATCH', `/webhooks/${endpoint}`, { body: { url: receiver.url(url) } })).toMatchObject(
        { status: 200 },
      );
    }
    expect(await hearing()).toEqual(['administrator', 'spare']);
    await switchWebhook(test.database, id, true);
    expect(await ask('DELETE', `/webhooks/${endpoint}`)).toMatchObject({ status: 200 });
    expect(await ask('POST', '/webhooks', again)).toMatchObject({ status: 201 });
  });

  it('erased: endpoints, events and logs are gone', async () => {
    const { database, files } = rig.test;
    await hearing();
    await closeByOperator(database, child.id, closing);
    const chain = openAuditChain(database, randomBytes(32));
    await eraseAccount({ database, store: files, chain }, child.id, 'asked');
    const left = await database.pool.query<{ n: number }>(
      `select (select count(*) from webhook_endpoint where account_id = $1)::int
         + (select count(*) from api_event where account_id = $1)::int
         + (select count(*) from webhook_delivery where endpoint_id not in (select id from webhook_endpoint))::int as n`,
      [child.id],
    );
    expect(left.rows).toEqual([{ n: 0 }]);
  });
});
