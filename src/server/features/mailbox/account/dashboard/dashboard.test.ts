import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { DashboardRow } from '#contract/mailbox/dashboard.ts';
import { makeFax } from '#test/factories.ts';
import { makePerson } from '#test/mailbox-person.ts';
import type { MailboxPerson } from '#test/mailbox-person.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

const DAY = 86_400_000;
let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});
afterAll(async () => await test.stop());

async function read(me: MailboxPerson) {
  return (await me.send('GET', '/api/n1/db/f2e/Dashboard.json')).json<
    Record<'recReceived' | 'recSent' | 'failed', DashboardRow[]> & { usage: object }
  >();
}
const ids = (rows: DashboardRow[]) => rows.map(({ fid }) => Number(fid));
const daysAgo = (days: number) => new Date(Date.now() - days * DAY);

describe('the dashboard', () => {
  it('[DASH-15] [DASH-16] [DASH-17] shows received, sent and failed faxes, newest first, with every field', async () => {
    const [me, other] = [await makePerson(test), await makePerson(test)];
    const { db } = test.database;
    await makeFax(db, other.id);
    const at = new Date('2026-11-21T00:04:01Z');
    const received = await makeFax(db, me.id, { number: '2125550142', company: 'Acme', pages: 3, at });
    const filed = await makeFax(db, me.id, { archived: true, at: new Date(at.getTime() + DAY) });
    const sent = await makeFax(db, me.id, { action: 'S', archived: true });
    await makeFax(db, me.id, { deleted: true });
    await makeFax(db, me.id, { action: 'S', outbox: true });
    const failed = await makeFax(db, me.id, { action: 'S', status: 'FAILED', at: daysAgo(29) });
    await makeFax(db, me.id, { action: 'S', status: 'FAILED', at: daysAgo(31) });
    const superseded = await makeFax(db, me.id, { action: 'S', status: 'FAILED' });
    const uncertain = await makeFax(db, me.id, { action: 'S', status: 'FAILED', pages: 4 });
    await db.updateTable('fax').set({ superseded_by: sent.id }).where('id', '=', superseded.id).execute();
    await db.updateTable('fax').set({ uncertain_pages: 2 }).where('id', '=', uncertain.id).execute();
    await db
      .insertInto('send_job')
      .values({ account_id: me.id, fax_id: failed.id, to_number: '3105550111', state: 'FAILED', dials: 1 })
      .execute();
    await db.updateTable('fax').set({ reason: 'NO_ANSWER' }).where('id', '=', failed.id).execute();
    const dashboard = await read(me);
    expect(dashboard.failed[1]).toMatchObject({ reason: 'NO_ANSWER', calls: 1 });
    expect(Object.keys(dashboard)).toEqual(['recReceived', 'recSent', 'failed', 'usage']);
    expect(ids(dashboard.recReceived)).toEqual([filed.id, received.id]);
    expect(ids(dashboard.recSent)).toEqual([sent.id]);
    expect(ids(dashboard.failed)).toEqual([uncertain.id, failed.id]);
    expect(dashboard.failed[0]).toMatchObject({
      status: 'FAILED',
      outcome: 'UNCERTAIN',
      confirmed: 2,
      pages: 4,
    });
    expect(dashboard.recReceived[1]).toEqual({
      fid: String(received.id),
      sender: '2125550142',
      companyname: 'Acme',
      pages: 3,
      date: '2026-11-20T19:04:01-05:00',
      is_new: '1',
      status: 'OK',
      faxpath: received.pathKey,
    });
    expect(dashboard.usage).toEqual({ monthLimit: null, currentUsage: 0, rcvdPages: 0, sentPages: 0 });
  });

  it('shows the latest hundred of each, wherever they are filed', async () => {
    const me = await makePerson(test);
    const { id } = await makeFax(test.database.db, me.id, { at: new Date('2026-01-01T00:00:00Z') });
    await sql`insert into fax (account_id, document_id, path_key, action, fax_at, party_id, other_number, company, archived)
      select account_id, document_id, path_key || n, action, fax_at + n * interval '1 minute', party_id, other_number,
        company, n % 2 = 0
      from fax, generate_series(1, 300) n where id = ${id}`.execute(test.database.db);
    const { recReceived } = await read(me);
    const dates = recReceived.map(({ date }) => Date.parse(date));
    expect(recReceived.length).toBe(100);
    expect(dates).toEqual(dates.toSorted((a, b) => b - a));
    expect(dates.at(0)).toBe(Date.parse('2026-01-01T05:00:00Z'));
    expect(dates.at(-1)).toBe(Date.parse('2026-01-01T03:21:00Z'));
  });
});
