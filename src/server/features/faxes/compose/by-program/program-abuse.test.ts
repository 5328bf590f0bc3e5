import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import { startProgram } from '#test/api-rig.ts';
import type { Program } from '#test/api-rig.ts';
import { startCompose } from '#test/compose-rig.ts';
import type { ComposeRig } from '#test/compose-rig.ts';
import { makeAdministrator } from '#test/multifax-rig.ts';

const file = (name = 'letter.txt', text = 'Dear Sir') => ({
  name,
  content_base64: Buffer.from(text).toString('base64'),
});
const codeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body['code'],
];

let rig: ComposeRig;
let program: Program;
let to: string;

beforeAll(async () => {
  rig = await startCompose();
  program = await startProgram(rig, { kind: 'account', id: rig.account.id });
  to = `+1${rig.other.number}`;
});
// A refused request leaves nothing in the queue, in the folder of uploads or in the file store.
afterEach(async () => {
  const left = [`${await rig.queued()} jobs`, ...(await rig.leftOvers()).names];
  for await (const name of rig.files.list('documents/')) left.push(name);
  if (left.join() !== '0 jobs') throw new Error(`left behind: ${left.join()}`);
});
afterAll(async () => await rig.stop());

const send = async (body: object, headers: Record<string, string> = {}) =>
  await program.ask('POST', '/faxes', { body, headers });
const pointersOf = (answer: { body: Record<string, unknown> }) =>
  ((answer.body['errors'] ?? []) as { pointer: string; code: string }[]).map(({ pointer, code }) => [
    pointer,
    code,
  ]);

const numbers = (n: number) => Array.from({ length: n }, (_, i) => `+1212555${1000 + i}`);

const words = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`key${i}`, 'v']));

/** Sends raw parts of a form. */
async function sendParts(parts: string[]): Promise<{ status: number; body: Record<string, unknown> }> {
  const body = `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`;
  const answer = await fetch(`http://127.0.0.1:${rig.port}/v1/faxes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${program.key}`, 'content-type': 'multipart/form-data; boundary=b' },
    body,
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const field = (name: string, value: string) =>
  `content-disposition: form-data; name="${name}"\r\n\r\n${value}`;
const part = (header: string, text = 'Dear Sir') =>
  `content-disposition: form-data; ${header}\r\n\r\n${text}`;

describe('[A-API-65] base64', () => {
  it('that is larger than a body, a file or a fax may be is refused before anything is kept', async () => {
    const big = Buffer.alloc(10.5 * 1024 * 1024, 'a');
    expect(
      codeOf(await send({ to: [to], files: [{ name: 'a.txt', content_base64: big.toString('base64') }] })),
    ).toEqual([413, 'file_too_big']);
    const socket = connect(rig.port, '127.0.0.1');
    const answered = new Promise<string>((resolve) => socket.once('data', (bytes) => resolve(String(bytes))));
    socket.on('error', () => undefined);
    socket.write(
      `POST /v1/faxes HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${program.key}\r\n` +
        'content-type: application/json\r\ncontent-length: 16000000\r\n\r\n{"to":',
    );
    expect(await answered).toMatch(/^HTTP\/1\.1 413 /u);
    socket.destroy();
    expect(codeOf(await send({ to: [to], files: Array.from({ length: 21 }, () => file()) }))).toEqual([
      400,
      'too_many_files',
    ]);
  });

  it('of another alphabet, cut off or empty is no file, and content decides what a name promises', async () => {
    for (const text of [
      'RGVhciBTaXI',
      'RGVh-iBTaXI=',
      'RGVh ciBTaXI=',
      '====',
      'data:text/plain;base64,AAAA',
    ])
      expect(pointersOf(await send({ to: [to], files: [{ name: 'a.txt', content_base64: text }] }))).toEqual([
        ['/files/0/content_base64', 'base64_invalid'],
      ]);
    expect(codeOf(await send({ to: [to], files: [file('a.pdf', 'MZ no pdf')] }))).toEqual([415, 'file_type']);
  });
});

describe('[A-API-66] floods', () => {
  it.each([
    ['51 numbers', { to: numbers(51) }, '/to'],
    ['10,000 numbers', { to: numbers(10_000) }, '/to'],
    ['21 words', { metadata: words(21) }, '/metadata'],
    ['a long word', { metadata: { a: 'x'.repeat(501) } }, '/metadata/a'],
    ['a long name', { metadata: { ['a'.repeat(41)]: 'x' } }, `/metadata/${'a'.repeat(41)}`],
    ['a word that is an object', { metadata: { a: { b: 'c' } } }, '/metadata/a'],
    ['a long reference', { client_ref: 'x'.repeat(101) }, '/client_ref'],
    ['a long message', { cover: { message: 'x'.repeat(1133) } }, '/cover/message'],
  ])('%s are refused', async (_, change, pointer) => {
    const answer = await send({ to: [to], files: [file()], ...change });
    expect([answer.status, pointersOf(answer)[0]?.[0]]).toEqual([400, pointer]);
  });

  it('51 numbers of a form are refused as well, and so are more fields than a form has', async () => {
    const listed = await sendParts([
      field('to', numbers(51).join(',')),
      part('name="file"; filename="a.txt"'),
    ]);
    expect([...codeOf(listed), pointersOf(listed)[0]?.[0]]).toEqual([400, 'validation', '/to']);
    const flood = await sendParts(Array.from({ length: 200 }, (_, i) => field('to', `+1212555${1000 + i}`)));
    expect(codeOf(flood)).toEqual([400, 'bad_request']);
  });
});

describe('[A-API-67] control characters and tricks with parts', () => {
  it('no line of a program has control characters, halves of characters or line breaks', async () => {
    for (const bad of ['a\u0000b', 'a\r\nbcc: x@example.com', 'a\u001b[2J', 'a\u2028b', '\ud800'])
      for (const change of [
        { client_ref: bad },
        { metadata: { a: bad } },
        { files: [{ ...file(), name: bad }] },
      ]) {
        const answer = await send({ to: [to], files: [file()], ...change });
        expect([JSON.stringify(change), ...codeOf(answer)]).toEqual([
          JSON.stringify(change),
          400,
          'validation',
        ]);
      }
  });

  it.each<[string, string[], string]>([
    ['a file under another name', [part('name="document"; filename="a.txt"')], '/document'],
    ['a file without a name', [part('name="file"; filename=""')], '/file'],
    ['a file that is a field', [field('file', 'Dear Sir')], ''],
    ['files as a field', [field('files', '[]')], '/files'],
    [
      'fields of the web’s own form',
      [field('destinations', '2125550101'), field('drafts[0]', 'x'.repeat(20))],
      '',
    ],
    ['metadata that is no JSON', [field('metadata', '{a:1}')], '/metadata'],
    ['metadata with a prototype', [field('metadata', '{"__proto__":{"a":"b"}}')], '/metadata'],
    ['a second number behind a semicolon, barred', [field('to', `${to};+19005550101;x`)], '/to'],
  ])('%s is refused with the name of the field', async (_, parts, pointer) => {
    const base = [field('to', to), part('name="file"; filename="good.txt"')];
    const answer = await sendParts([...base, ...parts]);
    expect(codeOf(answer)).toEqual([400, 'validation']);
    expect(pointersOf(answer)[0]?.[0] ?? '').toContain(pointer);
  });

  it('a name that is a path, or says its type in a second parameter, is only a label', async () => {
    const answer = await sendParts([
      field('to', to),
      part(`name="file"; filename="..\\..\\evil.exe"; filename*=UTF-8''..%2F..%2Fletter.exe`),
    ]);
    expect(codeOf(answer)).toEqual([415, 'file_type']);
    expect(answer.body['detail']).not.toContain('..');
  });
});

describe('[A-API-68] a send for somebody else', () => {
  it('needs a key of that account or of its administrator, and the scope', async () => {
    const body = { to: [to], files: [file()] };
    const { id } = await makeAdministrator(rig.database.db);
    const boss = await startProgram(rig, { kind: 'parent', id });
    const reader = await startProgram(
      rig,
      { kind: 'account', id: rig.account.id },
      { scopes: ['faxes:read'] },
    );
    const other = { 'f2e-account': `acc_${rig.other.id}` };
    const answers = [
      await send(body, other),
      await boss.ask('POST', '/faxes', { body }),
      await boss.ask('POST', '/faxes', { body, headers: other }),
      await reader.ask('POST', '/faxes', { body }),
      await reader.ask('POST', '/drafts', { body: { files: [file()] } }),
    ];
    expect(answers.map(codeOf)).toEqual([
      [404, 'not_found'],
      [400, 'account_missing'],
      [404, 'not_found'],
      [403, 'scope_missing'],
      [403, 'scope_missing'],
    ]);
  });
});
