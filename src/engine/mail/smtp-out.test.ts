import { afterEach, expect, it } from 'vitest';

import { openMailOut } from './choose.ts';
import { startSmtpSink } from './fixtures/smtp-sink.ts';
import type { SmtpSink } from './fixtures/smtp-sink.ts';
import { describeMailOut, headerNames, mail } from './mail.contract-test.ts';
import type { MailRig } from './mail.contract-test.ts';
import { openSmtpOut } from './smtp-out.ts';
import { MailRefusal, readSmtpUrl } from './smtp-url.ts';

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function open(query = ''): Promise<MailRig & { sink: SmtpSink }> {
  const sink = await startSmtpSink();
  const out = openMailOut(`smtp://127.0.0.1:${sink.port}${query}`, '/nowhere');
  closers.push(
    async () => await sink.stop(),
    async () => await out.close(),
  );
  return {
    sink,
    out,
    left: async () => sink.mails.map(({ from, recipients, source }) => ({ from, to: recipients, source })),
  };
}

describeMailOut('SMTP', open);

it.each([
  [{ RCPT: '550 5.1.1 no such mailbox' }, { kind: 'final', reason: 'address' }],
  [{ RCPT: '550 5.1.1 no such mailbox' }, { status: '5.1.1' }],
  [{ RCPT: '554 5.7.1 <a@b.test>: Relay access denied' }, { kind: 'retry', reason: 'login' }],
  [{ MAIL: '553 5.7.1 sender rejected' }, { kind: 'retry', reason: 'sender' }],
  [{ MAIL: '552 5.3.4 message too big' }, { kind: 'final', reason: 'size' }],
  [{ '.': '552 5.3.4 message too big' }, { kind: 'final', reason: 'size', status: '5.3.4' }],
  [{ '.': '552 5.2.2 mailbox full' }, { kind: 'final', reason: 'content', status: '5.2.2' }],
  [{ RCPT: '450 4.2.1 greylisted' }, { kind: 'retry', reason: 'busy' }],
  [{ MAIL: '421 4.3.2 shutting down' }, { kind: 'retry', reason: 'busy' }],
  [{ '.': '554 5.7.1 looks like spam' }, { kind: 'final', reason: 'content' }],
  [{ '.': '452 4.3.1 disk full' }, { kind: 'retry', reason: 'busy' }],
  [{ DATA: 'hangup' }, { kind: 'retry', reason: 'unreachable' }],
  [{ EHLO: 'hangup' }, { kind: 'retry', reason: 'unreachable' }],
])('a server that answers %j: %j', async (answers, outcome) => {
  const { sink, out } = await open();
  Object.assign(sink.answers, answers);
  expect(await out.send(mail())).toMatchObject(outcome);
});

it('an answer that was lost is a reason to send again, under the same id', async () => {
  const { sink, out } = await open();
  sink.answers['.'] = 'hangup';
  expect(await out.send(mail())).toMatchObject({ kind: 'retry', reason: 'unreachable' });
  sink.answers = {};
  expect(await out.send(mail())).toMatchObject({ kind: 'ok' });
  const ids = sink.mails.map(({ source }) => /^Message-ID: (.*)\r$/mu.exec(source)?.[1]);
  expect(ids).toEqual(['<one-and-the-same@fax.example>', '<one-and-the-same@fax.example>']);
});

it('a server that never ends its answer is broken off, and the connection is free for others', async () => {
  const { sink } = await open();
  const server = readSmtpUrl(`smtp://127.0.0.1:${sink.port}`);
  const out = openSmtpOut(server, { deliveryMs: 1_500 });
  closers.push(async () => await out.close());
  sink.answers['RCPT'] = 'drip';
  expect(await Promise.all(Array.from({ length: 8 }, async () => await out.send(mail())))).toEqual(
    Array.from({ length: 8 }, () => expect.objectContaining({ kind: 'retry', reason: 'unreachable' })),
  );
  sink.answers = {};
  expect(await out.send(mail())).toMatchObject({ kind: 'ok' });
});

it('whether a mail may still be sent is asked once the server wants it, and again before its end', async () => {
  const { sink, out } = await open();
  const asked: number[] = [];
  const answers = [true, true, false, true, false];
  const proceed = async (): Promise<boolean> => {
    asked.push(sink.mails.length);
    return answers.shift() ?? false;
  };
  expect(await out.send(mail(), { proceed })).toMatchObject({ kind: 'ok' });
  expect(asked).toEqual([0, 0]);
  const heard = sink.heard.length;
  expect(await out.send(mail({ subject: 'Second' }), { proceed })).toEqual({ kind: 'lost' });
  expect(sink.heard.slice(heard)).toContain('DATA');
  expect(sink.heard.slice(heard)).not.toContain('Second');
  expect(await out.send(mail({ subject: 'Third' }), { proceed })).toEqual({ kind: 'lost' });
  expect(sink.mails).toHaveLength(1);
});

it('[A-MAILOUT-01] what a stranger wrote adds no header and no recipient to what leaves', async () => {
  const { sink, out } = await open();
  const evil = 'X"\\\r\nBcc: e@evil.test\r\nX-Evil: 1\r\n\r\nbody <e@evil.test>';
  const from = mail().from;
  const file = { name: 'fax.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF') };
  await out.send(mail({ attachments: [file] }));
  await out.send(
    mail({ subject: evil, from: { ...from, name: evil }, attachments: [{ ...file, name: `${evil}.pdf` }] }),
  );
  const [usual, hostile] = sink.mails;
  expect(headerNames(hostile?.source ?? '')).toEqual(headerNames(usual?.source ?? ''));
  expect(hostile?.recipients).toEqual(['owner@example.com']);
  expect(hostile?.source).not.toMatch(/^(?:bcc|x-evil):/imu);
});

it('a server that is away is tried again', async () => {
  const { sink, out } = await open();
  await sink.stop();
  expect(await out.send(mail())).toMatchObject({ kind: 'retry', reason: 'unreachable' });
  expect(await out.check()).toMatchObject({ ok: false });
});

it('[A-MAILOUT-02] where encryption is required, nothing is sent without it', async () => {
  const { sink, out } = await open('?tls=required');
  expect(await out.send(mail())).toMatchObject({ kind: 'retry', reason: 'encryption' });
  expect(sink.mails).toEqual([]);
});

it('a password goes to other machines over TLS only', () => {
  expect(readSmtpUrl('smtp://user:p%40ss@mail.example')).toEqual({
    host: 'mail.example',
    port: 587,
    auth: { user: 'user', pass: 'p@ss' },
    encryption: 'required',
    verified: true,
    local: false,
  });
  expect(readSmtpUrl('smtps://user:x@mail.example').encryption).toBe('tls');
  expect(readSmtpUrl('smtp://user:x@127.0.0.1:25').encryption).toBe('offered');
  expect(readSmtpUrl('smtp://[::1]:2526?tls=none')).toMatchObject({
    host: '::1',
    port: 2526,
    encryption: 'none',
  });
  for (const url of ['smtp://user:secret@mail.example?tls=none', 'smtp://mail.example?tls=maybe', 'smtp://'])
    expect(() => readSmtpUrl(url)).toThrow(MailRefusal);
  expect(() => readSmtpUrl('smtp://user:secret@mail.example?tls=none')).not.toThrow(/secret/u);
});
