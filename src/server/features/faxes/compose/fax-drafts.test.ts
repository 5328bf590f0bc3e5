import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';

import type { Draft } from '#contract/faxes/drafts.ts';
import { MAX_FAX_DRAFTS } from '#contract/faxes/fax-drafts.ts';
import type { FaxDraft, FaxDraftContent } from '#contract/faxes/fax-drafts.ts';
import { startRealCompose } from '#test/compose-rig.ts';
import type { ComposeRig } from '#test/compose-rig.ts';
import { until } from '#test/sending-rig.ts';
import { sweepDrafts } from './sweep-drafts.ts';

let rig: ComposeRig;
beforeAll(async () => {
  rig = await startRealCompose();
});
afterAll(async () => await rig.stop());
beforeEach(async () => {
  await rig.database.pool.query('delete from draft; delete from fax_draft');
  for (const name of await storedFiles()) await rig.files.delete(name);
});

const idOf = (name: string) => name.padEnd(22, '-');
const HOME = { device: idOf('home'), page: idOf('home-page') };
const PHONE = { device: idOf('phone'), page: idOf('phone-page') };

const EMPTY = { name: '', company: '', phone: '', location: '', subject: '', comments: '' };
const SENDER = { fromName: '', fromCompany: '', fromPhone: '', fromLocation: '', templateId: '' };
const text = (cover: Partial<FaxDraftContent['cover']>): FaxDraftContent['cover'] => ({
  ...EMPTY,
  ...SENDER,
  use: true,
  ...cover,
});
const CONTENT: FaxDraftContent = {
  numbers: ['3105550111'],
  typing: '',
  cover: text({ subject: 'Boiler room ', comments: 'Half a sen' }),
  named: { name: '', company: '' },
  photos: 'quick',
  later: { sendAt: '2026-11-24T08:00', zone: 'America/New_York', anyHour: false },
  coverless: false,
  files: [],
};

async function call(method: string, name: string, body: object, headers = rig.credentials) {
  const response = await fetch(`http://127.0.0.1:${rig.port}/api/faxui/${name}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json', 'user-agent': 'Test/1' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { error?: string; message?: string; data: unknown };
  return { ...answer, status: response.status };
}
const save = async (name: string, version: number, content: Partial<FaxDraftContent> = {}, by = HOME) =>
  await call('PUT', 'faxDrafts', { id: idOf(name), version, ...by, content: { ...CONTENT, ...content } });
const open = async (name: string, by = PHONE) => {
  const answer = await call('POST', 'openFaxDraft', { id: idOf(name), ...by });
  return { ...answer, data: answer.data as { version: number; content: FaxDraftContent } };
};
const hold = async (name: string, version: number, isOpen: boolean, page?: string) =>
  await call('POST', 'holdFaxDraft', { id: idOf(name), version, open: isOpen, page });
const discard = async (name: string, headers = rig.credentials) =>
  await call('DELETE', 'faxDrafts', { id: idOf(name) }, headers);
const restore = async (name: string) => await call('POST', 'restoreFaxDraft', { id: idOf(name) });
const list = async (by = HOME, headers = rig.credentials) =>
  (await call('GET', `faxDrafts?device=${by.device}`, {}, headers)).data as FaxDraft[];

async function attach(name: string, bytes: string): Promise<Draft> {
  const form = new FormData();
  form.set('userfiles[0]', new Blob([bytes]), name);
  const url = `http://127.0.0.1:${rig.port}/api/faxui/drafts`;
  const response = await fetch(url, { method: 'POST', headers: rig.credentials, body: form });
  const { data } = (await response.json()) as { data: Draft };
  return await until(
    async () => {
      const all = (await (await fetch(url, { headers: rig.credentials })).json()) as { data: Draft[] };
      return all.data.find(({ id }) => id === data.id) ?? data;
    },
    ({ state }) => state !== 'CONVERTING',
  );
}
const fileOf = ({ id, name, size }: Draft) => ({ key: id, name, size });

async function storedFiles(): Promise<string[]> {
  const found: string[] = [];
  for await (const name of rig.files.list('drafts/')) found.push(name);
  return found;
}
const sweep = async () =>
  await sweepDrafts(
    { ...rig, log: { info: () => undefined, warn: () => undefined } as never },
    new AbortController().signal,
  );

it('is listed with what is known of it, where it was saved, and is continued as it was left', async () => {
  await rig.database.pool.query(
    `insert into contact (account_id, to_person, company, fax_number)
     values ($1, 'Dana Whitfield', '', '3105550111')`,
    [rig.account.id],
  );
  const good = await attach('notes.txt', 'Notes');
  const bad = await attach('broken.pdf', '%PDF-1.7 nothing more');
  expect(await save('first', 0, { files: [fileOf(good), fileOf(bad)] })).toMatchObject({
    status: 200,
    data: { version: 1 },
  });
  expect(await save('second', 0, { numbers: [], cover: text({ use: false }) })).toMatchObject({
    status: 200,
  });
  const [second, first] = await list();
  expect(second).toMatchObject({ id: idOf('second'), to: [], subject: '', pages: 0, files: 0 });
  expect(first).toMatchObject({
    id: idOf('first'),
    to: [{ number: '3105550111', name: 'Dana Whitfield' }],
    subject: 'Boiler room',
    firstFile: 'notes.txt',
    files: 2,
    failed: 1,
    pages: 2,
    picture: `${good.id}/thumb1.gif`,
    here: true,
    open: true,
    browser: 'Test/1',
  });
  await hold('first', 1, false);
  expect((await list(PHONE)).find(({ id }) => id === idOf('first'))).toMatchObject({
    here: false,
    open: false,
  });
  const opened = await open('first');
  expect(opened.data.content).toEqual({ ...CONTENT, files: [fileOf(good), fileOf(bad)] });
  const { body: main } = await rig.app.inject({
    url: '/api/db/f2e/MainInterface.json',
    headers: rig.credentials,
  });
  expect(JSON.parse(main)).toMatchObject({ drafts: 2 });
});

it('continued on another device it is not overwritten by the first one, which is told', async () => {
  await save('shared', 0);
  expect((await open('shared')).data.version).toBe(2);
  const elsewhere = { status: 409, error: 'DRAFT_ELSEWHERE' };
  expect(await save('shared', 1, { typing: 'lost?' })).toMatchObject(elsewhere);
  expect(await hold('shared', 1, true)).toMatchObject(elsewhere);
  // It may not send it either: what it shows is not the latest content.
  const fields = { destinations: rig.other.number, coverpage: '1', comments: 'x' };
  const sent = await rig.send({ ...fields, draft_id: idOf('shared'), draft_version: '1' });
  expect(sent).toMatchObject(elsewhere);
  expect(await save('shared', 2, { typing: 'kept' }, PHONE)).toMatchObject({ data: { version: 3 } });
  // The response was lost: the same page saves again.
  expect(await save('shared', 2, { typing: 'kept, too' }, PHONE)).toMatchObject({ data: { version: 3 } });
  // Reloaded before the response came, it still has the draft; no other page with an old version does.
  expect((await hold('shared', 2, true, PHONE.page)).status).toBe(200);
  for (const [version, page] of [[2, HOME.page], [2], [1, PHONE.page]] as const)
    expect(await hold('shared', version, true, page)).toMatchObject(elsewhere);
  expect((await open('shared', HOME)).data.content.typing).toBe('kept, too');
});

it('discarded it can be restored for an hour; then it leaves nothing behind', async () => {
  const file = await attach('notes.txt', 'Notes');
  await save('gone', 0, { files: [fileOf(file)] });
  await discard('gone');
  expect(await list()).toEqual([]);
  expect(await save('gone', 1)).toMatchObject({ status: 409, error: 'DRAFT_GONE' });
  expect(await open('gone')).toMatchObject({ status: 409, error: 'DRAFT_GONE' });
  expect((await restore('gone')).status).toBe(200);
  expect(await restore('gone')).toMatchObject({ status: 409, error: 'DRAFT_GONE' });
  expect(await list()).toMatchObject([{ files: 1, failed: 0 }]);
  await discard('gone');
  await sweep();
  expect(await storedFiles()).toHaveLength(2);
  await rig.database.pool.query(`update fax_draft set discarded_at = now() - interval '61 minutes'`);
  await sweep();
  expect(await storedFiles()).toEqual([]);
  const { rows } = await rig.database.pool.query('select from draft union all select from fax_draft');
  expect(rows).toEqual([]);
});

it('keeps its files for as long as it is kept itself; a file that was taken out is swept as before', async () => {
  const [kept, out] = [await attach('kept.txt', 'Kept'), await attach('out.txt', 'Out')];
  await save('long', 0, { files: [fileOf(kept), fileOf(out)] });
  await save('long', 1, { files: [fileOf(kept)] });
  const { pool } = rig.database;
  await pool.query(`update draft set created_at = now() - interval '25 hours'`);
  await pool.query(`update fax_draft set saved_at = now() - interval '89 days', open_until = null`);
  await sweep();
  expect((await storedFiles()).every((name) => name.includes(kept.id))).toBe(true);
  expect(await list()).toMatchObject([{ files: 1, failed: 0 }]);
  await pool.query(`update fax_draft set saved_at = now() - interval '91 days'`);
  await sweep();
  expect([await list(), await storedFiles()]).toEqual([[], []]);
});

it('sent it leaves nothing behind, files that are not sent included, and is sent by one page only', async () => {
  const [good, bad] = [
    await attach('notes.txt', 'Notes'),
    await attach('broken.pdf', '%PDF-1.7 nothing more'),
  ];
  await save('sent', 0, { files: [fileOf(good), fileOf(bad)] });
  const fields = { destinations: rig.other.number, draft_id: idOf('sent'), draft_version: '1' };
  const answer = await rig.send({ ...fields, 'drafts[0]': good.id });
  expect(answer.status).toBe(200);
  expect([await list(), await storedFiles()]).toEqual([[], []]);
  const cover = { coverpage: '1', comments: 'x' };
  expect(await rig.send({ ...fields, ...cover })).toMatchObject({ status: 409, error: 'DRAFT_GONE' });
  const malformed = await rig.send({ ...fields, ...cover, draft_version: 'one' });
  expect(malformed).toMatchObject({ status: 400, error: 'FIELD_INVALID' });
});

it('is nobody else’s, and an account may have so many', async () => {
  await save('mine', 0);
  const session = await rig.signIn(rig.other.number);
  const cookie = Object.entries(session.cookies).map(([name, value]) => `${name}=${value}`);
  const foreign = { cookie: cookie.join('; '), ...session.headers };
  expect(await list(HOME, foreign)).toEqual([]);
  await discard('mine', foreign);
  const body = { id: idOf('mine'), ...PHONE };
  expect(await call('POST', 'openFaxDraft', body, foreign)).toMatchObject({ error: 'DRAFT_GONE' });
  expect(await list()).toHaveLength(1);
  await rig.database.pool.query(
    `insert into fax_draft (account_id, key, content, device, page, browser)
     select account_id, 'copy-' || n, content, device, page, browser
     from fax_draft, generate_series(2, ${MAX_FAX_DRAFTS}) n`,
  );
  const full = await save('another', 0);
  expect(full).toMatchObject({ status: 412, error: 'FAX_DRAFTS_FULL' });
  expect(full.message).toContain(String(MAX_FAX_DRAFTS));
  expect(await save('mine', 1)).toMatchObject({ status: 200 });
  expect(await list()).toHaveLength(MAX_FAX_DRAFTS);
});

it('is audited when it begins, is continued elsewhere, discarded or restored', async () => {
  const since = (await rig.database.pool.query('select coalesce(max(id), 0) as id from audit')).rows[0].id;
  await save('audited', 0);
  await save('audited', 1);
  await save('audited', 2);
  await open('audited');
  await discard('audited');
  await restore('audited');
  const { rows } = await rig.database.pool.query(
    `select action from audit where id > $1 and object like 'fax-draft/%' order by id`,
    [since],
  );
  expect(rows.map(({ action }) => action.replace('fax-draft.', ''))).toEqual([
    'add',
    'continue',
    'discard',
    'restore',
  ]);
});
