import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { BulkProgress } from '#contract/mailbox/search.ts';
import { makeFaxes } from '#test/many-faxes.ts';
import { makePerson } from '#test/mailbox-person.ts';
import type { MailboxPerson } from '#test/mailbox-person.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});
afterAll(async () => await test.stop());

const select = async (me: MailboxPerson, q: string) =>
  (await me.send('POST', '/api/faxui/selectFaxes', { q })).json<{ data: { id: string; total: number } }>()
    .data;
const act = async (me: MailboxPerson, id: string, action: string) =>
  await me.send('POST', '/api/faxui/bulkAction', { id, action });
const undo = async (me: MailboxPerson, id: string) =>
  await me.send('POST', '/api/faxui/undoBulkAction', { id });

/** Calls until it is finished, as clients do. */
async function toTheEnd(ask: () => Promise<{ json: () => { data: BulkProgress } }>): Promise<BulkProgress> {
  for (;;) {
    const { data } = (await ask()).json();
    if (data.state !== 'running') return data;
  }
}

/** Returns the totals of Inbox, Sent and Archive from the counters, which must equal a count of the rows. */
async function folders(me: MailboxPerson): Promise<number[]> {
  const { rows } = await sql<{ folder: number; kept: number; counted: number }>`
    select folder, coalesce(c.total, 0) as kept,
      (select count(*)::int from fax f where f.account_id = ${me.id} and f.folder = folder.folder) as counted
    from unnest(array[1, 2, 3]) as folder(folder)
    left join folder_counter c using (folder)
    where c.account_id = ${me.id} or c.account_id is null order by folder`.execute(test.database.db);
  for (const { kept, counted } of rows) expect(kept).toBe(counted);
  return [1, 2, 3].map((one) => rows.find(({ folder }) => folder === one)?.kept ?? 0);
}

describe('actions on everything that a search finds', () => {
  it('change 10,000 faxes in batches, leave alone what arrives meanwhile, and are undone exactly', async () => {
    const me = await makePerson(test);
    const { db } = test.database;
    for (const part of [0, 1, 2, 3])
      await makeFaxes(
        db,
        me.id,
        Array.from({ length: 2500 }, (_, i) => ({ sender: `Person ${i % 300}`, isNew: part === 0 })),
      );
    const before = await me.fax({ archived: true });
    const { id, total } = await select(me, 'in:inbox');
    expect(total).toBe(10_000);
    const late = await me.fax();
    // A fax that leaves the Inbox in the meantime is not changed, so an undo does not bring it back.
    const gone = await db
      .selectFrom('fax')
      .select('id')
      .where('account_id', '=', me.id)
      .limit(1)
      .executeTakeFirstOrThrow();
    await me.act('to_archive', [gone.id]);
    const during = (async () => {
      await me.act('view', [late.id]);
      await me.fax();
    })();
    const done = await toTheEnd(async () => await act(me, id, 'to_archive'));
    await during;
    expect(done).toEqual({ id, total: 10_000, done: 10_000, changed: 9999, state: 'finished' });
    expect(await folders(me)).toEqual([2, 0, 10_001]);
    const { rows: batches } = await sql<{ faxes: number }>`
      select jsonb_array_length(detail -> 'faxes') as faxes from audit
      where account_id = ${me.id} and detail ? 'selection'`.execute(db);
    expect(batches.reduce((sum, { faxes }) => sum + faxes, 0)).toBe(9999);
    expect(Math.max(...batches.map(({ faxes }) => faxes))).toBeLessThanOrEqual(500);
    const back = await toTheEnd(async () => await undo(me, id));
    expect(back).toMatchObject({ total: 9999, changed: 9999, state: 'finished' });
    expect(await folders(me)).toEqual([10_001, 0, 2]);
    const filed = await db
      .selectFrom('fax')
      .select('id')
      .where('account_id', '=', me.id)
      .where('archived', '=', true)
      .execute();
    expect(new Set(filed.map((row) => row.id))).toEqual(new Set([before.id, gone.id]));
    // A repeated undo changes nothing more.
    expect((await undo(me, id)).json()).toEqual({ success: true, data: back });
  }, 120_000);

  it('bring back from a deletion only what it deleted', async () => {
    const me = await makePerson(test);
    const [deleted, kept] = [await me.fax({ deleted: true }), await me.fax({ sender: 'Dana' })];
    const sending = await me.fax({ action: 'S', outbox: true });
    const { id, total } = await select(me, 'in:all');
    expect(total).toBe(1);
    expect((await act(me, id, 'delete')).json()).toMatchObject({ data: { changed: 1, state: 'finished' } });
    expect(await folders(me)).toEqual([0, 0, 0]);
    expect((await undo(me, id)).json()).toMatchObject({ data: { changed: 1, state: 'finished' } });
    const rows = await test.database.db
      .selectFrom('fax')
      .select(['id', 'deleted_at'])
      .where('account_id', '=', me.id)
      .execute();
    expect(new Map(rows.map((row) => [row.id, row.deleted_at === null]))).toEqual(
      new Map([
        [deleted.id, false],
        [kept.id, true],
        [sending.id, true],
      ]),
    );
  });

  it('stop when they are cancelled, and belong to one action and one account', async () => {
    const [me, other] = [await makePerson(test), await makePerson(test)];
    await me.fax();
    const { id } = await select(me, 'in:inbox');
    for (const url of ['bulkAction', 'undoBulkAction'])
      expect((await other.send('POST', `/api/faxui/${url}`, { id, action: 'delete' })).statusCode).toBe(404);
    expect((await undo(me, id)).json()).toMatchObject({ error: 'SELECTION_USED' });
    const cancelled = await test.app.inject({
      method: 'DELETE',
      url: '/api/faxui/bulkAction',
      cookies: me.session.cookies,
      headers: { ...me.session.headers, 'content-type': 'application/json' },
      payload: { id },
    });
    expect(cancelled.json()).toMatchObject({ data: { done: 0, state: 'cancelled' } });
    expect((await act(me, id, 'delete')).json()).toMatchObject({ data: { changed: 0, state: 'cancelled' } });
    expect((await act(me, id, 'view')).json()).toMatchObject({ error: 'SELECTION_USED' });
    expect(await folders(me)).toEqual([1, 0, 0]);
    // Only an undo restores.
    expect((await act(me, id, 'undelete')).statusCode).toBe(400);
    const empty = await select(me, 'in:sent');
    expect(empty.total).toBe(0);
    expect((await act(me, empty.id, 'delete')).json()).toMatchObject({
      data: { total: 0, state: 'finished' },
    });
    const nothing = await me.send('POST', '/api/faxui/selectFaxes', { q: '' });
    expect(nothing.statusCode).toBe(400);
  });
});
