import { beforeEach, describe, expect, it } from 'vitest';

import { PASSWORD, makeAccount } from '#test/factories.ts';
import { startWithOwner } from '#test/owner-rig.ts';
import type { OwnerWorld } from '#test/owner-rig.ts';
import { readMails } from '#test/mails.ts';
import type { SignedIn } from '#test/start-app.ts';

const PATH = '/api/n1/db/f2e/SubAccount.json';

describe('subaccounts', () => {
  let { test, account, owner } = {} as OwnerWorld;
  startWithOwner((world) => ({ test, account, owner } = world));
  beforeEach(async () => {
    // Tests share names: mails of one must not count for another.
    await test.database.pool.query('delete from mail_out');
  });

  const list = async (url = PATH, who = owner) => (await test.app.inject({ url, ...who })).json<unknown>();
  const ask = async (method: 'POST' | 'PUT' | 'DELETE', payload: object, who = owner) =>
    await test.app.inject({ method, url: PATH, ...who, payload });
  const add = async (email: unknown, more: object = {}) =>
    await ask('POST', { 'e-mail': email, ReceiveFaxes: '1', SendFaxes: '0', uid: '', ...more });

  it('[SUB-13] [SUB-14] [SUB-15] lists, adds under any spelling, and changes', async () => {
    expect(await list()).toEqual([]);
    expect((await add('Dana@Example.com')).json()).toEqual({ success: true });
    await ask('POST', { Email: 'b@example.com' });
    await ask('POST', { email: 'c@example.com', SendFaxes: true, uid: String(account.id) });
    await ask('PUT', { email: 'dana@example.com', ReceiveFaxes: '0', SendFaxes: '1', uid: '' });
    const expected = [
      { Email: 'dana@example.com', ReceiveFaxes: '0', SendFaxes: '1', Pending: '1' },
      { Email: 'b@example.com', ReceiveFaxes: '0', SendFaxes: '0', Pending: '1' },
      { Email: 'c@example.com', ReceiveFaxes: '0', SendFaxes: '1', Pending: '1' },
    ];
    expect(await list()).toEqual(expected);
    expect(await list(`${PATH}?uid=${account.id}`)).toEqual(expected);
  });

  it('[ROLE-03] are managed by the owner alone: no address of the list, no other account, no guest', async () => {
    await add('dana@example.com', { SendFaxes: '1' });
    const before = await list();
    const stranger = await test.signIn((await makeAccount(test.database.db)).number);
    const nobody: SignedIn = { cookies: {}, headers: {} };
    for (const [who, status] of [
      [stranger, 404],
      [nobody, 401],
    ] as const)
      for (const method of ['POST', 'PUT', 'DELETE'] as const) {
        const payload = { email: 'dana@example.com', SendFaxes: '0', uid: String(account.id) };
        expect([method, (await ask(method, payload, who)).statusCode]).toEqual([method, status]);
      }
    // People who receive or send by email have no login at all.
    const login = { username: 'dana@example.com', password: PASSWORD, domain: 'localhost' };
    const asDana = await test.app.inject({ method: 'POST', url: '/api/faxui/getNode.json', payload: login });
    expect(asDana.statusCode).toBe(412);
    expect(await list()).toEqual(before);
    expect((await ask('DELETE', { email: 'dana@example.com' })).statusCode).toBe(200);
  });

  it('removes by body, or by query where there is no body', async () => {
    await add('a@example.com');
    await add('b@example.com');
    expect((await ask('DELETE', { email: 'A@example.com', uid: '' })).json()).toEqual({ success: true });
    const byQuery = await test.app.inject({ method: 'DELETE', url: `${PATH}?email=b@example.com`, ...owner });
    expect(byQuery.statusCode).toBe(200);
    expect(await list()).toEqual([]);
    expect((await ask('DELETE', { email: 'a@example.com' })).statusCode).toBe(404);
  });

  it('[A-SUB-01] at most five, also when ten are added at once', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await add(`${name}@example.com`);
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, i) => await add(`more${i}@example.com`)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.find(({ statusCode }) => statusCode !== 200)?.json()).toMatchObject({
      error: 'SUBACCOUNT_LIMIT',
    });
    expect(await list()).toHaveLength(5);
  });

  it('the new address and the owner are told by mail, and an audit row is written', async () => {
    await add('new@example.com');
    await test.runJobs();
    const told = (await readMails(test.folder)).filter(({ text }) => text.includes('new@example.com'));
    expect(new Set(told.map(({ to, template }) => `${to} ${template}`))).toEqual(
      new Set(['new@example.com subaccount-confirm', `${account.email} subaccount-added`]),
    );
    const audit = await test.database.db
      .selectFrom('audit')
      .select(['actor_id', 'detail'])
      .where('action', '=', 'subaccount.add')
      .where('account_id', '=', account.id)
      .execute();
    expect(audit).toEqual([
      { actor_id: account.id, detail: { email: 'new@example.com', receives: true, sends: false } },
    ]);
  });

  it('[A-SUB-03] takes exactly one plain address', async () => {
    const bad = [
      'a@ok.test\r\nBcc: e@evil.test',
      'a@ok.test,e@evil.test',
      'grp: e@evil.test;',
      '"x"@y',
      '"x"@y.test',
      `${'x'.repeat(57)}@ok.test`,
      'dana@exаmple.com',
      'a@[127.0.0.1]',
      'Dana <a@ok.test>',
      'a@ok',
      '',
      null,
      ['a@ok.test'],
    ];
    for (const email of bad) {
      const answer = await add(email);
      expect([email, answer.statusCode]).toEqual([email, 400]);
      expect(answer.json<{ fields: object }>().fields).toHaveProperty('email');
    }
    expect(await list()).toEqual([]);
    const longest = `${'x'.repeat(56)}@ok.test`;
    expect((await add(longest)).statusCode).toBe(200);
    await test.runJobs();
    const reached = (await readMails(test.folder)).map(({ to }) => to);
    expect(reached.filter((to) => /ok\.test|evil\.test/u.test(to))).toEqual([longest]);
  });

  it('[A-SUB-04] refuses other flags, missing addresses and the same address in another case', async () => {
    for (const ReceiveFaxes of ['2', [1], {}, 'on'])
      expect((await add('a@example.com', { ReceiveFaxes })).statusCode).toBe(400);
    expect((await ask('PUT', { email: 'none@example.com', ReceiveFaxes: '1' })).statusCode).toBe(404);
    await add('a@example.com');
    const twice = await add('A@EXAMPLE.com');
    expect([twice.statusCode, twice.json<{ error: string }>().error]).toEqual([412, 'SUBACCOUNT_EXISTS']);
    expect(await list()).toEqual([
      { Email: 'a@example.com', ReceiveFaxes: '1', SendFaxes: '0', Pending: '1' },
    ]);
  });

  it('another account’s uid is as unknown as one that never was, and its addresses are out of reach', async () => {
    await add('a@example.com');
    const stranger = await test.signIn((await makeAccount(test.database.db)).number);
    for (const uid of [account.id, 999_999])
      expect((await test.app.inject({ url: `${PATH}?uid=${uid}`, ...stranger })).statusCode).toBe(404);
    const body = { email: 'a@example.com', ReceiveFaxes: '0', uid: String(account.id) };
    for (const method of ['POST', 'PUT', 'DELETE'] as const)
      expect((await ask(method, body, stranger)).statusCode).toBe(404);
    expect((await ask('PUT', { ...body, uid: '' }, stranger)).statusCode).toBe(404);
    expect((await ask('DELETE', { ...body, uid: '' }, stranger)).statusCode).toBe(404);
    expect(await list()).toEqual([
      { Email: 'a@example.com', ReceiveFaxes: '1', SendFaxes: '0', Pending: '1' },
    ]);
  });
});
