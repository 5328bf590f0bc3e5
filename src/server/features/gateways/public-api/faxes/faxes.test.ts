import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { faxOf, listOf, startFaxesRig } from '#test/api-faxes-rig.ts';
import type { FaxesRig } from '#test/api-faxes-rig.ts';

let rig: FaxesRig;
beforeAll(async () => {
  rig = await startFaxesRig();
});
afterAll(async () => await rig.stop());

/** Returns the last audited action on an account, and the key that it names. */
const lastAct = async (account: number) =>
  await rig.one<{ action: string; key: number }>(
    `select json_build_object('action', action, 'key', (detail ->> 'keyId')::int) from audit
     where account_id = $1 order by id desc limit 1`,
    [account],
  );

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
    expect(await rig.activityOf(fax.id)).toEqual([
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
    expect(await rig.activityOf(id)).toEqual([]);
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

it('the report of a sent fax is a PDF, once it has ended', async () => {
  const who = await rig.tenant();
  const { id } = await rig.sent(who, { state: 'DELIVERED' });
  const report = await who.ask('GET', `/faxes/fax_${id}/report`);
  expect([report.status, report.headers['content-type'], report.text.slice(0, 4)]).toEqual([
    200,
    'application/pdf',
    '%PDF',
  ]);
  expect(await rig.activityOf(id)).toEqual([`download report account key_${who.key.split('_')[2]}`]);
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
