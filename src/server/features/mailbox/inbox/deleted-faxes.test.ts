import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { buildTableQuery } from '#contract/kit/table-query.ts';
import { FAX_TABLE, FOLDER_FILTERS } from '#contract/mailbox/inbox.ts';
import { readConfig } from '#server/config/config.ts';
import { checkCounters } from '#server/features/mailbox/inbox/fax-counters.service.ts';
import { createMaintenance } from '#server/features/operations/maintenance/maintenance.service.ts';
import { storeFax } from '#test/mailbox-rig.ts';
import { idsOf, makePerson } from '#test/mailbox-person.ts';
import type { MailboxPerson } from '#test/mailbox-person.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(async () => await test.stop());

it('[INBOX-47] a deleted fax leaves the folders at once; its files go after the retention period, not before', async () => {
  const me = await makePerson(test);
  const fax = await storeFax(test, me.id, { pages: 2 });
  const other = await storeFax(test, me.id);
  expect(new Set(idsOf(await me.list('Inbox')))).toEqual(new Set([fax.id, other.id]));
  await me.act('delete', String(fax.id));
  for (const folder of ['Inbox', 'Archive', 'Sent', 'Outbox'] as const)
    expect(idsOf(await me.list(folder))).not.toContain(fax.id);
  const dashboard = await me.send('GET', '/api/n1/db/f2e/Dashboard.json');
  expect(dashboard.json<{ recReceived: { fid: string }[] }>().recReceived.map(({ fid }) => fid)).toEqual([
    String(other.id),
  ]);
  const file = `${fax.storageKey}/fax.tiff`;
  const { purgeDeletedFaxes } = createMaintenance({
    database: test.database,
    store: test.files,
    log: pino({ level: 'silent' }),
    keepDays: readConfig({}).keepDays,
  });
  const purge = async () => await purgeDeletedFaxes(new AbortController().signal);
  const deletedDaysAgo = async (days: number) =>
    await sql`update fax set deleted_at = now() - make_interval(days => ${days}) where id = ${fax.id}`.execute(
      test.database.db,
    );
  await deletedDaysAgo(29);
  await purge();
  expect(await test.files.get(file)).not.toBeNull();
  await deletedDaysAgo(31);
  await purge();
  // A fax is checked twice, most of a day apart, so that a clock that jumped deletes nothing.
  expect(await test.files.get(file)).not.toBeNull();
  await sql`update purge_sighting set seen_at = now() - interval '21 hours'`.execute(test.database.db);
  await purge();
  expect(await test.files.get(file)).toBeNull();
  expect(await test.files.get(`${other.storageKey}/fax.tiff`)).not.toBeNull();
});

/** Returns what an undo must bring back: every folder as its user sees it, the counters, and what a search finds. */
async function everything(me: MailboxPerson) {
  const main = await me.send('GET', '/api/n1/db/f2e/MainInterface.json');
  const lists = [];
  for (const folder of ['Inbox', 'Sent', 'Archive'] as const) lists.push(await me.list(folder));
  return {
    lists,
    folders: main.json<{ folders: object }>().folders,
    found: await me.list('Inbox', { search: 'acme' }),
  };
}

const erase = async (me: MailboxPerson, body: object) => await me.send('POST', '/api/faxui/eraseFaxes', body);
const deletedAgo = async (fax: { id: number }, age: string) =>
  await sql`update fax set deleted_at = now() - ${age}::interval where id = ${fax.id}`.execute(
    test.database.db,
  );
const wrongCounters = async () => await checkCounters(test.database);

describe('undo', () => {
  it('the inverse action on what changed brings everything back, also counters and search', async () => {
    const me = await makePerson(test);
    const values = [{ company: 'Acme' }, { isNew: false }, { archived: true }, { action: 'S' as const }];
    const faxes = [];
    for (const one of values) faxes.push(await me.fax(one));
    const before = await everything(me);
    const fids = faxes.map(({ id }) => id);
    for (const [action, inverse] of [
      ['delete', 'undelete'],
      ['to_archive', 'from_archive'],
      ['from_archive', 'to_archive'],
      ['view', 'new'],
      ['new', 'view'],
    ] as const) {
      const { changed } = (await me.act(action, fids)).json<{ data: { changed: string[] } }>().data;
      expect(await everything(me)).not.toEqual(before);
      expect(changed.length).toBeGreaterThan(0);
      const undone = (await me.act(inverse, changed)).json<{ data: { changed: string[] } }>().data;
      expect(new Set(undone.changed)).toEqual(new Set(changed));
      expect(await everything(me)).toEqual(before);
      expect(await wrongCounters()).toEqual([]);
    }
    // A repeated call changes nothing.
    expect((await me.act('undelete', fids)).json()).toMatchObject({ data: { affected: 4, changed: [] } });
  });

  it('restores nothing of others, nothing that was canceled, and nothing whose days are over', async () => {
    const [me, other] = [await makePerson(test), await makePerson(test)];
    const canceled = await me.fax({ action: 'S', deleted: true });
    await sql`insert into send_job (account_id, fax_id, to_number, state, finished_at)
      values (${me.id}, ${canceled.id}, '3105550111', 'CANCELLED', now())`.execute(test.database.db);
    const [theirs, old] = [await other.fax({ deleted: true }), await me.fax({ deleted: true })];
    await deletedAgo(old, '30 days 1 minute');
    expect(await me.list('Deleted')).toMatchObject({ recordsTotal: 0, data: [] });
    for (const { id, pathKey } of [canceled, theirs, old]) {
      expect((await me.act('undelete', [id])).statusCode).toBe(404);
      expect((await erase(me, { fids: [id] })).statusCode).toBe(404);
      expect((await me.file(`${pathKey}/fax.pdf`)).statusCode).toBe(404);
    }
    expect(idsOf(await other.list('Deleted'))).toEqual([theirs.id]);
  });
});

describe('Recently deleted', () => {
  it('lists, sorts, searches and pages deleted faxes, and says until when and where from', async () => {
    const me = await makePerson(test);
    const inbox = await me.fax({ company: 'Acme', at: new Date('2026-01-05T12:00:00Z'), pages: 3 });
    const archive = await me.fax({ action: 'S', archived: true, number: '2125550142' });
    const sent = await me.fax({ action: 'S', company: 'Zeta' });
    await me.fax({ company: 'Acme' });
    for (const [fax, age] of [
      [inbox, '1 day'],
      [archive, '2 days'],
      [sent, '29 days'],
    ] as const)
      await deletedAgo(fax, age);
    const byDeletion = await me.list('Deleted', { sort: { by: 'deleted_at', dir: 'desc' } });
    expect(byDeletion).toMatchObject({ recordsTotal: 3, recordsFiltered: 3 });
    expect(idsOf(byDeletion)).toEqual([inbox.id, archive.id, sent.id]);
    expect(byDeletion.data.map((row) => row.deleted_from)).toEqual(['Inbox', 'Archive', 'Sent']);
    const [first] = byDeletion.data;
    expect(Date.parse(first?.erased_at ?? '') - Date.parse(first?.deleted_at ?? '')).toBe(30 * 86_400_000);
    expect(idsOf(await me.list('Deleted', { sort: { by: 'from_company', dir: 'desc' } }))[0]).toBe(sent.id);
    for (const [search, found] of [
      ['acme', inbox],
      ['0142', archive],
      ['01/05/2026', inbox],
    ] as const)
      expect(await me.list('Deleted', { search })).toMatchObject({
        recordsTotal: 3,
        recordsFiltered: 1,
        data: [{ fax_id: String(found.id) }],
      });
    const pairs = buildTableQuery(
      { start: 1, length: 1, sort: { by: 'deleted_at', dir: 'asc' }, filters: FOLDER_FILTERS.Deleted },
      FAX_TABLE,
    );
    const page = await me.query(new URLSearchParams(pairs).toString());
    expect(idsOf(page.json())).toEqual([archive.id]);
    const elsewhere = await me.list('Inbox', { sort: { by: 'deleted_at', dir: 'desc' } });
    expect(elsewhere).toMatchObject({ error: 'UNKNOWN_COLUMN' });
  });

  it('pages are seen and downloaded, which is recorded as for other faxes', async () => {
    const me = await makePerson(test);
    const fax = await storeFax(test, me.id);
    await me.act('delete', [fax.id]);
    expect((await me.file(`${fax.pathKey}/fax.tiff`)).statusCode).toBe(200);
    const activity = await me.send('GET', `/api/faxui/faxActivity?fid=${fax.id}`);
    expect(activity.json<{ rows: object[] }>().rows).toMatchObject([{ kind: 'download' }]);
    expect((await me.act('view', [fax.id])).statusCode).toBe(404);
  });
});

describe('erasing', () => {
  it('removes rows, files and everything in lists at once, and says so in the audit', async () => {
    const [me, other] = [await makePerson(test), await makePerson(test)];
    const [fax, kept, theirs] = [
      await storeFax(test, me.id),
      await storeFax(test, me.id),
      await storeFax(test, other.id),
    ];
    await other.act('delete', [theirs.id]);
    expect((await erase(me, { fids: [fax.id] })).statusCode).toBe(404);
    await me.act('delete', [fax.id]);
    const answer = await erase(me, { fids: [fax.id, kept.id, theirs.id] });
    expect(answer.json()).toEqual({ success: true, data: { erased: 1, held: 0 } });
    expect(await test.files.get(`${fax.storageKey}/fax.tiff`)).toBeNull();
    for (const { storageKey } of [kept, theirs])
      expect(await test.files.get(`${storageKey}/fax.tiff`)).not.toBeNull();
    expect((await me.act('undelete', [fax.id])).statusCode).toBe(404);
    expect(await wrongCounters()).toEqual([]);
    const audit = await test.database.db
      .selectFrom('audit')
      .select(['action', 'detail', 'actor_id'])
      .where('account_id', '=', me.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(audit).toEqual({ action: 'fax.erase', detail: { faxes: [fax.id] }, actor_id: me.id });
  });

  it('leaves what a legal hold keeps, alone and among others', async () => {
    const me = await makePerson(test);
    const [held, free] = [await storeFax(test, me.id), await storeFax(test, me.id)];
    await me.act('delete', [held.id, free.id]);
    await sql`insert into legal_hold (account_id, fax_id, reason) values (${me.id}, ${held.id}, 'case 7')`.execute(
      test.database.db,
    );
    const refused = await erase(me, { fids: [held.id] });
    expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([412, 'FAX_HELD']);
    expect((await erase(me, { all: true })).json()).toMatchObject({ data: { erased: 1, held: 1 } });
    expect((await erase(me, { all: true })).statusCode).toBe(412);
    expect(idsOf(await me.list('Deleted'))).toEqual([held.id]);
    expect(await test.files.get(`${held.storageKey}/fax.tiff`)).not.toBeNull();
    await sql`delete from legal_hold where account_id = ${me.id}`.execute(test.database.db);
    await sql`insert into legal_hold (account_id, reason) values (${me.id}, 'case 8')`.execute(
      test.database.db,
    );
    expect((await erase(me, { fids: [held.id] })).statusCode).toBe(412);
    // A hold prevents erasing, but not restoring by the owner.
    expect((await me.act('undelete', [held.id])).statusCode).toBe(200);
  });

  it('all: more than one batch, and nothing that is still sent', async () => {
    const me = await makePerson(test);
    await sql`
      with paper as (
        insert into document (account_id, storage_key, source, state)
        select ${me.id}, 'documents/many-' || n, 'line', 'ready' from generate_series(1, 1100) n returning id)
      insert into fax (account_id, document_id, path_key, action, party_id, other_number, company, deleted_at)
      select ${me.id}, paper.id, 'many-deleted-faxes-' || paper.id, 'R', f.party_id, f.other_number, '', now()
      from paper, (select * from fax where id = ${(await me.fax()).id}) f`.execute(test.database.db);
    const going = await me.fax({ action: 'S', outbox: true });
    expect((await erase(me, { all: true })).json()).toMatchObject({ data: { erased: 1100, held: 0 } });
    expect(idsOf(await me.list('Outbox'))).toEqual([going.id]);
    expect((await erase(me, { all: true })).json()).toMatchObject({ data: { erased: 0 } });
  });

  it('a suspended account keeps its mailbox: delete, restore and erase work', async () => {
    const me = await makePerson(test);
    const fax = await me.fax();
    await sql`update account set state = 'suspended' where id = ${me.id}`.execute(test.database.db);
    for (const action of ['delete', 'undelete', 'delete'])
      expect((await me.act(action, [fax.id])).statusCode).toBe(200);
    expect((await erase(me, { fids: [fax.id] })).statusCode).toBe(200);
  });
});
