import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { startProgram } from '#test/api-rig.ts';
import type { Program } from '#test/api-rig.ts';
import { startCompose } from '#test/compose-rig.ts';
import type { ComposeRig } from '#test/compose-rig.ts';

interface Fax {
  id: string;
  to: string;
  status: string;
  client_ref: string | null;
  metadata: Record<string, string>;
}

const LETTER = { name: 'letter.txt', content_base64: Buffer.from('Dear Sir').toString('base64') };

let rig: ComposeRig;
let program: Program;
let to: string;

beforeAll(async () => {
  rig = await startCompose();
  program = await startProgram(rig, { kind: 'account', id: rig.account.id });
  to = `+1${rig.other.number}`;
});
afterAll(async () => await rig.stop());
beforeEach(async () => {
  await rig.database.pool.query('delete from idempotency_run');
});

const send = async (body: object, headers: Record<string, string> = {}) =>
  await program.ask('POST', '/faxes', { body, headers });
const faxesOf = (answer: { body: Record<string, unknown> }) => answer.body['data'] as Fax[];

/** Sends a form over a real connection, as curl does. */
async function sendForm(fields: [string, string][], files: [string, string, string][] = [], key?: string) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  for (const [name, file, text] of files) form.append(name, new Blob([text]), file);
  const answer = await fetch(`http://127.0.0.1:${rig.port}/v1/faxes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${program.key}`, ...(key !== undefined && { 'idempotency-key': key }) },
    body: form,
  });
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: (await answer.json()) as Record<string, unknown>,
  };
}

describe('POST /v1/faxes', () => {
  it('takes JSON: one fax a number, with reference and words, through the same door as people', async () => {
    const answer = await send({
      to: [to, to],
      files: [LETTER],
      cover: { to_name: 'Dr. Lee', subject: 'Results', message: 'See page 2.' },
      client_ref: 'order-77',
      metadata: { clinic: 'North', 'case.id': '9' },
    });
    expect([answer.status, answer.body['object']]).toEqual([202, 'list']);
    expect(faxesOf(answer)).toMatchObject([
      {
        to,
        status: 'queued',
        test: false,
        direction: 'outbound',
        client_ref: 'order-77',
        metadata: { clinic: 'North', 'case.id': '9' },
      },
    ]);
    const { rows } = await rig.database.pool.query(
      `select j.origin, d.originals->0->>'name' as name, d.cover is not null as cover,
         (select detail->>'keyId' from audit where action = 'fax.send' and object = 'document/' || d.id) as key
       from send_job j join fax f on f.id = j.fax_id join document d on d.id = f.document_id
       where f.client_ref = 'order-77'`,
    );
    expect(rows).toEqual([{ origin: 'api', name: 'letter.txt', cover: true, key: String(program.keyId) }]);
  });

  it('takes a form: parts named file, numbers as parts or in a list, cover and metadata as JSON', async () => {
    const second = '+12125550188';
    await rig.database.pool.query(
      `insert into account (brand_id, admin_email, fax_number, state) values (1, 'y@example.com', '2125550188', 'active')`,
    );
    const answer = await sendForm(
      [
        ['to', to],
        ['to', `${second}, ${to}`],
        ['client_ref', 'form-1'],
        ['metadata', '{"a":"b"}'],
        ['cover', '{"subject":"Hello"}'],
        ['photos', 'fine'],
        ['outside_window', 'true'],
      ],
      [
        ['file', 'one.txt', 'first'],
        ['file', 'two.txt', 'second'],
      ],
    );
    expect([answer.status, faxesOf(answer).map((fax) => fax.to)]).toEqual([202, [to, second]]);
    const { rows } = await rig.database.pool.query(
      `select jsonb_path_query_array(d.originals, '$[*].name') as names, bool_and(j.any_hour) as any
       from document d join fax f on f.document_id = d.id join send_job j on j.fax_id = f.id
       where f.client_ref = 'form-1' group by d.id`,
    );
    expect(rows).toEqual([{ names: ['one.txt', 'two.txt'], any: true }]);
    expect((await rig.leftOvers()).names).toEqual([]);
  });

  it('sends later, and says which field is wrong in the words of the API', async () => {
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const later = await send({ to: [to], files: [LETTER], send_at: at });
    expect(faxesOf(later)).toMatchObject([{ status: 'scheduled', send_at: at }]);
    const wrong: [object, number, string, string][] = [
      [{ to: [], files: [LETTER] }, 400, 'validation', '/to'],
      [{ to: ['2125550101'], files: [LETTER] }, 400, 'validation', '/to/0'],
      [
        { to: [to], files: [{ ...LETTER, content_base64: 'not!' }] },
        400,
        'validation',
        '/files/0/content_base64',
      ],
      [{ to: [to], files: [{ ...LETTER, name: 'a.exe' }] }, 415, 'file_type', '/files/0'],
      [{ to: [to], files: [LETTER], send_at: '2020-01-01T00:00:00Z' }, 400, 'field_invalid', '/send_at'],
      [{ to: [to], cover: { to_phone: 'x1' } }, 400, 'field_invalid', '/cover/to_phone'],
      [{ to: [to], files: [LETTER], colour: 'red' }, 400, 'validation', '/colour'],
    ];
    for (const [body, status, code, pointer] of wrong) {
      const answer = await send(body);
      const [first] = (answer.body['errors'] ?? []) as { pointer: string }[];
      expect([body, answer.status, answer.body['code'], first?.pointer ?? '']).toEqual([
        body,
        status,
        code,
        pointer,
      ]);
    }
    expect((await send({ to: [to] })).body).toMatchObject({ status: 400, code: 'nothing_to_send' });
  });
});

describe('[A-API-60] an Idempotency-Key', () => {
  it('20 equal calls at once are one fax; each answer is that fax, or says to come again', async () => {
    const before = await rig.queued();
    const answers = await Promise.all(
      Array.from(
        { length: 20 },
        async () => await send({ to: [to], files: [LETTER] }, { 'idempotency-key': 'a b' }),
      ),
    );
    expect(await rig.queued()).toBe(before + 1);
    const ids = new Set(
      answers.flatMap((one) => (one.status === 202 ? faxesOf(one).map(({ id }) => id) : [])),
    );
    expect(ids.size).toBe(1);
    const others = answers.filter(({ status }) => status !== 202);
    expect(others.map(({ status, body }) => [status, body['code']])).toEqual(
      others.map(() => [409, 'idempotency_running']),
    );
    expect(others.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
    const again = await send({ files: [LETTER], to: [to] }, { 'idempotency-key': 'a b' });
    expect([again.status, again.headers['idempotent-replayed'], faxesOf(again)[0]?.id]).toEqual([
      202,
      'true',
      [...ids][0],
    ]);
  });

  it('with anything else in the call is refused; the form and the JSON of one content are the same call', async () => {
    const key = { 'idempotency-key': 'content' };
    const body = { to: [to], files: [LETTER], client_ref: 'k', metadata: { a: '1', b: '2' } };
    const first = await send(body, key);
    const before = await rig.queued();
    for (const change of [
      { to: [to, '+12125550188'] },
      { files: [{ ...LETTER, content_base64: Buffer.from('Dear Sam').toString('base64') }] },
      { files: [{ ...LETTER, name: 'l.txt' }] },
      { client_ref: 'other' },
      { metadata: { a: '1' } },
      { cover: { subject: 'x' } },
      { send_at: new Date(Date.now() + 9_000_000).toISOString() },
    ]) {
      const answer = await send({ ...body, ...change }, key);
      expect([answer.status, answer.body['code']]).toEqual([422, 'idempotency_mismatch']);
    }
    const form = await sendForm(
      [
        ['to', to],
        ['client_ref', 'k'],
        ['metadata', '{"b":"2","a":"1"}'],
      ],
      [['file', 'letter.txt', 'Dear Sir']],
      'content',
    );
    expect([form.headers['idempotent-replayed'], faxesOf(form)[0]?.id]).toEqual([
      'true',
      faxesOf(first)[0]?.id,
    ]);
    expect(await rig.queued()).toBe(before);
  });

  it('of another account, of a browser or of a test key is another key', async () => {
    const key = { 'idempotency-key': 'shared-key-1' };
    const body = { to: [to], files: [LETTER] };
    const mine = faxesOf(await send(body, key))[0]?.id;
    const neighbor = await startProgram(rig, { kind: 'account', id: rig.other.id });
    const theirs = await neighbor.ask('POST', '/faxes', {
      body: { ...body, to: [`+1${rig.account.number}`] },
      headers: key,
    });
    expect([theirs.status, theirs.headers['idempotent-replayed']]).toEqual([202, undefined]);
    const page = await rig.send(
      { destinations: rig.other.number },
      [{ name: 'letter.txt', bytes: 'Dear Sir' }],
      key,
    );
    expect([page.status, page.data?.jobs.map(({ fid }) => `fax_${fid}`).includes(String(mine))]).toEqual([
      200,
      false,
    ]);
    for (const bad of ['', 'x'.repeat(256), 'tab\tbed', 'é'])
      expect([bad, (await send(body, { 'idempotency-key': bad })).status]).toEqual([bad, 400]);
  });
});
