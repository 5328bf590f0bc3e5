import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createLegalHolds } from '#server/features/customers/accounts/legal-hold/legal-hold.service.ts';
import { startProgram } from '#test/api-rig.ts';
import type { Program } from '#test/api-rig.ts';
import { makeAccount, makeFax, PASSWORD } from '#test/factories.ts';
import { makeAdministrator, makeManagedAccount } from '#test/multifax-rig.ts';
import { startApp } from '#test/start-app.ts';
import type { TestApp } from '#test/start-app.ts';

let test: TestApp;
let operator: Program;

beforeAll(async () => {
  test = await startApp();
  operator = await startProgram(test, { kind: 'operator' });
});
afterAll(async () => await test.stop());

async function administrator(values: Parameters<typeof makeAdministrator>[1] = {}) {
  const parent = await makeAdministrator(test.database.db, values);
  return { parent, ...(await startProgram(test, { kind: 'parent', id: parent.id })) };
}

/** Adds free numbers in a separate area. */
async function freeNumbers(area: string, many: number): Promise<void> {
  await test.database.pool.query(
    `insert into number (digits, kind, area_code, state)
     select $1 || (5550100 + n)::text, 'local', $1, 'free' from generate_series(1, $2) n`,
    [area, many],
  );
}

const count = async (table: string): Promise<number> => {
  const { rows } = await test.database.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`);
  return rows[0]?.n ?? 0;
};
const actors = async (action: string) =>
  (
    await test.database.pool.query(
      `select actor_kind, actor_id::int, address, detail->'keyId' as key from audit where action = $1 order by id desc limit 1`,
      [action],
    )
  ).rows[0] as unknown;

describe('accounts of an administrator', () => {
  it('are added from the pool, by a number to port, listed and closed', async () => {
    await freeNumbers('212', 1);
    const { parent, ask, keyId } = await administrator();
    const made = await ask('POST', '/accounts', {
      body: { email: 'clinic@example.com', number: { from: 'area', area_code: '212' } },
    });
    expect([made.status, made.body]).toEqual([
      201,
      {
        object: 'account',
        id: expect.stringMatching(/^acc_\d+$/u),
        status: 'active',
        number: '+12125550101',
        porting_number: null,
        email: 'clinic@example.com',
        administrator: `adm_${parent.id}`,
        hipaa: false,
        month_limit: null,
        created_at: expect.stringMatching(/Z$/u),
      },
    ]);
    const by = { actor_kind: 'parent', actor_id: parent.id, address: '127.0.0.1', key: keyId };
    expect(await actors('account.add')).toEqual(by);
    const port = { email: 'port@example.com', number: { from: 'port', number: '+1 (310) 555-0190' } };
    const ported = await ask('POST', '/accounts', { body: port });
    expect(ported.body).toMatchObject({ status: 'pending', number: null, porting_number: '+13105550190' });
    const twice = await ask('POST', '/accounts', { body: port });
    expect([twice.status, twice.body['code'], twice.body['errors']]).toEqual([
      409,
      'number_in_use',
      [{ pointer: '/number/number', code: 'number_in_use' }],
    ]);
    const page = await ask('GET', '/accounts', { query: { limit: '1' } });
    const rest = await ask('GET', '/accounts', { query: { after: String(page.body['next']) } });
    expect([page.body['data'], rest.body['data']]).toEqual([[made.body], [ported.body]]);
    const path = `/accounts/${String(made.body['id'])}`;
    const closed = await ask('POST', `${path}/close`);
    expect(closed.body).toMatchObject({ status: 'closed', number: null });
    expect(await actors('account.close')).toEqual(by);
    expect([(await ask('POST', `${path}/close`)).body, (await ask('GET', path)).body]).toEqual([
      closed.body,
      closed.body,
    ]);
    expect((await ask('GET', '/accounts', { query: { status: 'closed' } })).body['data']).toEqual([
      closed.body,
    ]);
  });

  it('are refused without services, numbers and areas, with pointers', async () => {
    const { ask } = await administrator({ services: 0 });
    const add = async (number: object) =>
      await ask('POST', '/accounts', { body: { email: 'a@example.com', number } });
    await freeNumbers('310', 1);
    expect((await add({ from: 'area', area_code: '310' })).body['code']).toBe('limit_reached');
    expect((await add({ from: 'area', area_code: '213' })).body['code']).toBe('pool_empty');
    expect((await add({ from: 'area', area_code: '999' })).body['errors']).toEqual([
      { pointer: '/number/area_code', code: 'area_unknown' },
    ]);
    expect((await add({ from: 'port', number: '+44 20 7123 4567' })).body['errors']).toEqual([
      { pointer: '/number/number', code: 'number_invalid' },
    ]);
  });

  it('[A-API-85] nobody reaches accounts of others, and an account’s key manages none', async () => {
    const [mine, other] = [await administrator(), await administrator()];
    const child = await makeManagedAccount(test.database.db, mine.parent);
    const single = await makeAccount(test.database.db);
    const owner = await startProgram(test, { kind: 'account', id: child.id });
    for (const id of [child.id, single.id]) {
      const path = `/accounts/acc_${id}`;
      expect((await other.ask('GET', path)).status).toBe(404);
      expect((await other.ask('POST', `${path}/close`)).status).toBe(404);
      expect((await owner.ask('POST', `${path}/close`)).body['code']).toBe('scope_missing');
    }
    expect((await other.ask('GET', '/accounts')).body['data']).toEqual([]);
    const { code } = (await owner.ask('GET', '/accounts')).body;
    expect(code).toBe('scope_missing');
    expect((await mine.ask('GET', `/accounts/acc_${child.id}`)).body['status']).toBe('active');
  });

  it('[A-API-86] a key cannot give itself what only operators give: numbers, passwords, limits, other fields', async () => {
    const { parent, ask } = await administrator();
    await freeNumbers('415', 1);
    const number = { from: 'area', area_code: '415' };
    const before = await count('account');
    for (const [more, pointer] of [
      [{ password: PASSWORD }, '/password'],
      [{ month_limit: 100_000 }, '/month_limit'],
      [{ hipaa: false }, '/hipaa'],
      [{ number: { from: 'number', number: '+12125550199' } }, '/number/from'],
    ] as const) {
      const body = { email: 'a@example.com', number, ...more };
      const refused = await ask('POST', '/accounts', { body });
      expect([refused.status, refused.body['errors']]).toEqual([403, [{ pointer, code: 'operator_needed' }]]);
    }
    for (const more of [
      { parent_id: 1 },
      { brand: 1 },
      { status: 'active' },
      { options: 'enterprisefax=yes' },
    ])
      expect(
        (await ask('POST', '/accounts', { body: { email: 'a@example.com', number, ...more } })).status,
      ).toBe(400);
    const { id } = await makeManagedAccount(test.database.db, parent);
    for (const verb of ['suspend', 'resume'])
      expect((await ask('POST', `/accounts/acc_${id}/${verb}`)).body['code']).toBe('operator_needed');
    expect(await count('account')).toBe(before + 1);
  });

  it('[A-API-87] an account under legal hold may be closed; its faxes and the hold stay', async () => {
    const { db, pool } = test.database;
    const { parent, ask } = await administrator();
    const child = await makeManagedAccount(db, parent);
    const fax = await makeFax(db, child.id);
    const holds = createLegalHolds({ database: test.database });
    await holds.place({ accountId: child.id, faxId: null, reason: 'Case 1' });
    const key = await startProgram(test, { kind: 'account', id: child.id });
    expect((await ask('POST', `/accounts/acc_${child.id}/close`)).body['status']).toBe('closed');
    expect(await holds.list()).toMatchObject([{ accountId: child.id }]);
    const { rows } = await pool.query('select id::int, deleted_at from fax where account_id = $1', [
      child.id,
    ]);
    expect(rows).toEqual([{ id: fax.id, deleted_at: null }]);
    // The account's own keys stop working with it.
    expect((await key.ask('GET', '/key')).body['code']).toBe('key_invalid');
  });
});

describe('accounts for an operator’s key', () => {
  it('are added with a number and a password, suspended, resumed and closed', async () => {
    const { ask, keyId } = operator;
    const body = {
      email: 'new@example.com',
      number: { from: 'number', number: '+1 212 555 0188' },
      password: PASSWORD,
      month_limit: 500,
      hipaa: true,
    };
    const made = await ask('POST', '/accounts', { body });
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({ status: 'active', number: '+12125550188', month_limit: 500, hipaa: true }),
    ]);
    expect(made.text).not.toContain(PASSWORD);
    const again = await ask('POST', '/accounts', { body });
    expect([again.status, again.body['code'], again.body['detail']]).toEqual([
      409,
      'account_refused',
      'The number 212-555-0188 is not free (assigned).',
    ]);
    const path = `/accounts/${String(made.body['id'])}`;
    expect((await ask('POST', `${path}/resume`)).body['status']).toBe('active');
    expect((await ask('POST', `${path}/suspend`)).body['status']).toBe('suspended');
    expect((await ask('POST', `${path}/suspend`)).body['status']).toBe('suspended');
    expect((await ask('POST', `${path}/resume`)).body['status']).toBe('active');
    expect((await ask('POST', `${path}/close`)).body['status']).toBe('closed');
    const refused = await ask('POST', `${path}/resume`);
    expect([refused.status, refused.body['code']]).toEqual([409, 'account_state']);
    for (const action of ['account.add', 'account.suspend', 'account.resume', 'account.close'])
      expect(await actors(action)).toEqual({
        actor_kind: 'operator',
        actor_id: null,
        address: '127.0.0.1',
        key: keyId,
      });
  });

  it('ten at once for one number make one account', async () => {
    const before = await count('account');
    const body = { email: 'race@example.com', number: { from: 'number', number: '+12125550177' } };
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => (await operator.ask('POST', '/accounts', { body })).status),
    );
    expect(answers.toSorted((a, b) => a - b)).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    expect(await count('account')).toBe(before + 1);
  });

  it('[A-API-88] it looks into no mailbox, and without its scope it manages nothing', async () => {
    const { id } = await makeAccount(test.database.db);
    const headers = { 'f2e-account': `acc_${id}` };
    for (const path of ['/contacts', '/groups', '/blocked-numbers'])
      expect([path, (await operator.ask('GET', path, { headers })).body['code']]).toEqual([
        path,
        'scope_missing',
      ]);
    expect((await operator.ask('GET', '/activity', { headers })).status).toBe(404);
    const reader = await startProgram(test, { kind: 'operator' }, { scopes: ['numbers:read', 'usage:read'] });
    for (const verb of ['suspend', 'resume', 'close'])
      expect((await reader.ask('POST', `/accounts/acc_${id}/${verb}`)).body['code']).toBe('scope_missing');
    expect((await reader.ask('GET', '/accounts')).body['code']).toBe('scope_missing');
    // A test key changes nothing real.
    const tester = await startProgram(test, { kind: 'operator' }, { mode: 'test' });
    for (const verb of ['suspend', 'close'])
      expect((await tester.ask('POST', `/accounts/acc_${id}/${verb}`)).body['code']).toBe('live_key_needed');
    const body = { email: 'a@example.com', number: { from: 'tollfree' } };
    expect((await tester.ask('POST', '/accounts', { body })).body['code']).toBe('live_key_needed');
    expect((await tester.ask('GET', `/accounts/acc_${id}`)).body['status']).toBe('active');
  });
});
