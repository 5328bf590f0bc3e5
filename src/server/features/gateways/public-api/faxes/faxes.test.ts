import { createHash } from 'node:crypto';
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

/** What the activity says of a fax: what happened, by whom, with which key. */
const activityOf = async (id: number) =>
  (
    await rig.test.database.pool.query<{ entry: string }>(
      `select concat_ws(' ', kind, form, actor_kind, name) as entry from fax_access where fax_id = $1 order by id`,
      [id],
    )
  ).rows.map(({ entry }) => entry);

/** The last act of the audit about an account, and the key that it names. */
const lastAct = async (account: number) =>
  await rig.one<{ action: string; key: number }>(
    `select json_build_object('action', action, 'key', (detail ->> 'keyId')::int) from audit
     where account_id = $1 order by id desc limit 1`,
    [account],
  );

/** An administrator of a tenant, with a key; `mayLook`: the product lets them see the mailbox. */
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

describe('the files of a fax', () => {
  it('are sent with their hash, once each, and who got them stands in the activity with the key', async () => {
    const who = await rig.tenant();
    const fax = await rig.received(who, { pages: 2, number: '3105550111' });
    const document = await who.ask('GET', `/faxes/fax_${fax.id}/document`);
    expect([document.status, document.text.slice(0, 8)]).toEqual([200, '%PDF-1.7']);
    const sha256 = createHash('sha256').update(document.text, 'latin1').digest('base64');
    expect(document.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(/^attachment; filename="fax_3105550111_\d{12}\.pdf"$/u),
      'repr-digest': `sha-256=:${sha256}:`,
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': 'private, no-cache',
    });
    const again = await who.ask('GET', `/faxes/fax_${fax.id}/document`, {
      headers: { 'if-none-match': String(document.headers['etag']) },
    });
    expect([again.status, again.text]).toEqual([304, '']);
    const tiff = await who.ask('GET', `/faxes/fax_${fax.id}/document`, { query: { format: 'tiff' } });
    expect([tiff.headers['content-type'], tiff.text.slice(0, 2)]).toEqual(['image/tiff', 'II']);
    const page = await who.ask('GET', `/faxes/fax_${fax.id}/pages/2.png`);
    expect([page.headers['content-type'], page.text.slice(0, 7)]).toEqual(['image/png', 'PNG 2 0']);
    const key = `account key_${who.key.split('_')[2]}`;
    expect(await activityOf(fax.id)).toEqual([
      `download pdf ${key}`,
      `download tiff ${key}`,
      `download png ${key}`,
    ]);
  });

  it('[A-API-70] pages that are not there, names that mean something else and odd formats find nothing and leave no trace', async () => {
    const who = await rig.tenant();
    const { id } = await rig.received(who, { pages: 2 });
    for (const [path, status] of [
      [`pages/3.png`, 404],
      [`pages/9999.png`, 404],
      [`pages/0.png`, 404],
      [`pages/-1.png`, 404],
      [`pages/99999999999999999999.png`, 404],
      [`pages/1.gif`, 404],
      [`pages/1.png.exe`, 404],
      [`pages/..%2F..%2Fmaster.key`, 404],
      [`pages/1%00.png`, 404],
      [`document?format=exe`, 400],
      [`document?format=pdf&format=tiff`, 400],
      [`document?format=../original`, 400],
      [`document?format[]=pdf`, 400],
      [`document?file=x`, 400],
    ] as const) {
      const answer = await who.ask('GET', `/faxes/fax_${id}/${path}`);
      expect([path, answer.status]).toEqual([path, status]);
    }
    expect(await activityOf(id)).toEqual([]);
  });

  it('are none while the fax has no pages', async () => {
    const who = await rig.tenant();
    const { id } = await rig.sent(who, { outbox: true, state: 'CONVERTING' });
    await rig.one(
      `update document set tiff_key = null, pages = 0, state = 'new' where id = (select document_id from fax where id = $1)`,
      [id],
    );
    for (const path of ['document', 'pages/1.png'])
      expect((await who.ask('GET', `/faxes/fax_${id}/${path}`)).body['code']).toBe('fax_no_pages');
  });
});

describe('the calls of a fax', () => {
  it('are told as they were, uncertain ones too, with the line that carried them', async () => {
    const who = await rig.tenant();
    const { id, jobId } = await rig.sent(who, { state: 'UNCERTAIN', status: 'FAILED', uncertainPages: 1 });
    await rig.one(
      `with l as (insert into line (name, kind) values ('line-of-calls', 'simulator') returning id)
       insert into send_attempt (job_id, n, line_id, started_at, ended_at, dialled_at, result, pages_sent, rate, ecm, call_seconds,
         station_id, detail)
       values ($1, 1, (select id from l), '2026-11-20T19:00:01Z', '2026-11-20T19:00:02Z', null, 'LOST', 0, null, null, null, '', ''),
         ($1, 2, (select id from l), '2026-11-20T19:02:30Z', '2026-11-20T19:03:30Z', now(), 'BUSY', 0, null, null, null, '', 'secret word'),
         ($1, 3, (select id from l), '2026-11-20T19:10:30Z', '2026-11-20T19:12:00Z', now(), 'UNCERTAIN', 1, 9600, false, 41, 'ACME', '')`,
      [jobId],
    );
    const { body, text } = await who.ask('GET', `/faxes/fax_${id}/attempts`);
    const calls = body['data'] as Record<string, unknown>[];
    expect(calls.map(({ number, result, called }) => [number, result, called])).toEqual([
      [1, 'other', false],
      [2, 'busy', true],
      [3, 'uncertain', true],
    ]);
    expect(calls[2]).toEqual({
      object: 'attempt',
      number: 3,
      started_at: '2026-11-20T19:10:30.000Z',
      ended_at: '2026-11-20T19:12:00.000Z',
      result: 'uncertain',
      called: true,
      pages_confirmed: 1,
      line: 'line-of-calls',
      speed_bps: 9600,
      ecm: false,
      duration_seconds: 41,
      station_id: 'ACME',
    });
    expect(text).not.toContain('secret word');
  });
});

it('the report of a sent fax is a PDF, once it has ended', async () => {
  const who = await rig.tenant();
  const { id } = await rig.sent(who, { state: 'DELIVERED' });
  const report = await who.ask('GET', `/faxes/fax_${id}/report`);
  expect([report.status, report.headers['content-type'], report.text.slice(0, 4)]).toEqual([
    200,
    'application/pdf',
    '%PDF',
  ]);
  expect(await activityOf(id)).toEqual([`download report account key_${who.key.split('_')[2]}`]);
  const waiting = await rig.sent(who, { outbox: true, state: 'WAITING' });
  expect((await who.ask('GET', `/faxes/fax_${waiting.id}/report`)).body['code']).toBe('fax_not_final');
  const received = await rig.received(who);
  for (const path of ['report', 'attempts'])
    expect((await who.ask('GET', `/faxes/fax_${received.id}/${path}`)).body['code']).toBe('outbound_only');
});

describe('changes', () => {
  it('cancel a fax that waits, ask for the end of a call, and refuse what has ended', async () => {
    const who = await rig.tenant();
    const waiting = await rig.sent(who, { outbox: true, state: 'WAITING' });
    const { body } = await who.ask('POST', `/faxes/fax_${waiting.id}/cancel`);
    expect(body).toMatchObject({ id: `fax_${waiting.id}`, status: 'cancelled' });
    expect(await lastAct(who.account.id)).toEqual({ action: 'fax.cancel', key: who.keyId });
    const calling = await rig.sent(who, { outbox: true, state: 'SENDING' });
    expect((await who.ask('POST', `/faxes/fax_${calling.id}/cancel`)).body['status']).toBe('sending');
    expect(
      await rig.one('select cancel_asked_at is not null from send_job where id = $1', [calling.jobId]),
    ).toBe(true);
    const ended = await rig.sent(who, { state: 'DELIVERED' });
    for (const id of [waiting.id, ended.id])
      expect((await who.ask('POST', `/faxes/fax_${id}/cancel`)).body['code']).toBe('fax_final');
    const received = await rig.received(who);
    expect((await who.ask('POST', `/faxes/fax_${received.id}/cancel`)).body['code']).toBe('outbound_only');
  });

  it('[A-API-71] send an uncertain fax again only at the word of a person, and no fax that is still on its way', async () => {
    const who = await rig.tenant();
    await rig.one(
      `insert into line (name, kind) values ('line-of-resends', 'simulator') on conflict do nothing`,
    );
    const uncertain = await rig.sent(who, { state: 'UNCERTAIN', status: 'FAILED', uncertainPages: 1 });
    const resend = async (id: number, body: object = {}) =>
      await who.ask('POST', `/faxes/fax_${id}/resend`, { body });
    const jobs = async () =>
      await rig.one<number>('select count(*)::int from send_job where account_id = $1', [who.account.id]);
    const before = await jobs();
    expect((await resend(uncertain.id)).body['code']).toBe('confirm_uncertain');
    for (const confirm_uncertain of [false, 'true', 1, null])
      expect((await resend(uncertain.id, { confirm_uncertain })).status).toBe(400);
    expect(await jobs()).toBe(before);
    const again = await resend(uncertain.id, { confirm_uncertain: true });
    expect([again.status, again.body]).toEqual([
      202,
      expect.objectContaining({ status: 'queued', to: '+13105550111', direction: 'outbound' }),
    ]);
    expect(again.body['id']).not.toBe(`fax_${uncertain.id}`);
    expect(await lastAct(who.account.id)).toEqual({ action: 'fax.resend', key: who.keyId });
    const id = Number(String(again.body['id']).slice('fax_'.length));
    expect((await resend(id)).body['code']).toBe('fax_not_final');
    expect((await resend((await rig.received(who)).id)).body['code']).toBe('outbound_only');
    const cancelled = await rig.sent(who, { outbox: true, state: 'WAITING' });
    await who.ask('POST', `/faxes/fax_${cancelled.id}/cancel`);
    expect((await resend(cancelled.id)).body['code']).toBe('fax_no_pages');
    expect(await jobs()).toBe(before + 2);
  });

  it('mark a received fax, and only one', async () => {
    const who = await rig.tenant();
    const { id } = await rig.received(who);
    for (const read of [true, true, false])
      expect((await who.ask('POST', `/faxes/fax_${id}/read`, { body: { read } })).body['read']).toBe(read);
    expect(await lastAct(who.account.id)).toEqual({ action: 'fax.new', key: who.keyId });
    const sent = await rig.sent(who, { state: 'DELIVERED' });
    const answer = await who.ask('POST', `/faxes/fax_${sent.id}/read`, { body: { read: false } });
    expect([answer.status, answer.body['code']]).toEqual([409, 'inbound_only']);
  });

  it('[A-API-72] a deleted fax is unknown to every call, and only its erasure finds it', async () => {
    const who = await rig.tenant();
    const { id } = await rig.sent(who, { state: 'DELIVERED' });
    const gone = { object: 'fax', id: `fax_${id}`, deleted: true };
    expect((await who.ask('DELETE', `/faxes/fax_${id}`)).body).toEqual(gone);
    expect(await lastAct(who.account.id)).toEqual({ action: 'fax.delete', key: who.keyId });
    for (const [method, path, body] of [
      ['GET', ''],
      ['GET', '/document'],
      ['GET', '/pages/1.png'],
      ['GET', '/attempts'],
      ['GET', '/report'],
      ['POST', '/cancel'],
      ['POST', '/resend', {}],
      ['POST', '/read', { read: true }],
      ['DELETE', ''],
    ] as const)
      expect([path, (await who.ask(method, `/faxes/fax_${id}${path}`, body && { body })).status]).toEqual([
        path,
        404,
      ]);
    expect((await listOf(who)).data).toEqual([]);
    expect((await listOf(who, { deleted: 'true' })).data.map((fax) => fax.id)).toEqual([`fax_${id}`]);
    const query = { permanent: 'true' };
    expect((await who.ask('DELETE', `/faxes/fax_${id}`, { query })).body).toEqual(gone);
    expect(await lastAct(who.account.id)).toEqual({ action: 'fax.erase', key: who.keyId });
    expect(await rig.one('select count(*)::int from fax where id = $1', [id])).toBe(0);
    expect((await who.ask('DELETE', `/faxes/fax_${id}`, { query })).status).toBe(404);
  });

  it('[A-API-73] a legal hold keeps a fax whatever a program asks; what is on its way is cancelled first', async () => {
    const who = await rig.tenant();
    const { id } = await rig.received(who);
    await rig.one(`insert into legal_hold (account_id, fax_id, reason) values ($1, $2, 'Case 7')`, [
      who.account.id,
      id,
    ]);
    const query = { permanent: 'true' };
    const erase = async (fax: number) => await who.ask('DELETE', `/faxes/fax_${fax}`, { query });
    const refused = await erase(id);
    expect([refused.status, refused.body['code']]).toEqual([409, 'fax_held']);
    expect((await faxOf(who, id)).status).toBe('received');
    expect((await who.ask('DELETE', `/faxes/fax_${id}`)).status).toBe(200);
    expect((await erase(id)).body['code']).toBe('fax_held');
    expect(await rig.one('select count(*)::int from fax where id = $1', [id])).toBe(1);
    const waiting = await rig.sent(who, { outbox: true, state: 'WAITING' });
    expect((await erase(waiting.id)).body['code']).toBe('fax_not_final');
    await who.ask('POST', `/faxes/fax_${waiting.id}/cancel`);
    expect((await who.ask('DELETE', `/faxes/fax_${waiting.id}`)).status).toBe(200);
    expect(await rig.one('select count(*)::int from fax where id = $1', [waiting.id])).toBe(0);
    const fresh = await rig.received(who);
    expect((await erase(fresh.id)).status).toBe(200);
    expect(await rig.one('select count(*)::int from fax where id = $1', [fresh.id])).toBe(0);
  });
});

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
    expect(await activityOf(id)).toEqual([]);
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
    const written = (text: string) => Buffer.from(text).toString('base64url');
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
    for (const query of [
      { limit: '0' },
      { limit: '101' },
      { limit: 'all' },
      { status: 'deleted' },
      { direction: 'R' },
      { since: 'yesterday' },
      { to: '1 or 1=1' },
      { account: 'acc_1' },
      { client_ref: 'x'.repeat(101) },
    ])
      expect([query, (await who.ask('GET', '/faxes', { query })).status]).toEqual([query, 400]);
    const odd = await who.ask('GET', '/faxes', { query: { client_ref: 'a\u0000b' } });
    expect(odd.status).toBe(400);
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
    expect(await activityOf(id)).toEqual([]);
    const seeing = await administratorOf(who, true);
    expect((await blind.ask('GET', `/faxes/fax_${id}`)).status).toBe(404);
    expect((await seeing.ask('GET', '/faxes')).status).toBe(200);
    expect((await seeing.ask('GET', `/faxes/fax_${id}/document`)).status).toBe(200);
    expect(await activityOf(id)).toEqual([`download pdf parent key_${seeing.key.split('_')[2]}`]);
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
    expect(await activityOf(id)).toHaveLength(1);
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
