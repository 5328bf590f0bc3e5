import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { DEFAULT_MONTH_LIMIT } from '#contract/mailbox/account.ts';
import { EVENT_DATA, EVENT_TYPES } from '#contract/v1/event-types.ts';
import type { EventType } from '#contract/v1/event-types.ts';
import { createAccounts } from '#server/features/customers/accounts/accounts.service.ts';
import { closeByOperator } from '#server/features/customers/accounts/operate-accounts.ts';
import { switchWebhook } from '#server/features/gateways/webhooks/operate-webhooks.ts';
import { insertTest } from '#server/features/gateways/webhooks/delivery-log.store.ts';
import type { OutboxWorker } from '#server/features/faxes/queue/outbox.worker.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { makeAccount } from '#test/factories.ts';
import { makeAdministrator } from '#test/multifax-rig.ts';
import { callerOf, startSending, until } from '#test/sending-rig.ts';
import type { SendingRig } from '#test/sending-rig.ts';

/** Numbers whose calls end this way; the first two are the simulator's own (spec operation 6). */
const ENDS = { delivered: '3105550111', failed: '3105550195', uncertain: '3105550122' };
const ENDPOINT = 'Abcdefgh01';

let rig: SendingRig;
let worker: OutboxWorker;
let account: { id: AccountId; number: string };
beforeAll(async () => {
  rig = await startSending({
    line: (line) => ({
      ...line,
      send: async (call, signal) =>
        call.to === ENDS.uncertain ? { kind: 'uncertain', pagesConfirmed: 1 } : await line.send(call, signal),
    }),
  });
  await rig.sending.lineAdmin.addLine({ kind: 'simulator' });
  account = await makeAccount(rig.database.db);
  await rig.database.pool.query(
    `insert into webhook_endpoint (id, account_id, url, host, secret)
     values ($1, $2, 'https://hooks.example.com/', 'hooks.example.com', '')`,
    [ENDPOINT, account.id],
  );
  worker = await rig.another().startWorker({ convertSlots: 1 });
});
afterAll(async () => {
  await worker.stop();
  await rig.stop();
});

interface Written {
  type: EventType;
  data: Record<string, unknown>;
}

async function written(): Promise<Written[]> {
  const { rows } = await rig.database.pool.query<Written>(
    'select type, data from api_event order by created_at, id',
  );
  return rows;
}

async function types(): Promise<EventType[]> {
  return [...new Set((await written()).map(({ type }) => type))].toSorted();
}

/** Waits until there is an event of this type. */
async function comes(type: EventType): Promise<void> {
  await until(types, (seen) => seen.includes(type));
}

async function sendEach(): Promise<void> {
  const [later] = await rig.send(account.id, ['3105550177'], {
    later: new Date(Date.now() + 86_400_000).toISOString(),
    anyHour: true,
  });
  await rig.sending.outbox.cancel(callerOf(account.id), later?.jobId ?? 0);
  await comes('fax.cancelled');
  for (const [end, number] of Object.entries(ENDS)) {
    await rig.send(account.id, [number], { pages: 3 });
    await comes(`fax.${end}` as EventType);
  }
  // To itself, within the installation.
  await rig.send(account.id, [account.number]);
  await comes('fax.received');
}

/** Writes failed copies and mails as their workers do. */
async function failDeliveries(): Promise<void> {
  const { pool } = rig.database;
  for (const kind of ['sftp', 'egnyte'])
    await pool.query(
      `with link as (
         insert into storage_link (account_id, kind) values ($1, $2) returning id
       )
       insert into storage_delivery (storage_id, account_id, fax_id)
       select link.id, $1, (select max(id) from fax where account_id = $1 and action = 'R') from link`,
      [account.id, kind],
    );
  await pool.query(
    `update storage_delivery set state = 'failed', reason = 'DOCUMENT_GONE', ended_at = now()`,
  );
  await pool.query(`update storage_link set failing_since = now(), last_error = 'UNREACHABLE'`);
  await pool.query(
    `insert into mail_out (brand_id, template, language, to_address, message_id, account_id, fax_id)
     select brand_id, 'new-fax', 'en', 'a@example.com', 'x@y', id,
       (select max(id) from fax where account_id = $1 and action = 'R') from account where id = $1`,
    [account.id],
  );
  await pool.query(`update mail_out set state = 'failed', last_reason = 'no', ended_at = now()`);
}

/** Finishes reading the newest received fax, which has a barcode. */
async function readPages(): Promise<void> {
  await rig.database.pool.query(
    `with fax as (select account_id, id, fax_at from fax where account_id = $1 and action = 'R' order by id desc limit 1),
       noted as (insert into fax_text (account_id, fax_id, fax_at) select account_id, id, fax_at from fax
         on conflict do nothing)
     select 1`,
    [account.id],
  );
  await rig.database.pool.query(
    `insert into fax_page_text (account_id, fax_id, page, barcodes)
     select account_id, fax_id, 1, '[{"format": "QRCode", "text": "INV-1", "box": [1, 2, 3, 4]}]' from fax_text
     where account_id = $1`,
    [account.id],
  );
  await rig.database.pool.query(`update fax_text set state = 'done' where account_id = $1`, [account.id]);
}

async function accountOfAdministrator(): Promise<void> {
  const { database } = rig;
  const parent = await makeAdministrator(database.db);
  await database.pool.query(
    `insert into webhook_endpoint (id, parent_id, url, host, secret)
     values ('Abcdefgh02', $1, 'https://hooks.example.com/', 'hooks.example.com', '')`,
    [parent.id],
  );
  await database.pool.query(
    `insert into account (brand_id, parent_id, fax_number, admin_email, state)
     select brand_id, id, '2125559876', 'c@example.com', 'active' from parent where id = $1`,
    [parent.id],
  );
  const { rows } = await database.pool.query<{ id: number }>(
    'select id from account where parent_id is not null',
  );
  const id = Number(rows[0]?.id);
  await createAccounts({ database, node: 'n1', zone: 'UTC' }).suspend(id);
  await closeByOperator(database, id, { restDays: 30, queueMail: async () => undefined });
}

describe('events that the product writes', () => {
  it('each type comes, and its data is what its schema says and no more', async () => {
    const { database } = rig;
    await sendEach();
    await failDeliveries();
    await readPages();
    await accountOfAdministrator();
    await database.pool.query('update usage_month set sent_pages = sent_pages + 300 where account_id = $1', [
      account.id,
    ]);
    await database.transaction(async (tx) => await insertTest(tx, ENDPOINT));
    await switchWebhook(database, ENDPOINT, false);
    expect(await types()).toEqual(EVENT_TYPES.toSorted());
    const all = await written();
    const failed = all
      .filter(({ type }) => type === 'delivery.failed')
      .map(({ data }) => String(data['channel']));
    expect(failed.toSorted((a, b) => a.localeCompare(b))).toEqual([
      'egnyte',
      'egnyte',
      'email',
      'sftp',
      'sftp',
    ]);
    for (const { type, data } of all)
      expect([type, EVENT_DATA[type].strict().safeParse(data).error?.issues]).toEqual([type, undefined]);
  });

  it('know the same limit of the month as everything else where none is set', async () => {
    const { id } = await makeAccount(rig.database.db);
    const { rows } = await rig.database.pool.query('select month_limit_of($1) as most', [id]);
    expect(rows).toEqual([{ most: DEFAULT_MONTH_LIMIT }]);
  });

  it('are there when their transaction commits, and not when it does not', async () => {
    const { database } = rig;
    const before = (await written()).length;
    const undone = new Error('undone');
    const attempt = database.transaction(async (tx) => {
      await tx.updateTable('mail_out').set({ state: 'queued', ended_at: null }).execute();
      await tx.updateTable('mail_out').set({ state: 'failed', ended_at: new Date() }).execute();
      const { rows } = await database.pool.query('select 1 from api_event');
      expect(rows).toHaveLength(before);
      throw undone;
    });
    await expect(attempt).rejects.toBe(undone);
    expect(await written()).toHaveLength(before);
  });
});
