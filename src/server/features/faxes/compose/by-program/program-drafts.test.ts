import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { MAX_DRAFTS } from '#contract/faxes/drafts.ts';
import { askApi, startProgram } from '#test/api-rig.ts';
import type { Program } from '#test/api-rig.ts';
import { startCompose } from '#test/compose-rig.ts';
import type { ComposeRig } from '#test/compose-rig.ts';
import { fakeDocuments, until } from '#test/sending-rig.ts';

import { sweepDrafts } from '../sweep-drafts.ts';

const file = (text: string, name = 'letter.txt') => ({
  name,
  content_base64: Buffer.from(text).toString('base64'),
});
const PNG = Buffer.from('\x89PNG the page', 'latin1');

let rig: ComposeRig;
let program: Program;
let far: Server;
let asked = 0;

beforeAll(async () => {
  const documents = fakeDocuments({
    pagePng: async (tiff, page) =>
      await Promise.resolve({
        kind: 'ok',
        png: Buffer.concat([PNG, Buffer.from(` ${page}/${tiff.length}`)]),
      }),
  });
  rig = await startCompose({ documents, env: { F2E_ALLOW_PRIVATE_HOSTS: '1' } });
  program = await startProgram(rig, { kind: 'account', id: rig.account.id });
  far = createServer((request, response) => {
    asked += 1;
    response.writeHead(request.url === '/gone.txt' ? 404 : 200, { 'content-type': 'text/plain' });
    response.end('pages 3');
  });
  await new Promise<void>((resolve) => far.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  far.close();
  await rig.stop();
});

const url = (path: string) => `http://127.0.0.1:${(far.address() as AddressInfo).port}${path}`;
const add = async (files: object[]) => await program.ask('POST', '/drafts', { body: { files } });
const ready = async (id: unknown) =>
  await until(
    async () => (await program.ask('GET', `/drafts/${String(id)}`)).body,
    ({ state }) => state !== 'converting',
  );

const age = async (name: string, hours: number) =>
  await rig.database.pool.query(
    `update draft set created_at = now() - make_interval(mins => $2) where name = $1`,
    [name, hours * 60],
  );
const namesIn = async (id: unknown) => {
  const { body } = await program.ask('GET', `/drafts/${String(id)}`);
  return (body['files'] as { name: string }[] | undefined)?.map(({ name }) => name);
};

describe('drafts', () => {
  it('become pages at once, say what a call takes, show their pages, and are sent without another conversion', async () => {
    const added = await add([file('pages 2'), { url: url('/far.txt') }]);
    expect([added.status, added.body['object']]).toEqual([201, 'draft']);
    const draft = await ready(added.body['id']);
    expect(draft).toMatchObject({
      state: 'ready',
      pages: 5,
      billed_pages: 5,
      files: [
        { name: 'letter.txt', pages: 2, error: null },
        { name: 'far.txt', pages: 3 },
      ],
    });
    expect(draft['seconds']).toBeGreaterThan(10);
    const id = String(draft['id']);
    const page = await rig.app.inject({
      url: `/v1/drafts/${id}/pages/4.png`,
      headers: { authorization: `Bearer ${program.key}` },
    });
    expect([page.headers['content-type'], page.rawPayload.toString('latin1')]).toEqual([
      'image/png',
      `${PNG.toString('latin1')} 2/3`,
    ]);
    expect((await program.ask('GET', `/drafts/${id}/pages/6.png`)).status).toBe(404);
    const web = await rig.app.inject({ url: '/api/faxui/drafts', headers: rig.credentials });
    expect(web.json()).toMatchObject({ data: [] });
    const key = { 'idempotency-key': 'draft-1' };
    const body = { to: [`+1${rig.other.number}`], draft: id, files: [file('more', 'more.txt')] };
    const sent = await program.ask('POST', '/faxes', { body, headers: key });
    expect(sent.status).toBe(202);
    const { rows } = await rig.database.pool.query(
      `select jsonb_path_query_array(originals, '$[*].type') as types from document order by id desc limit 1`,
    );
    expect(rows).toEqual([{ types: ['pages', 'pages', 'txt'] }]);
    expect((await program.ask('GET', `/drafts/${id}`)).status).toBe(404);
    const again = await program.ask('POST', '/faxes', { body, headers: key });
    expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', sent.body]);
  });

  it('that cannot become pages say so, and are not sent', async () => {
    const { body } = await add([file('fine'), file('damaged')]);
    const draft = await ready(body['id']);
    expect(draft).toMatchObject({ state: 'failed', pages: null, files: [{}, { error: 'document_damaged' }] });
    const sent = await program.ask('POST', '/faxes', {
      body: { to: [`+1${rig.other.number}`], draft: body['id'] },
    });
    expect([sent.status, sent.body['code'], sent.body['errors']]).toEqual([
      400,
      'draft_failed',
      [{ pointer: '/draft', code: 'draft_failed' }],
    ]);
    expect((await program.ask('DELETE', `/drafts/${String(body['id'])}`)).body).toEqual({
      object: 'draft',
      id: body['id'],
      deleted: true,
    });
    expect((await program.ask('GET', `/drafts/${String(body['id'])}`)).status).toBe(404);
  });

  it('[A-API-62] of another account are found by nobody, and sent by nobody', async () => {
    const { body } = await add([file('mine')]);
    const id = String(body['id']);
    const neighbor = await startProgram(rig, { kind: 'account', id: rig.other.id });
    const calls = [
      await neighbor.ask('GET', `/drafts/${id}`),
      await neighbor.ask('GET', `/drafts/${id}/pages/1.png`),
      await neighbor.ask('DELETE', `/drafts/${id}`),
      await neighbor.ask('POST', '/faxes', { body: { to: [`+1${rig.account.number}`], draft: id } }),
    ];
    expect(calls.map(({ status, body: said }) => [status, said['code']])).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
      [404, 'not_found'],
      [400, 'draft_unknown'],
    ]);
    expect((await program.ask('GET', `/drafts/${id}`)).status).toBe(200);
  });

  it('[A-API-63] of programs leave room for people: 200 files of an account at most', async () => {
    await rig.database.pool.query(
      `insert into draft (account_id, key, name, extension, bytes, state, api_draft)
       select $1, 'flood-of-files-' || n, 'a.txt', 'txt', 1, 'ready', 'flood-of-a-program'
       from generate_series(1, 199 - (select count(*)::int from draft where api_draft is not null)) n`,
      [rig.account.id],
    );
    const answer = await add([file('a'), file('b')]);
    expect([answer.status, answer.body['code']]).toEqual([412, 'drafts_full']);
    // Side by side, each of them finds room when it begins.
    const answers = await Promise.all(Array.from({ length: 6 }, async () => await add([file('a')])));
    const taken = answers.filter(({ status }) => status === 201);
    expect(taken).toHaveLength(1);
    await program.ask('DELETE', `/drafts/${String(taken[0]?.body['id'])}`);
    await rig.database.pool.query(`delete from draft where api_draft = 'flood-of-a-program'`);
  });
});

describe('the files of one draft', () => {
  it('stay for their day, also where files that people forgot make room', async () => {
    const { body } = await add([file('pages 1', 'early.txt'), file('pages 1', 'late.txt')]);
    await age('early.txt', 3);
    await age('late.txt', 1);
    await rig.database.pool.query(
      `insert into draft (account_id, key, name, extension, bytes, state, created_at)
       select $1, 'forgotten-files-' || n, 'a.txt', 'txt', 1, 'ready', now() - interval '3 hours'
       from generate_series(1, $2) n`,
      [rig.account.id, MAX_DRAFTS],
    );
    const more = await add([file('pages 1')]);
    expect(more.status).toBe(201);
    const left = await rig.database.pool.query(`select from draft where key like 'forgotten-files-%'`);
    expect(left.rowCount).toBe(0);
    expect(await namesIn(body['id'])).toEqual(['early.txt', 'late.txt']);
    for (const id of [body['id'], more.body['id']]) await program.ask('DELETE', `/drafts/${String(id)}`);
  });

  it('expire together, so that none is sent without its first pages', async () => {
    const { body } = await add([file('pages 1', 'first.txt'), file('pages 1', 'second.txt')]);
    await age('first.txt', 24.1);
    await age('second.txt', 23.9);
    const log = { info: () => undefined, warn: () => undefined } as never;
    expect(await sweepDrafts({ ...rig, log }, new AbortController().signal)).toBe(2);
    const sent = await program.ask('POST', '/faxes', {
      body: { to: [`+1${rig.other.number}`], draft: body['id'] },
    });
    expect([sent.status, sent.body['code']]).toEqual([400, 'draft_unknown']);
  });

  it('are removed together or not at all', async () => {
    const { body } = await add([file('pages 1', 'goes.txt'), file('pages 1', 'stays.txt')]);
    await rig.database.pool.query(
      `create function keep_it() returns trigger language plpgsql as $$ begin raise exception 'kept'; end $$;
       create trigger keep_it before delete on draft for each row when (old.name = 'stays.txt')
         execute function keep_it()`,
    );
    const refused = await program.ask('DELETE', `/drafts/${String(body['id'])}`);
    await rig.database.pool.query('drop function keep_it cascade');
    expect(refused.status).toBe(500);
    expect(await namesIn(body['id'])).toEqual(['goes.txt', 'stays.txt']);
    expect((await program.ask('DELETE', `/drafts/${String(body['id'])}`)).status).toBe(200);
    expect(await namesIn(body['id'])).toBeUndefined();
  });
});

describe('files by their address', () => {
  it('are fetched once for a key; what cannot be fetched sends nothing and names the file', async () => {
    const key = { 'idempotency-key': 'by-url' };
    const body = { to: [`+1${rig.other.number}`], files: [{ url: url('/letter.txt'), name: 'order.txt' }] };
    const before = asked;
    const first = await program.ask('POST', '/faxes', { body, headers: key });
    const again = await program.ask('POST', '/faxes', { body, headers: key });
    expect([first.status, again.headers['idempotent-replayed'], asked - before]).toEqual([202, 'true', 1]);
    const queued = await rig.queued();
    const gone = await program.ask('POST', '/faxes', {
      body: { ...body, files: [file('a'), { url: url('/gone.txt') }] },
    });
    expect([gone.status, gone.body['errors']]).toEqual([
      422,
      [{ pointer: '/files/1/url', code: 'url_status' }],
    ]);
    expect(await rig.queued()).toBe(queued);
    expect((await rig.leftOvers()).names).toEqual([]);
  });

  it('[A-API-64] are fetched for nobody without a key that may send', async () => {
    const body = { to: [`+1${rig.other.number}`], files: [{ url: url('/letter.txt') }] };
    const reader = await startProgram(
      rig,
      { kind: 'account', id: rig.account.id },
      { scopes: ['faxes:read'] },
    );
    const before = asked;
    const queued = await rig.queued();
    for (const path of ['/faxes', '/drafts']) {
      const { to, files } = body;
      const said = path === '/faxes' ? { to, files } : { files };
      expect((await askApi(rig, null, 'POST', path, { body: said })).status).toBe(401);
      const refused = await reader.ask('POST', path, { body: said });
      expect([refused.status, refused.body['code']]).toEqual([403, 'scope_missing']);
    }
    expect([asked, await rig.queued()]).toEqual([before, queued]);
  });
});
