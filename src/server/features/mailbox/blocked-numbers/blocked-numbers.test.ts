import { describe, expect, it } from 'vitest';

import { MAX_BLOCKED, writtenEntry } from '#contract/mailbox/blocked-numbers.ts';
import { makeAccount } from '#test/factories.ts';
import { startWithOwner } from '#test/owner-rig.ts';
import type { OwnerWorld } from '#test/owner-rig.ts';

import { isCallerBlocked } from './blocked-numbers.service.ts';

const LIST = '/api/n1/db/f2e/BlockedNumbers.json';
const ONE = '/api/n1/db/f2e/BlockedNumber.json';

describe('blocked numbers', () => {
  let { test, account, owner } = {} as OwnerWorld;
  startWithOwner((world) => ({ test, account, owner } = world));

  const list = async (who = owner) =>
    (await test.app.inject({ url: LIST, ...who })).json<
      Record<string, { callerid: string; company: string }>
    >();
  const entries = async (who = owner) => Object.values(await list(who)).map(({ callerid }) => callerid);
  const block = async (faxnum: unknown, who = owner) =>
    await test.app.inject({ method: 'POST', url: ONE, ...who, payload: { faxnum } });
  const unblock = async (faxnum: string) =>
    await test.app.inject({ method: 'DELETE', url: ONE, ...owner, payload: { faxnum } });
  const blocked = async (caller: string, stationId = '') =>
    await isCallerBlocked(test.database.db, account.id, { caller, stationId });

  it('[BLOCK-11] [BLOCK-12] [BLOCK-13] adds, lists with the contact’s company, and removes by text or digits', async () => {
    expect(await list()).toEqual({});
    await test.database.db
      .insertInto('contact')
      .values({ account_id: account.id, to_person: 'S', company: 'Spam Inc', fax_number: '2125550199' })
      .execute();
    const added = await block('1-212-555-0199');
    const { id } = added.json<{ data: { id: string } }>().data;
    await block('BAD CSID');
    expect(await list()).toMatchObject({ [id]: { callerid: '1-212-555-0199', company: 'Spam Inc' } });
    expect(await entries()).toEqual(['1-212-555-0199', 'BAD CSID']);
    expect((await unblock('12125550199')).json()).toEqual({ success: true });
    const byQuery = await test.app.inject({ method: 'DELETE', url: `${ONE}?faxnum=bad%20csid`, ...owner });
    expect(byQuery.json()).toEqual({ success: true });
    expect((await unblock('BAD CSID')).statusCode).toBe(404);
    expect(await list()).toEqual({});
  });

  it('[BLOCK-07] takes 2 to 20 word characters, spaces and hyphens', async () => {
    const good = ['ab', 'a_b-c d', '12', 'x'.repeat(20)];
    const bad = ['', ' ', 'a', 'x'.repeat(21), '+12125550199', 'a.b', 'é'.repeat(3), 'a\nb', null, 5];
    for (const entry of good) expect([entry, (await block(entry)).statusCode]).toEqual([entry, 200]);
    for (const entry of bad) expect([entry, (await block(entry)).statusCode]).toEqual([entry, 400]);
    expect(await entries()).toEqual(good);
  });

  it('[BLOCK-09] each entry is there once, as text in any case and as digits that say something', async () => {
    await block('212-555-0100');
    for (const same of ['212-555-0100', '2125550100', ' 212 555 0100 ']) {
      const answer = await block(same);
      expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([412, 'NUMBER_EXISTS']);
    }
    await block('Bad Csid');
    expect((await block('BAD CSID')).statusCode).toBe(412);
    expect((await block('00')).statusCode).toBe(200);
    expect((await block('0-0')).statusCode).toBe(200);
    expect((await block('000')).statusCode).toBe(200);
  });

  it('numbers in any usual writing are stored in one form, and are the same by their last ten digits', async () => {
    for (const written of ['(212) 555-0132', '+1 212 555 0199', '+1 (646) 555.0111', '+44 20 7123 4567'])
      expect([written, (await block(writtenEntry.parse(written))).statusCode]).toEqual([written, 200]);
    expect(await entries()).toEqual(['2125550132', '2125550199', '6465550111', '442071234567']);
    for (const same of ['12125550132', '1-212-555-0199', '646 555 0111', '+442071234567'])
      expect([same, (await block(writtenEntry.parse(same))).statusCode]).toEqual([same, 412]);
    await test.database.pool.query(
      `insert into blocked_number (account_id, caller, digits) values ($1, '1-310-555-0144', '13105550144')`,
      [account.id],
    );
    expect((await block('3105550144')).statusCode).toBe(412);
    expect([await blocked('+12125550132'), await blocked('2125550133')]).toEqual([true, false]);
    expect((await unblock('+1 (212) 555-0132')).json()).toEqual({ success: true });
  });

  it('one entry is added when ten ask for it at once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, async () => await block('2125550100')));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(await entries()).toEqual(['2125550100']);
  });

  it('an account has at most a thousand entries', async () => {
    await test.database.db
      .insertInto('blocked_number')
      .values(
        Array.from({ length: MAX_BLOCKED }, (_, i) => ({
          account_id: account.id,
          caller: `c${i}x`,
          digits: '',
        })),
      )
      .execute();
    expect((await block('one more')).json()).toMatchObject({ error: 'BLOCKED_LIMIT' });
  });

  it('entries of another account are neither seen nor removed', async () => {
    await block('2125550100');
    const stranger = await test.signIn((await makeAccount(test.database.db)).number);
    expect(await list(stranger)).toEqual({});
    const gone = await test.app.inject({
      method: 'DELETE',
      url: ONE,
      ...stranger,
      payload: { faxnum: '2125550100' },
    });
    expect(gone.statusCode).toBe(404);
    expect(await entries()).toEqual(['2125550100']);
    expect((await block('2125550100', stranger)).statusCode).toBe(200);
  });

  it('a caller is known by its last ten digits or by its text, and hidden numbers by «anonymous»', async () => {
    await block('212-555-0100');
    await block('Bad Csid');
    for (const caller of ['+12125550100', '2125550100', '12125550100', ' 212 555 0100'])
      expect([caller, await blocked(caller)]).toEqual([caller, true]);
    expect(await blocked('3105550111', 'BAD CSID ')).toBe(true);
    for (const caller of ['2125550101', '5550100', '', 'anonymous'])
      expect([caller, await blocked(caller)]).toEqual([caller, false]);
    await block('Anonymous');
    expect([await blocked(''), await blocked('anonymous'), await blocked('3105550111')]).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('adding and removing leave audit rows', async () => {
    await block('2125550100');
    await unblock('2125550100');
    const rows = await test.database.db
      .selectFrom('audit')
      .select(['action', 'actor_id'])
      .where('account_id', '=', account.id)
      .where('action', 'like', 'blocked.%')
      .orderBy('id')
      .execute();
    expect(rows).toEqual([
      { action: 'blocked.add', actor_id: account.id },
      { action: 'blocked.remove', actor_id: account.id },
    ]);
  });
});
