import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { claimDraft } from '#server/features/faxes/compose/drafts.store.ts';
import { nextDocument } from '#server/features/faxes/compose/fax-copies.store.ts';
import { readQueues } from '#server/features/operations/health/health.service.ts';
import { findByAppPassword } from '#server/features/identity/passwords/app-passwords/app-passwords.store.ts';
import { claimDocument } from '#server/features/faxes/queue/convert.store.ts';
import { nextDue } from '#server/features/faxes/queue/queue.store.ts';
import { claimLinks } from '#server/features/faxes/copies/deliveries.store.ts';
import type { AccountId } from '#server/kit/scope.ts';
import { makeFax } from '#test/factories.ts';
import { makeManagedAccount, makeAdministrator, signInAdministrator } from '#test/multifax-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
  await test.database.pool.query('create schema if not exists pgboss');
  await test.database.pool.query(
    'create table if not exists pgboss.job (state text, start_after timestamptz)',
  );
});
afterAll(async () => await test.stop());

async function query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await test.database.pool.query<Record<string, unknown>>(text, values)).rows;
}

/**
 * Creates waiting work of every kind for this account: a document, a draft, mailed copies, storage, a mail about a fax.
 */
async function giveWork(id: AccountId): Promise<void> {
  const { faxId, documentId } = await makeFaxWith(id);
  await query(
    `insert into send_job (account_id, fax_id, to_number, next_at) values ($1, $2, '3105550111', now() - interval '2 hours')`,
    [id, faxId],
  );
  await query('insert into send_turn (account_id) values ($1)', [id]);
  await query(
    `insert into document (account_id, storage_key, source, convert_at) values ($1::bigint, 'new-' || $1::bigint, 'upload', now() - interval '2 hours')`,
    [id],
  );
  await query(
    `insert into draft (account_id, key, name, extension, bytes) values ($1::bigint, 'draft-' || $1::bigint, 'a.pdf', 'pdf', 1)`,
    [id],
  );
  await query(`insert into fax_copy (account_id, document_id, to_address) values ($1, $2, 'x@example.com')`, [
    id,
    documentId,
  ]);
  await query(
    `with l as (
       insert into storage_link (account_id, kind, secret, place) values ($1, 'sftp', 'x', '{"host":"h","login":"l"}')
       returning id)
     insert into storage_delivery (storage_id, account_id, fax_id, created_at)
     select id, $1, $2, now() - interval '2 days' from l`,
    [id, faxId],
  );
  await query(`insert into app_password (account_id, name, hash) values ($1, 'scanner', $2)`, [
    id,
    hashOf(id),
  ]);
  await test.database.transaction(
    async (tx) =>
      await test.queueMail(tx, {
        template: 'new-fax',
        brandId: (
          await tx.selectFrom('account').select('brand_id').where('id', '=', id).executeTakeFirstOrThrow()
        ).brand_id,
        accountId: id,
        to: 'owner@example.com',
        language: 'en',
        params: { from: 'x', pages: 1 },
      }),
  );
  await query(`update mail_out set created_at = now() - interval '5 hours' where account_id = $1`, [id]);
}

const hashOf = (id: number) => Buffer.alloc(32, id);

async function makeFaxWith(id: AccountId): Promise<{ faxId: number; documentId: number }> {
  const fax = await makeFax(test.database.db, id, { action: 'S' });
  const [row] = await query('select document_id from fax where account_id = $1 and id = $2', [id, fax.id]);
  const documentId = Number(row?.['document_id']);
  await query(`update document set state = 'ready', tiff_key = 'x', pages = 1 where id = $1`, [documentId]);
  return { faxId: fax.id, documentId };
}

/** Returns what each worker would begin now. */
async function begun(id: AccountId) {
  const { db } = test.database;
  return {
    conversion: (await test.database.transaction(async (tx) => await claimDocument(tx, '1'))) !== null,
    call: (await nextDue(db)) !== null,
    draft: await claimDraft(db, `draft-${id}`, 0),
    copies: (await nextDocument(db)) !== undefined,
    storage: (await claimLinks(db, 4)).length > 0,
    smtp: (await findByAppPassword(db, hashOf(id))) !== undefined,
  };
}

const all = (value: boolean) => ({
  conversion: value,
  call: value,
  draft: value,
  copies: value,
  storage: value,
  smtp: value,
});

/** Returns the queues whose oldest work is long overdue. */
async function late(): Promise<string[]> {
  const queues = await readQueues(test.database.db);
  return queues.filter(({ oldestSeconds }) => oldestSeconds > 600).map(({ queue }) => queue);
}

async function mailState(id: AccountId): Promise<unknown> {
  await test.runJobs().catch(() => undefined);
  return (await query('select state, last_reason as reason from mail_out where account_id = $1', [id]))[0];
}

describe('[A-TENANT-28] no worker acts for an account that was stopped', () => {
  it.each([
    [
      'account',
      `update account set state = 'suspended' where id = $1`,
      `update account set state = 'active' where id = $1`,
    ],
    [
      'administrator',
      `update parent set state = 'disabled' where id = (select parent_id from account where id = $1)`,
      `update parent set state = 'active' where id = (select parent_id from account where id = $1)`,
    ],
  ])('a suspended %s: it waits, is not late, and goes on', async (_, stop, resume) => {
    const { id } = await makeManagedAccount(test.database.db, await makeAdministrator(test.database.db));
    await giveWork(id);
    await query(stop, [id]);
    expect(await begun(id)).toEqual(all(false));
    expect(await late()).toEqual([]);
    expect(await mailState(id)).toEqual({ state: 'queued', reason: 'account suspended' });
    await query(resume, [id]);
    expect(await late()).toEqual(expect.arrayContaining(['send', 'convert', 'mail', 'copy']));
    expect(await begun(id)).toEqual(all(true));
    for (const table of ['send_job', 'fax_copy', 'storage_delivery', 'send_turn', 'mail_out'])
      await query(`delete from ${table} where account_id = $1`, [id]);
    await query(`delete from document where account_id = $1 and state = 'new'`, [id]);
  });

  it('an account that joins a suspended administrator does not act either', async () => {
    const parent = await makeAdministrator(test.database.db);
    await query(`update parent set state = 'disabled' where id = $1`, [parent.id]);
    const { id } = await makeManagedAccount(test.database.db, parent);
    expect(await query('select acts from account where id = $1', [id])).toEqual([{ acts: false }]);
    await query('update account set parent_id = null where id = $1', [id]);
    expect(await query('select acts from account where id = $1', [id])).toEqual([{ acts: true }]);
  });
});

it('[A-TENANT-24] after deleteService its sessions answer 401 at once, and what waits is cancelled', async () => {
  const admin = await signInAdministrator(test);
  const child = await makeManagedAccount(test.database.db, admin);
  const who = await test.signIn(child.number);
  await giveWork(child.id);
  const ask = async (method: 'GET' | 'POST', url: string) =>
    (await test.app.inject({ method, url, ...who })).statusCode;
  expect(await ask('GET', '/api/faxui/getOutbox')).toBe(200);
  const removed = await admin.send('POST', '/api/faxui/deleteService.json', { id: String(child.id) });
  expect([removed.statusCode, removed.json()]).toEqual([200, { success: true }]);
  expect(await ask('GET', '/api/faxui/getOutbox')).toBe(401);
  expect(await ask('POST', '/api/faxui/sendFax')).toBe(401);
  expect(await ask('GET', '/api/faxui/events')).toBe(401);
  expect(await query('select state from send_job where account_id = $1', [child.id])).toEqual([
    { state: 'CANCELLED' },
  ]);
  expect(await begun(child.id)).toEqual(all(false));
  expect(await mailState(child.id)).toEqual({ state: 'failed', reason: 'account closed' });
  const [told] = await query(
    `select state, to_address as to from mail_out where template = 'faxes-cancelled' and account_id = $1`,
    [child.id],
  );
  expect(told).toEqual({ state: 'sent', to: child.email });
});
