import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startProgram } from '#test/api-rig.ts';
import { addContact, addGroup, someContact, startOwnProgram } from '#test/contacts-program.ts';
import { makeAdministrator, makeManagedAccount } from '#test/multifax-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

let test: TestApp;
let mine: Awaited<ReturnType<typeof startOwnProgram>>;

beforeAll(async () => {
  test = await startApp();
  mine = await startOwnProgram(test);
});
afterAll(async () => await test.stop());

const naming = (id: number) => ({ 'f2e-account': `acc_${id}` });

describe('groups of programs', () => {
  it('are added, listed, renamed and deleted; their contacts stay', async () => {
    const one = await startOwnProgram(test);
    const { id: contact } = await addContact(one);
    const { id } = await addGroup(one, { name: 'B', members: [contact] });
    await addGroup(one, { name: 'A' });
    const { body } = await one.ask('GET', '/groups');
    expect(body).toMatchObject({
      has_more: false,
      data: [
        { name: 'A', members: 0 },
        { name: 'B', members: 1 },
      ],
    });
    expect((await one.ask('PATCH', `/groups/${id}`, { body: { name: 'a' } })).body).toMatchObject({
      code: 'group_exists',
      errors: [{ pointer: '/name', code: 'group_exists' }],
    });
    expect((await one.ask('PATCH', `/groups/${id}`, { body: { name: 'C' } })).body['name']).toBe('C');
    expect((await one.ask('DELETE', `/groups/${id}`)).body).toEqual({ object: 'group', id, deleted: true });
    expect((await one.ask('GET', `/groups/${id}`)).status).toBe(404);
    expect((await one.ask('GET', `/contacts/${contact}`)).body['groups']).toEqual([]);
  });
});

describe('blocked numbers of programs', () => {
  it('are added, listed and removed', async () => {
    const { ask } = await startOwnProgram(test);
    const { status, body } = await ask('POST', '/blocked-numbers', { body: { caller: '+12125550177' } });
    expect([status, body]).toEqual([
      201,
      { object: 'blocked_number', id: expect.stringMatching(/^blk_\d+$/u), caller: '+12125550177' },
    ]);
    expect((await ask('GET', '/blocked-numbers')).body['data']).toEqual([body]);
    for (const same of ['12125550177', '2125550177', '(212) 555-0177']) {
      const twice = await ask('POST', '/blocked-numbers', { body: { caller: same } });
      expect([twice.status, twice.body['errors']]).toEqual([
        409,
        [{ pointer: '/caller', code: 'number_exists' }],
      ]);
    }
    const text = await ask('POST', '/blocked-numbers', { body: { caller: 'BAD CSID 7' } });
    expect(text.body['caller']).toBe('BAD CSID 7');
    expect((await ask('DELETE', `/blocked-numbers/${String(text.body['id'])}`)).status).toBe(200);
    expect((await mine.ask('DELETE', `/blocked-numbers/${String(body['id'])}`)).status).toBe(404);
    expect((await ask('DELETE', `/blocked-numbers/${String(body['id'])}`)).body['deleted']).toBe(true);
    expect((await ask('GET', '/blocked-numbers')).body['data']).toEqual([]);
  });
});

describe('an administrator’s key', () => {
  it('[A-API-83] reaches the address book only of own accounts whose product allows looking; the audit names who', async () => {
    const { db, pool } = test.database;
    const parent = await makeAdministrator(db);
    const child = await makeManagedAccount(db, parent);
    await pool.query(`update account set product_id = (select min(id) from product) where id = $1`, [
      child.id,
    ]);
    const { ask, keyId } = await startProgram(test, { kind: 'parent', id: parent.id });
    const paths = ['/contacts', '/groups', '/blocked-numbers'];
    for (const path of paths) {
      expect((await ask('GET', path)).body['code']).toBe('account_missing');
      expect((await ask('GET', path, { headers: naming(mine.account) })).status).toBe(404);
      const closed = await ask('GET', path, { headers: naming(child.id) });
      expect([closed.status, closed.body['code']]).toEqual([403, 'view_not_allowed']);
    }
    const refused = await ask('POST', '/contacts', { body: someContact(), headers: naming(child.id) });
    expect(refused.status).toBe(403);
    await pool.query('update product set parent_view = true');
    for (const path of paths)
      expect((await ask('GET', path, { headers: naming(child.id) })).status).toBe(200);
    const made = await ask('POST', '/contacts', { body: someContact(), headers: naming(child.id) });
    expect(made.status).toBe(201);
    const { rows } = await pool.query(
      `select actor_kind, actor_id::int, account_id::int, address, detail from audit where action = 'contact.add' order by id desc limit 1`,
    );
    expect(rows).toEqual([
      {
        actor_kind: 'parent',
        actor_id: parent.id,
        account_id: child.id,
        address: '127.0.0.1',
        detail: { keyId },
      },
    ]);
  });

  it('[A-API-84] without the scope nothing is read or written', async () => {
    const reader = await startProgram(
      test,
      { kind: 'account', id: mine.account },
      { scopes: ['contacts:read'] },
    );
    const { id } = await addContact(mine);
    for (const [method, path, body] of [
      ['POST', '/contacts', someContact()],
      ['PATCH', `/contacts/${id}`, { name: 'X' }],
      ['DELETE', `/contacts/${id}`],
      ['POST', '/groups', { name: 'X' }],
      ['POST', '/blocked-numbers', { caller: '2125550100' }],
      ['GET', '/usage'],
      ['GET', '/numbers'],
      ['GET', '/activity'],
      ['GET', '/accounts'],
      ['POST', '/accounts', {}],
    ] as const)
      expect([path, (await reader.ask(method, path, body && { body })).body['code']]).toEqual([
        path,
        'scope_missing',
      ]);
    expect((await reader.ask('GET', `/contacts/${id}`)).status).toBe(200);
  });
});
