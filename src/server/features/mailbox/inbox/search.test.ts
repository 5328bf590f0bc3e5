import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { SEARCH_LIMIT } from '#contract/mailbox/search.ts';
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

interface Found {
  total: number;
  more: boolean;
  data: { fax_id: string; folder: string; fax_from: string }[];
}
const search = async (me: MailboxPerson, q: string, more = '') =>
  await me.send('GET', `/api/faxui/search?q=${encodeURIComponent(q)}${more}`);
const found = async (me: MailboxPerson, q: string, more = '') => (await search(me, q, more)).json<Found>();

const at = (day: number) => new Date(Date.UTC(2026, 9, day, 12));

describe('the search over all folders', () => {
  it('finds faxes of every folder but the Outbox, newest first, and says where each lies', async () => {
    const [me, other] = [await makePerson(test), await makePerson(test)];
    const dana = { number: '2125550123', sender: 'Dana Whitfield' };
    const received = await me.fax({ ...dana, at: at(1) });
    const sent = await me.fax({ ...dana, action: 'S', sender: '', toPerson: 'Dana Whitfield', at: at(3) });
    const filed = await me.fax({ ...dana, archived: true, pages: 5, isNew: false, at: at(2) });
    await me.fax({ ...dana, action: 'S', outbox: true, at: at(4) });
    await me.fax({ ...dana, deleted: true, at: at(4) });
    await me.fax({ sender: 'Lee' });
    await other.fax(dana);
    const all = await found(me, 'dana');
    expect(all.data.map(({ fax_id, folder }) => [Number(fax_id), folder])).toEqual([
      [sent.id, 'Sent'],
      [filed.id, 'Archive'],
      [received.id, 'Inbox'],
    ]);
    expect(all).toMatchObject({ total: 3, more: false });
    const ids = async (q: string) => (await found(me, q)).data.map(({ fax_id }) => Number(fax_id));
    expect(await ids('with:2125550123')).toEqual([sent.id, filed.id, received.id]);
    expect(await ids('from:dana')).toEqual([filed.id, received.id]);
    expect(await ids('to:"dana whitfield"')).toEqual([sent.id]);
    expect(await ids('dana pages:>3 in:archive')).toEqual([filed.id]);
    expect(await ids('dana after:2026-10-02 before:2026-10-03')).toEqual([filed.id]);
    expect(await ids('dana is:read is:received')).toEqual([filed.id]);
    expect(await ids('from:dana to:dana')).toEqual([]);
    expect(await ids('in:inbox from:dana to:dana')).toEqual([]);
    expect(await ids('dana is:sent')).toEqual([sent.id]);
    for (const none of [
      'is:sent is:received',
      'in:inbox is:sent',
      'in:sent is:received',
      'in:sent from:dana',
    ])
      expect([none, await ids(none)]).toEqual([none, []]);
    // A time is found next to a name, in either order.
    expect(await ids('dana 10/02')).toEqual([filed.id]);
    expect(await ids('10/03 dana')).toEqual([sent.id]);
    expect(await found(me, 'dana', '&start=1&length=1')).toMatchObject({
      total: 3,
      data: [{ folder: 'Archive' }],
    });
  });

  it('refuses filters that mean nothing, and takes hostile text as text', async () => {
    const me = await makePerson(test);
    await me.fax({ sender: '100% off' });
    for (const q of [
      'pages:>x',
      'after:2026-13',
      'in:outbox',
      'state:odd',
      'from:',
      'is:',
      'a '.repeat(11),
    ]) {
      const answer = await search(me, q);
      expect([q, answer.statusCode, answer.json()]).toMatchObject([
        q,
        400,
        { error: 'VALIDATION', fields: { q: 'FILTER_VALUE' } },
      ]);
    }
    for (const more of ['&length=0', '&length=1001', '&start=-1', '&start=x'])
      expect([more, (await search(me, 'a', more)).statusCode]).toEqual([more, 400]);
    expect((await search(me, 'x'.repeat(201))).statusCode).toBe(400);
    for (const q of ["' or 1=1 --", 'from:_', 'to:"%"', 'a\u0000b', 'a b\u0000c', 'in:all "'])
      expect([q, (await search(me, q)).statusCode]).toEqual([q, 200]);
    expect((await found(me, 'from:100%')).total).toBe(1);
    expect((await found(me, 'from:1_0')).total).toBe(0);
  });

  it('counts to a thousand and then says that there are more', async () => {
    const me = await makePerson(test);
    await makeFaxes(
      test.database.db,
      me.id,
      Array.from({ length: SEARCH_LIMIT }, () => ({ sender: 'Dana' })),
    );
    expect(await found(me, 'dana')).toMatchObject({ total: SEARCH_LIMIT, more: false });
    await me.fax({ sender: 'Dana', archived: true });
    const last = await found(me, 'dana', '&start=900');
    expect(last).toMatchObject({ total: SEARCH_LIMIT, more: true });
    expect(last.data).toHaveLength(100);
  });
});
