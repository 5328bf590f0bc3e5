import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startProgram } from '#test/api-rig.ts';
import { faxOf, listOf, startFaxesRig } from '#test/api-faxes-rig.ts';
import type { FaxesRig, Tenant } from '#test/api-faxes-rig.ts';
import { makeAdministrator } from '#test/multifax-rig.ts';

let rig: FaxesRig;
beforeAll(async () => {
  rig = await startFaxesRig();
});
afterAll(async () => await rig.stop());

/** Creates an administrator of a tenant, with a key; with `mayLook`, the product lets them see the mailbox. */
async function administratorOf({ account }: Tenant, mayLook: boolean) {
  const { id } = await makeAdministrator(rig.test.database.db);
  await rig.one('update product set parent_view = $1', [mayLook]);
  await rig.one(
    'update account set parent_id = $1, product_id = (select min(id) from product) where id = $2',
    [id, account.id],
  );
  const program = await startProgram(rig.test, { kind: 'parent', id });
  const headers = { 'f2e-account': `acc_${account.id}` };
  return {
    ...program,
    id,
    ask: async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
      await program.ask(method, path, { headers, ...(body && { body }) }),
  };
}

const written = (text: string) => Buffer.from(text).toString('base64url');

/** Every call about one fax. */
const CALLS = [
  ['GET', '', undefined],
  ['GET', '/document', undefined],
  ['GET', '/pages/1.png', undefined],
  ['GET', '/attempts', undefined],
  ['GET', '/report', undefined],
  ['POST', '/cancel', undefined],
  ['POST', '/resend', {}],
  ['POST', '/read', { read: true }],
  ['DELETE', '', undefined],
] as const;

describe('faxes of others', () => {
  it('[A-API-74] are as unknown as those that never were, whatever the id looks like', async () => {
    const [who, other] = [await rig.tenant(), await rig.tenant()];
    const { id } = await rig.sent(other, { state: 'DELIVERED' });
    const received = await rig.received(other);
    const state = async () => await rig.one('select json_agg(f order by id)::text from fax f');
    const before = await state();
    const texts = new Set<string>();
    for (const foreign of [
      `fax_${id}`,
      `fax_${received.id}`,
      'fax_999999999999999',
      'fax_0',
      'fax_-1',
      'fax_1e3',
      'fax_',
      String(id),
      `FAX_${id}`,
      `acc_${id}`,
      `fax_${id}%00`,
      'fax_99999999999999999999',
      'fax_%27%20or%201=1',
    ])
      for (const [method, path, body] of CALLS) {
        const answer = await who.ask(method, `/faxes/${foreign}${path}`, body && { body });
        expect([foreign, path, answer.status]).toEqual([foreign, path, 404]);
        texts.add(String(answer.body['detail']));
      }
    expect([...texts]).toEqual(['There is no such object, or this key has no access to it.']);
    expect(await state()).toBe(before);
    expect(await rig.activityOf(id)).toEqual([]);
    expect((await listOf(who)).data).toEqual([]);
    // A fax between two accounts is one object in each.
    await rig.one('update fax set other_number = $2 where id = $1', [id, who.account.number]);
    expect((await who.ask('GET', `/faxes/fax_${id}`)).status).toBe(404);
  });

  it('[A-API-75] a cursor that was changed or taken from another account begins a page of the own list, or is refused', async () => {
    const [who, other] = [await rig.tenant(), await rig.tenant()];
    for (let n = 0; n < 3; n += 1) await rig.received(other);
    const own = await rig.received(who, { at: new Date('2020-01-01T00:00:00Z') });
    const { next } = await listOf(other, { limit: '1' });
    const after = next ?? '';
    expect((await listOf(who, { after })).data.map(({ id }) => id)).toEqual([`fax_${own.id}`]);
    for (const bad of [
      'x',
      `${after}!`,
      written('f1'),
      written('f1.2.3'),
      written('f1 or 1=1.2'),
      written(`f${'9'.repeat(17)}.1`),
      written('d1'),
      written('f-1.1'),
    ]) {
      const answer = await who.ask('GET', '/faxes', { query: { after: bad } });
      expect([bad, answer.status, answer.body['errors']]).toEqual([
        bad,
        400,
        [{ pointer: '/after', code: 'invalid' }],
      ]);
    }
    expect(
      (await who.ask('GET', '/faxes', { query: { after: written(`f${'9'.repeat(15)}.1`) } })).status,
    ).toBe(200);
    const odd: Record<string, string>[] = [
      { limit: '0' },
      { limit: '101' },
      { limit: 'all' },
      { status: 'deleted' },
      { direction: 'R' },
      { since: 'yesterday' },
      { to: '1 or 1=1' },
      { account: 'acc_1' },
      { client_ref: 'x'.repeat(101) },
      { client_ref: 'a\u0000b' },
    ];
    for (const query of odd)
      expect([query, (await who.ask('GET', '/faxes', { query })).status]).toEqual([query, 400]);
    expect((await who.ask('GET', '/faxes', { query: { since: '0000-01-01T00:00:00Z' } })).status).toBe(200);
  });

  it('[A-API-76] a key without the scope reads, sends and deletes nothing', async () => {
    const who = await rig.tenant();
    const { id } = await rig.received(who);
    const owner = { kind: 'account', id: who.account.id } as const;
    const none = await startProgram(rig.test, owner, { scopes: ['contacts:read'] });
    const reader = await startProgram(rig.test, owner, { scopes: ['faxes:read'] });
    const sender = await startProgram(rig.test, owner, { scopes: ['faxes:send'] });
    expect((await none.ask('GET', '/faxes')).body['code']).toBe('scope_missing');
    const refusedTo = async (program: typeof none) => {
      const refused: string[] = [];
      for (const [method, path, body] of CALLS) {
        const answer = await program.ask(method, `/faxes/fax_${id}${path}`, body && { body });
        if (answer.body['code'] === 'scope_missing') refused.push(`${method} ${path}`);
      }
      return refused;
    };
    expect(await refusedTo(none)).toHaveLength(CALLS.length);
    expect(await refusedTo(reader)).toEqual(['POST /cancel', 'POST /resend', 'DELETE ']);
    expect(await refusedTo(sender)).toEqual([
      'GET ',
      'GET /document',
      'GET /pages/1.png',
      'GET /attempts',
      'GET /report',
      'POST /read',
      'DELETE ',
    ]);
    expect(await rig.one('select deleted_at is null from fax where id = $1', [id])).toBe(true);
  });

  it('[A-API-77] an administrator’s key reads only where the product lets them look, tells the owner, and changes nothing', async () => {
    const who = await rig.tenant();
    const { id } = await rig.received(who);
    const blind = await administratorOf(who, false);
    expect((await blind.ask('GET', '/faxes')).body['code']).toBe('view_not_allowed');
    for (const [method, path, body] of CALLS) {
      const answer = await blind.ask(method, `/faxes/fax_${id}${path}`, body);
      expect([path, answer.status]).toEqual([path, 403]);
    }
    expect(await rig.activityOf(id)).toEqual([]);
    const seeing = await administratorOf(who, true);
    expect((await blind.ask('GET', `/faxes/fax_${id}`)).status).toBe(404);
    expect((await seeing.ask('GET', '/faxes')).status).toBe(200);
    expect((await seeing.ask('GET', `/faxes/fax_${id}/document`)).status).toBe(200);
    expect(await rig.activityOf(id)).toEqual([`download pdf parent key_${seeing.key.split('_')[2]}`]);
    const { rows } = await rig.test.database.pool.query<{ entry: string }>(
      `select concat_ws(' ', action, object, actor_kind, (detail ->> 'keyId')) as entry from audit
       where account_id = $1 and action like 'mailbox.%' order by id`,
      [who.account.id],
    );
    expect(rows.map(({ entry }) => entry)).toEqual([
      `mailbox.view account/${who.account.id} parent ${seeing.keyId}`,
      `mailbox.read fax/${id} parent ${seeing.keyId}`,
    ]);
    for (const [method, path, body] of CALLS.filter(([one]) => one !== 'GET')) {
      const answer = await seeing.ask(method, `/faxes/fax_${id}${path}`, body);
      expect([path, answer.body['code']]).toEqual([path, 'account_key_needed']);
    }
    expect(await faxOf(who, id)).toMatchObject({ read: false, status: 'received' });
  });

  it('[A-API-78] other methods than those of the calls change nothing and tell nothing', async () => {
    const who = await rig.tenant();
    const { id } = await rig.received(who);
    const ask = async (method: string, path: string, key = who.key) =>
      await rig.test.app.inject({
        method: method as 'GET',
        url: `/v1/faxes${path}`,
        headers: {
          authorization: `Bearer ${key}`,
          origin: 'https://evil.test',
          'access-control-request-method': 'GET',
        },
      });
    const head = await ask('HEAD', `/fax_${id}/document`);
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect(await rig.activityOf(id)).toHaveLength(1);
    expect((await ask('HEAD', `/fax_${id}/document`, 'f2e_live_none')).statusCode).toBe(401);
    for (const method of ['OPTIONS', 'PUT', 'PATCH', 'POST']) {
      const answer = await ask(method, `/fax_${id}/document`);
      expect([method, answer.statusCode >= 400]).toEqual([method, true]);
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    expect((await faxOf(who, id)).read).toBe(false);
  });
});

it('events name faxes by the ids of these calls', async () => {
  const who = await rig.tenant();
  const received = await rig.received(who);
  const sent = await rig.sent(who, { outbox: true, state: 'QUEUED' });
  const { body } = await who.ask('GET', '/events');
  const events = body['data'] as { type: string; data: { id: string } }[];
  expect(events.map(({ type, data }) => [type, data.id])).toEqual([
    ['fax.received', `fax_${received.id}`],
    ['fax.queued', `fax_${sent.id}`],
  ]);
  for (const { data } of events) expect((await who.ask('GET', `/faxes/${data.id}`)).body['id']).toBe(data.id);
});
