import { afterEach, describe, expect, it, vi } from 'vitest';

import { mailSource } from '#test/smtp-person.ts';

import { openMailReader } from './mail-reader.ts';
import type { MailReader, ReaderBounds } from './mail-reader.ts';

const FROM = 'ada@customer.test';

let reader: MailReader;
const open = (bounds?: ReaderBounds): void => {
  reader = openMailReader(bounds);
};
afterEach(async () => await reader.close());

const plainMail = (text: string): Buffer => Buffer.from(mailSource({ from: FROM, text, messageId: text }));

/** An email of several megabytes: more than the heap allowed here. */
const heavy = (): Buffer => plainMail('A line of a letter that does not end.\r\n'.repeat(400_000));

it('takes mails apart beside each other, each with its own answer', async () => {
  open();
  const names = Array.from({ length: 20 }, (_, n) => `mail-${n}`);
  const read = await Promise.all(names.map(async (name) => await reader.parse(plainMail(name))));
  expect(read.map((one) => one.kind === 'ok' && [one.mail.from, one.mail.text, one.mail.messageId])).toEqual(
    names.map((name) => [FROM, name, name]),
  );
});

it('files come back byte for byte, and this thread goes on while a large mail is read', async () => {
  open();
  const bytes = Buffer.from(Array.from({ length: 20_000_000 }, (_, n) => n % 251));
  const source = Buffer.from(mailSource({ from: FROM, files: [{ name: 'a.pdf', bytes }] }));
  let turns = 0;
  const ticking = setInterval(() => (turns += 1), 5);
  const read = await reader.parse(source);
  clearInterval(ticking);
  expect(read.kind === 'ok' && Buffer.compare(read.mail.files[0]?.bytes ?? Buffer.of(), bytes)).toBe(0);
  expect(turns).toBeGreaterThan(10);
});

it('[A-MAILIN-09] a mail that takes too much memory, or twice too long, is malformed, and the next one is read', async () => {
  const log = { warn: vi.fn<(fields: object) => void>() };
  open({ timeMs: 1, log });
  await expect(reader.parse(heavy())).rejects.toThrow('may come once more');
  expect(await reader.parse(heavy())).toEqual({ kind: 'final', reason: 'malformed' });
  expect(log.warn.mock.calls.map(([fields]) => fields)).toEqual([
    { event: 'mail-in.mail-too-heavy', reason: 'time' },
  ]);
  await reader.close();
  open({ heapMb: 16 });
  expect(await reader.parse(heavy())).toEqual({ kind: 'final', reason: 'malformed' });
  expect(await reader.parse(plainMail('short'))).toMatchObject({ kind: 'ok' });
});

const readMail = async (more: Partial<Parameters<typeof mailSource>[0]>) => {
  open();
  const outcome = await reader.parse(Buffer.from(mailSource({ from: FROM, ...more })));
  if (outcome.kind !== 'ok') throw new Error(outcome.reason);
  return outcome.mail;
};

/** An HTML email that shows an embedded image. */
const related = (html: string, picture: Buffer) =>
  [
    `From: ${FROM}`,
    'Subject: A picture',
    'Content-Type: multipart/related; boundary="cut"',
    '',
    `--cut\r\nContent-Type: text/html\r\n\r\n${html}<img src="cid:a">`,
    '--cut',
    'Content-Type: image/jpeg; name="a.jpg"\r\nContent-ID: <a>\r\nContent-Transfer-Encoding: base64\r\n',
    picture.toString('base64').replaceAll(/.{76}/gu, '$&\r\n'),
    '--cut--',
  ].join('\r\n');

describe('what a person means by a mail', () => {
  const quoting = 'Please fax this.\r\n\r\n> Dear Ada,\r\n> > the offer\r\n-- \r\nAda, Sales';

  it.each(['Fwd: Offer', 'FW: Offer', 'WG: Angebot', 'TR : Offre', 'RV: Oferta', 'ENC: Oferta'])(
    '%s: a mail that is passed on is faxed with what it quotes',
    async (subject) => {
      const { text } = await readMail({ subject, text: quoting });
      expect(text).toContain('Please fax this.\n\nDear Ada,\nthe offer');
    },
  );

  it('an answer is faxed without what it answers', async () => {
    expect((await readMail({ subject: 'Re: Offer', text: quoting })).text).toBe('Please fax this.');
  });

  const [logo, photo] = [Buffer.alloc(8_000, 1), Buffer.alloc(200_000, 1)];

  it.each([
    ['a logo beside words', related('<p>Dear Dana</p>', logo), 0],
    ['a photo beside words', related('<p>Dear Dana</p>', photo), 1],
    ['a small picture that is all there is', related('', logo), 1],
  ])('%s', async (_, source, pages) => {
    open();
    const outcome = await reader.parse(Buffer.from(source));
    expect(outcome.kind === 'ok' && outcome.mail.files).toHaveLength(pages);
  });
});

it('reads a report of another server, and knows what is none', async () => {
  open();
  const report = [
    'From: MAILER-DAEMON@mx.test',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="cut"',
    '',
    '--cut',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.test',
    '',
    'Action: failed',
    'Status: 5.1.1',
    '--cut--',
  ].join('\r\n');
  expect(await reader.report(Buffer.from(report))).toEqual({ action: 'failed', status: '5.1.1', detail: '' });
  expect(await reader.report(plainMail('no report'))).toBeNull();
});
