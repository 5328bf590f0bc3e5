import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { mailSource, meetSmtp } from '#test/smtp-person.ts';
import type { SmtpPerson } from '#test/smtp-person.ts';

import { MAX_SESSIONS_PER_SENDER } from './limits.ts';
import type { MailHandler, MailListener, ReceivedMail } from './port.ts';
import { openSmtpListener } from './smtp-listener.ts';
import { openSpool } from './spool.ts';
import { readTlsPair } from './tls-pair.ts';

const ok = { kind: 'ok', text: '2.0.0 Ok' } as const;
const TO = '3105550111@localhost';
const FROM = 'a@customer.test';
const MAX_BYTES = 6 * 1024 * 1024;

const login = (password: string): string =>
  `AUTH PLAIN ${Buffer.from(`\u0000me\u0000${password}`).toString('base64')}`;

describe('the SMTP listener', () => {
  let folder: string;
  let listener: MailListener;
  let mails: (ReceivedMail & { source: string })[];
  let handler: MailHandler;
  const people: SmtpPerson[] = [];

  const listen = async (fronts: string[] = [], sessionMs = 60_000): Promise<void> => {
    listener = await openSmtpListener(
      {
        host: '127.0.0.1',
        port: 0,
        name: 'mx.fax.test',
        tls: await readTlsPair({ own: join(folder, 'tls.pem'), name: 'mx.fax.test' }),
        fronts,
        maxRecipients: 10,
        maxBytes: MAX_BYTES,
        sessionMs,
        spool: await openSpool(join(folder, 'spool')),
        log: pino({ level: 'silent' }),
      },
      {
        login: async (...all) => await handler.login(...all),
        recipient: async () => ok,
        message: async (mail) => await handler.message(mail),
      },
    );
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'f2e-listener-'));
    mails = [];
    handler = {
      login: async (name, password) => (name === 'me' && password === 'right' ? 7 : null),
      recipient: async () => ok,
      message: async (mail) => {
        mails.push({ ...mail, source: (await mail.read()).toString('latin1') });
        return ok;
      },
    };
    await listen();
  });
  afterEach(async () => {
    for (const person of people.splice(0)) person.close();
    await listener.close();
    await rm(folder, { recursive: true, force: true });
  });

  const meet = async (options: Parameters<typeof meetSmtp>[1] = {}): Promise<SmtpPerson> => {
    const person = await meetSmtp(listener.port, options);
    people.push(person);
    return person;
  };

  it('[A-MAILIN-05] no line end but CR LF ends a mail, and nothing is smuggled behind one', async () => {
    const ends = [
      '\n.\n',
      '\n.\r\n',
      '\r.\r\n',
      '\r\n.\n',
      '\r\n.\r',
      '\r.\r',
      '\n.\r',
      '\u0000\r\n.\n',
      '\r\n\u0000.\r\n',
    ];
    for (const end of ends) {
      const client = await meet();
      for (const line of [`MAIL FROM:<${FROM}>`, `RCPT TO:<${TO}>`, 'DATA']) await client.say(line);
      const second = `MAIL FROM:<evil@evil.test>\r\nRCPT TO:<9995550100@localhost>\r\nDATA\r\nFrom: ${FROM}\r\n\r\nsmuggled`;
      client.raw(`From: ${FROM}\r\nSubject: one\r\n\r\nbody${end}${second}\r\n.\r\n`);
      const answer = await client.hear();
      const clean = end.includes('\u0000.');
      expect([end, answer.slice(0, 11)]).toEqual([end, clean ? '250 2.0.0 O' : '550 5.6.11 ']);
      client.raw('NOOP\r\n');
      expect(await client.hear()).toMatch(/^250/);
      client.close();
    }
    expect(mails.map(({ sender }) => sender)).toEqual([FROM]);
  });

  it('a password goes over TLS, or stays on the machine; a wrong one is refused and soon not even heard', async () => {
    const client = await meet();
    await client.startTls();
    expect(await client.say(login('right'))).toMatch(/^235/);
    await client.mail({ from: FROM, to: [TO], source: mailSource({ from: FROM }) });
    expect(mails[0]?.login).toBe(7);
    const guesser = await meet({ localAddress: '127.0.0.9' });
    for (let i = 0; i < 10; i += 1) expect(await guesser.say(login('wrong'))).toMatch(/^535 5\.7\.8/);
    expect(await guesser.say(login('right'))).toMatch(/^421/);
  });

  it('[A-MAILIN-09] a sender has a bounded share: recipients, bytes, sessions; others are served meanwhile', async () => {
    const client = await meet();
    expect(await client.say('EHLO again')).toContain(`SIZE ${MAX_BYTES}`);
    expect(await client.say(`MAIL FROM:<${FROM}> SIZE=${MAX_BYTES + 1}`)).toMatch(/^552/);
    await client.say(`MAIL FROM:<${FROM}>`);
    for (let i = 0; i < 1_000; i += 1) client.raw(`RCPT TO:<31055${String(50_000 + i)}@localhost>\r\n`);
    const answers: string[] = [];
    for (let i = 0; i < 1_000; i += 1) answers.push((await client.hear()).slice(0, 3));
    expect(answers.filter((code) => code === '250')).toHaveLength(10);
    expect(new Set(answers.slice(10))).toEqual(new Set(['452']));

    const idle = await Promise.all(
      Array.from({ length: 500 }, async () => await meet({ ehlo: false, localAddress: '127.0.0.5' })),
    );
    expect(idle.filter(({ greeting }) => greeting.startsWith('220'))).toHaveLength(MAX_SESSIONS_PER_SENDER);
    expect(idle.find(({ greeting }) => !greeting.startsWith('220'))?.greeting).toMatch(/^421 4\.7\.0/);
    const other = await meet({ localAddress: '127.0.0.6' });
    expect(await other.mail({ from: FROM, to: [TO], source: mailSource({ from: FROM }) })).toMatch(/^250/);
  });

  it('[A-MAILIN-09] a mail that trickles in for ever ends, and nothing of it is taken', async () => {
    await listener.close();
    await listen([], 500);
    const client = await meet();
    for (const line of [`MAIL FROM:<${FROM}>`, `RCPT TO:<${TO}>`, 'DATA']) await client.say(line);
    const drip = setInterval(() => client.raw('x'), 20);
    try {
      expect(await client.hear()).toMatch(/^421/);
      expect(await client.hear()).toBe('');
    } finally {
      clearInterval(drip);
    }
    expect(mails).toEqual([]);
  });

  it('[A-MAILIN-09] a mail of 100 MB is read to its end and refused; nothing of it stays in memory or on the disk', async () => {
    const client = await meet();
    for (const line of [`MAIL FROM:<${FROM}>`, `RCPT TO:<${TO}>`, 'DATA']) await client.say(line);
    const before = process.memoryUsage().rss;
    const megabyte = Buffer.from(`${'x'.repeat(1022)}\r\n`.repeat(1024));
    let most = before;
    for (let sent = 0; sent < 100; sent += 1) {
      await client.sendRaw(megabyte);
      most = Math.max(most, process.memoryUsage().rss);
    }
    expect(await client.say('\r\n.')).toMatch(/^552 5\.3\.4/);
    expect(most - before).toBeLessThan(200 * 1024 * 1024);
    expect(mails).toEqual([]);
    expect(await readdir(join(folder, 'spool'))).toEqual([]);
  });

  it('large mails come whole from the disk', async () => {
    const client = await meet();
    const bytes = Buffer.alloc(3 * 1024 * 1024, 'pages ');
    const source = mailSource({ from: FROM, files: [{ name: 'a.pdf', bytes }] });
    expect(await client.mail({ from: FROM, to: [TO], source })).toMatch(/^250/);
    expect(mails[0]?.source).toBe(`${source}\r\n`);
  });

  it('a handler that fails says «later», and the session goes on', async () => {
    handler = { ...handler, message: async () => await Promise.reject(new Error('the database is away')) };
    const client = await meet();
    const mail = { from: FROM, to: [TO], source: mailSource({ from: FROM }) };
    expect(await client.mail(mail)).toMatch(/^451 4\.3\.0/);
    expect(await client.say('NOOP')).toMatch(/^250/);
  });

  it('a front server names its client; nobody else can, and without a name the address proves nothing', async () => {
    const xforward = 'XFORWARD ADDR=192.0.2.9 HELO=mail.customer.test';
    const stranger = await meet();
    expect(await stranger.say(xforward)).toMatch(/^550/);
    await listener.close();
    await listen(['127.0.0.1']);
    const mail = { from: FROM, to: [TO], source: mailSource({ from: FROM }) };
    const front = await meet();
    await front.mail(mail);
    expect(mails.at(-1)).toMatchObject({ address: '127.0.0.1', addressKnown: false });
    expect(await front.say(xforward)).toMatch(/^250/);
    await front.mail(mail);
    expect(mails.at(-1)).toMatchObject({
      address: '192.0.2.9',
      addressKnown: true,
      helo: 'mail.customer.test',
    });
    const third = await meet({ localAddress: '127.0.0.7' });
    expect(await third.say(xforward)).toMatch(/^550/);
    expect(await third.say('XCLIENT ADDR=192.0.2.9')).toMatch(/^550/);
  });

  it('a proxy in front names its client by XCLIENT, whose login it cannot vouch for', async () => {
    await listener.close();
    await listen(['127.0.0.1']);
    const proxy = await meet();
    expect(await proxy.say('XCLIENT ADDR=192.0.2.9')).toMatch(/^220/);
    await proxy.say('EHLO mail.customer.test');
    await proxy.mail({ from: FROM, to: [TO], source: mailSource({ from: FROM }) });
    expect(mails.at(-1)).toMatchObject({
      address: '192.0.2.9',
      addressKnown: true,
      helo: 'mail.customer.test',
      login: null,
    });
    const vouching = await meet();
    expect(await vouching.say('XCLIENT ADDR=192.0.2.9 LOGIN=2125550100')).toMatch(/^550/);
  });

  it('the certificate of its own is made once and belongs to its name', async () => {
    const first = await readFile(join(folder, 'tls.pem'), 'utf8');
    const again = await readTlsPair({ own: join(folder, 'tls.pem'), name: 'mx.fax.test' });
    expect(first).toContain(again.cert);
    const other = await readTlsPair({ own: join(folder, 'tls.pem'), name: 'other.test' });
    expect(other.cert).not.toBe(again.cert);
  });
});
