import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { idsOf, makePerson } from '#test/mailbox-person.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});
afterAll(async () => await test.stop());

describe('actions', () => {
  it('[INBOX-23] [INBOX-24] [MSG-12] moves, deletes and marks; folder counters follow', async () => {
    const me = await makePerson(test);
    const [a, b] = [await me.fax(), await me.fax()];
    const folders = async () =>
      (await me.send('GET', '/api/n1/db/f2e/MainInterface.json')).json<{ folders: object }>().folders;
    const act = async (action: string, fid: unknown) => (await me.act(action, fid)).json<object>();
    expect(await folders()).toMatchObject({ Inbox: { total: 2, unread: 2 } });
    expect(await act('view', [String(a.id), b.id])).toMatchObject({ data: { affected: 2 } });
    expect(await folders()).toMatchObject({ Inbox: { total: 2, unread: 0 } });
    expect(await act('new', a.id)).toMatchObject({ success: true, data: { affected: 1 } });
    expect(await act('to_archive', [a.id, a.id, b.id])).toMatchObject({
      success: true,
      data: { affected: 2 },
    });
    expect(await act('to_archive', [a.id])).toMatchObject({ success: true, data: { affected: 1 } });
    expect(await folders()).toMatchObject({ Inbox: { total: 0 }, Archive: { total: 2, unread: 1 } });
    await me.send('PUT', '/api/n1/db/f2e/FaxArchive.json', { action: 'from_archive', fids: [b.id] });
    expect(await folders()).toMatchObject({ Inbox: { total: 1 }, Archive: { total: 1, unread: 1 } });
    expect(await act('delete', [a.id, b.id])).toMatchObject({ success: true, data: { affected: 2 } });
    expect(await folders()).toMatchObject({ Inbox: { total: 0 }, Archive: { total: 0, unread: 0 } });
    expect((await me.act('delete', [a.id])).statusCode).toBe(404);
    const audit = await test.database.db
      .selectFrom('audit')
      .select(['action', 'detail', 'actor_id'])
      .where('account_id', '=', me.id)
      .where('action', 'like', 'fax.%')
      .orderBy('id')
      .execute();
    expect(audit.map(({ action }) => action)).toEqual([
      'fax.view',
      'fax.new',
      'fax.to-archive',
      'fax.to-archive',
      'fax.from-archive',
      'fax.delete',
    ]);
    expect(audit.at(-1)).toMatchObject({ actor_id: me.id, detail: { faxes: [a.id, b.id] } });
  });

  it('leaves out faxes that are being sent, and says 404 when nothing is left', async () => {
    const me = await makePerson(test);
    const [going, sent] = [await me.fax({ action: 'S', outbox: true }), await me.fax({ action: 'S' })];
    expect((await me.act('delete', [going.id])).statusCode).toBe(404);
    expect((await me.act('delete', [going.id, sent.id])).json()).toMatchObject({ data: { affected: 1 } });
    expect(idsOf(await me.list('Outbox'))).toEqual([going.id]);
  });

  it('[A-TENANT-07] does nothing to faxes of others, alone or among own ones', async () => {
    const [me, other] = [await makePerson(test), await makePerson(test)];
    const [mine, theirs] = [await me.fax(), await other.fax()];
    const before = await other.list('Inbox');
    for (const action of ['delete', 'undelete', 'to_archive', 'view', 'new', 'from_archive']) {
      const answer = await me.act(action, [theirs.id]);
      expect([action, answer.statusCode]).toEqual([action, 404]);
      expect(answer.body).toBe((await me.act(action, [999_999_999])).body);
    }
    expect((await me.act('delete', [mine.id, theirs.id])).json()).toMatchObject({ data: { affected: 1 } });
    expect(await other.list('Inbox')).toEqual(before);
  });

  it('[A-TENANT-08] refuses unknown actions and id lists that are none', async () => {
    const me = await makePerson(test);
    await me.fax();
    const before = await me.list('Inbox');
    const many = Array.from({ length: 100_000 }, (_, i) => i + 1);
    for (const [action, fid] of [
      ['purge', [1]],
      ['delete', []],
      ['delete', many],
      ['delete', 'all'],
      ['delete', '1 OR 1=1'],
      ['delete', undefined],
      ['delete', [-1]],
      ['delete', [1.5]],
      ['delete', { id: 1 }],
      ['toString', [1]],
      ['delete', [null]],
    ] as const)
      expect([action, (await me.act(action, fid)).statusCode]).toEqual([action, 400]);
    expect(await me.list('Inbox')).toEqual(before);
  });

  it('[MSG-07] rotates a received fax by quarter turns and keeps it', async () => {
    const me = await makePerson(test);
    const { id } = await me.fax();
    const sent = await me.fax({ action: 'S' });
    const rotate = async (fid: unknown, inbox: unknown = 1) =>
      await me.send('POST', '/api/faxui/faxRotate', { fid, inbox });
    for (const rotation of [90, 180, 270, 0, 90])
      expect((await rotate(String(id))).json()).toEqual({ success: true, data: { rotation } });
    expect((await me.list('Inbox')).data[0]).toMatchObject({ rotation: 90 });
    for (const refused of [await rotate(sent.id), await rotate(id, 0)])
      expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([
        412,
        'ROTATE_RECEIVED_ONLY',
      ]);
  });

  it('[MSG-07] turns left and right, and single pages on top of the whole fax', async () => {
    const me = await makePerson(test);
    const { id } = await me.fax({ pages: 3 });
    const rotate = async (how: object) => {
      const answer = await me.send('POST', '/api/faxui/faxRotate', { fid: id, inbox: 1, ...how });
      return answer.statusCode === 200 ? answer.json<{ data: unknown }>().data : answer.statusCode;
    };
    expect(await rotate({ direction: 'left' })).toEqual({ rotation: 270 });
    expect(await rotate({ direction: 'right' })).toEqual({ rotation: 0 });
    expect(await rotate({ direction: 'left', page: 2 })).toEqual({ rotation: 0, page_turns: [0, 270] });
    expect(await rotate({ page: 3 })).toEqual({ rotation: 0, page_turns: [0, 270, 90] });
    expect(await rotate({})).toEqual({ rotation: 90, page_turns: [0, 270, 90] });
    expect((await me.list('Inbox')).data[0]).toMatchObject({ rotation: 90, page_turns: [0, 270, 90] });
    expect(await rotate({ direction: 'left', page: 3 })).toEqual({ rotation: 90, page_turns: [0, 270] });
    // A page that was rotated back leaves no trace.
    expect(await rotate({ page: 2 })).toEqual({ rotation: 90 });
    expect(await rotate({ page: 4 })).toBe(404);
    for (const bad of [{ page: 0 }, { page: 1.5 }, { page: '1' }, { direction: 'up' }])
      expect(await rotate(bad)).toBe(400);
    expect((await me.list('Inbox')).data[0]).not.toHaveProperty('page_turns');
  });

  it('[A-TENANT-09] rotates nothing of others and nothing that is no id', async () => {
    const [me, other] = [await makePerson(test), await makePerson(test)];
    const theirs = await other.fax();
    const before = await other.list('Inbox');
    const rotate = async (fid: unknown, inbox: unknown) =>
      (await me.send('POST', '/api/faxui/faxRotate', { fid, inbox })).statusCode;
    expect(await rotate(theirs.id, 1)).toBe(404);
    const page = await me.send('POST', '/api/faxui/faxRotate', { fid: theirs.id, inbox: 1, page: 1 });
    expect(page.statusCode).toBe(404);
    expect(await rotate(-1, 1)).toBe(400);
    expect(await rotate(theirs.id, 'x')).toBe(400);
    expect(await other.list('Inbox')).toEqual(before);
  });
});
