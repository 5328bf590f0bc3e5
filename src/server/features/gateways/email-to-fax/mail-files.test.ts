import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { openDatabase } from '#engine/database/connect.ts';
import { makeAccount } from '#test/factories.ts';
import { startMailIn, startMailPost } from '#test/mail-in-rig.ts';
import type { MailPost } from '#test/mail-in-rig.ts';
import { fakeDocuments } from '#test/sending-rig.ts';
import { mailSource } from '#test/smtp-person.ts';
import { startApp } from '#test/start-app.ts';
import { silentLog } from '#test/test-database.ts';

const PDF = { name: 'offer.pdf', type: 'application/pdf', bytes: '%PDF-1.4 pages 2' };

describe('what comes with a mail', () => {
  let post: MailPost;

  beforeAll(async () => {
    post = await startMailPost();
  });
  beforeEach(async () => await post.fresh());
  afterAll(async () => await post.stop());

  it('[A-MAILIN-10] files obey the rules of uploads, and the answer names each one that does not', async () => {
    const big = Buffer.concat([Buffer.from('%PDF-1.4'), Buffer.alloc(11 * 1024 * 1024)]);
    const answer = await post.mail({
      files: [
        { name: 'virus.exe', bytes: 'MZ' },
        { name: 'big.pdf', bytes: big },
        { name: 'winmail.dat', type: 'application/ms-tnef', bytes: 'x' },
        { name: 'lies.pdf', bytes: 'not a PDF' },
        { name: 'empty.txt', bytes: '' },
        PDF,
      ],
    });
    expect(answer).toMatch(/^550 5\.6\.1/);
    for (const name of ['virus.exe', 'big.pdf', 'winmail.dat', 'lies.pdf', 'empty.txt'])
      expect(answer).toContain(`"${name}"`);
    expect(answer).not.toContain('offer.pdf');
    expect(await post.mail({ text: ' ', subject: '' })).toMatch(/^550 5\.6\.0 There's nothing to fax/);
    expect(await post.faxes()).toEqual([]);

    let hits = 0;
    const pixels = createServer(() => (hits += 1)).listen(0, '127.0.0.1');
    await once(pixels, 'listening');
    const { port } = pixels.address() as AddressInfo;
    const headers = ['Content-Type: multipart/related; boundary="cut"'];
    const html = `<p>Dear <b>Dana</b></p><img src="http://127.0.0.1:${port}/pixel"><img src="cid:logo">`;
    const logo =
      'Content-Type: image/png\r\nContent-ID: <logo>\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=';
    const client = await post.rig.meet();
    const source = [
      'From: admin@customer.test',
      'Subject: Letter',
      'Message-ID: <html@customer.test>',
      ...headers,
      '',
      `--cut\r\nContent-Type: text/html\r\n\r\n${html}`,
      `--cut\r\n${logo}`,
      '--cut--',
    ].join('\r\n');
    expect(await client.mail({ from: 'admin@customer.test', to: [post.to()], source })).toMatch(/^250/);
    client.close();
    const document = post.app.database.db.selectFrom('document').select(['originals', 'cover']);
    const [made] = await document.execute();
    expect(made?.originals).toEqual([]);
    expect(JSON.stringify(made?.cover)).toContain('Dear Dana');
    expect(hits).toBe(0);
    pixels.close();
  });

  it('[A-UPLOAD-07] names of files are words in an answer, without what turns them, and stand on no cover page', async () => {
    const markup = '<img src=x onerror=alert(1)>';
    const answer = await post.mail({
      files: [
        { name: 'invoice\u202Efdp.exe', bytes: 'MZ' },
        { name: `${markup}.exe`, bytes: 'MZ' },
      ],
    });
    expect(answer).toMatch(/^550 5\.6\.1/);
    expect(answer).toContain('"invoicefdp.exe"');
    expect(answer).toContain(`"${markup}.exe"`);
    expect(answer).not.toContain('\u202E');
    expect(await post.mail({ text: 'Dear Dana', files: [{ ...PDF, name: `${markup}\u202E.pdf` }] })).toMatch(
      /^250/,
    );
    const made = await post.app.database.db
      .selectFrom('document')
      .select(['originals', 'cover'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(made.originals).toMatchObject([{ name: `${markup}.pdf` }]);
    expect(JSON.stringify(made.cover)).toContain('Dear Dana');
    expect(JSON.stringify(made.cover)).not.toContain('onerror');
  });

  it.each([
    [{ name: 'winmail.dat', type: 'application/ms-tnef', bytes: 'x' }, /Outlook packed the attachments/],
    [{ name: 'old.eml', type: 'message/rfc822', bytes: 'Subject: x' }, /"old\.eml" is an email\. Forward it/],
    [{ name: 'IMG_1.HEIC', type: 'image/heic', bytes: 'x' }, /"IMG_1\.HEIC" can't be faxed\. Save it as PDF/],
  ])('$name is refused with what to do instead', async (file, sentence) => {
    expect(await post.mail({ files: [file] })).toMatch(sentence);
  });

  it('characters that take two places are never cut in half', async () => {
    const name = `${'n'.repeat(250)}🙂.pdf`;
    const mail = { subject: `${'s'.repeat(59)}🙂`, files: [{ ...PDF, name }] };
    expect(await post.mail(mail)).toMatch(/^250/);
    const made = await post.app.database.db
      .selectFrom('document')
      .select(['originals', 'cover'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(made.originals).toMatchObject([{ name: `${'n'.repeat(250)}.pdf` }]);
    expect(JSON.stringify(made.cover)).toContain(`"${'s'.repeat(59)}"`);
  });

  it('a text whose lines end as on an old Macintosh is faxed', async () => {
    const headers = ['Content-Transfer-Encoding: quoted-printable'];
    expect(await post.mail({ text: 'Dear Dana,=0Dhere it is.', headers })).toMatch(/^250/);
    const made = post.app.database.db.selectFrom('document').select('cover').orderBy('id', 'desc');
    expect(JSON.stringify(await made.executeTakeFirst())).toContain(String.raw`Dear Dana,\nhere it is.`);
  });

  it('a text longer than a cover page becomes pages of its own; signature and quoted mail stay away', async () => {
    const words = 'A sentence of a long letter. '.repeat(100);
    expect(await post.mail({ text: `${words}\r\n> what you wrote\r\n-- \r\nAda, Sales` })).toMatch(/^250/);
    const { originals } = await post.app.database.db
      .selectFrom('document')
      .select('originals')
      .executeTakeFirstOrThrow();
    const [file] = originals as { name: string; key: string }[];
    expect(file?.name).toBe('letter.txt');
    const text = Buffer.from((await post.app.files.get(file?.key ?? '')) ?? []).toString();
    expect(text).toContain(words.trim());
    for (const gone of ['what you wrote', 'Ada, Sales']) expect(text).not.toContain(gone);
  });

  it('[A-MAILIN-09] mails that are made to exhaust a reader are refused at once, and others are served meanwhile', async () => {
    const from = 'admin@customer.test';
    const deep = Array.from(
      { length: 1_000 },
      (_, i) => `--b${i}\r\nContent-Type: multipart/mixed; boundary="b${i + 1}"\r\n`,
    );
    const bombs = [
      [`From: ${from}`, 'Content-Type: multipart/mixed; boundary="b0"', '', ...deep].join('\r\n'),
      [
        `From: ${from}`,
        'Content-Type: multipart/mixed; boundary="b"',
        '',
        ...Array.from(
          { length: 10_000 },
          (_, i) => `--b\r\nContent-Type: application/pdf; name="${i}.pdf"\r\n\r\nx`,
        ),
        '--b--',
      ].join('\r\n'),
      [`From: ${from}`, ...Array.from({ length: 1_000_000 }, (_, i) => `X-${i}: x`), '', 'text'].join('\r\n'),
    ];
    for (const source of bombs) {
      const client = await post.rig.meet();
      const refused = client.mail({ from, to: [post.to()], source });
      expect(await post.mail({ text: `beside ${source.length}` })).toMatch(/^250/);
      expect(await refused).toMatch(/^550 5\.(?:6|3)/);
      client.close();
    }
    expect(await post.faxes()).toHaveLength(bombs.length);
  });

  it('a mail with more signatures than people’s mails have is refused before any is looked up', async () => {
    const headers = Array.from(
      { length: 500 },
      (_, n) => `DKIM-Signature: v=1; a=rsa-sha256; d=customer.test; s=s${n}; l=${n}; h=from; bh=x; b=y`,
    );
    expect(await post.mail({ headers })).toMatch(/^550 5\.7\.26 .*too many signatures/);
    expect(await post.mail({ headers: headers.slice(0, 5) })).toMatch(/^250/);
  });
});

it('[F-mail-06] while the database is away nothing is taken and everybody is told to come again', async () => {
  const app = await startApp({ documents: fakeDocuments() });
  const own = await openDatabase({ url: app.database.url, dataDir: app.folder, log: silentLog, max: 2 });
  const rig = await startMailIn({ ...app, engines: { database: own, log: pino({ level: 'silent' }) } });
  const account = await makeAccount(app.database.db);
  const client = await rig.meet();
  await client.say('MAIL FROM:<admin@customer.test>');
  expect(await client.say(`RCPT TO:<${account.number}@localhost>`)).toMatch(/^250/);
  expect(await client.say('DATA')).toMatch(/^354/);
  await own.close();
  client.raw(mailSource({ from: 'admin@customer.test' }));
  expect(await client.say('\r\n.')).toMatch(/^451 4\.3\.0/);
  await client.say('MAIL FROM:<admin@customer.test>');
  expect(await client.say(`RCPT TO:<${account.number}@localhost>`)).toMatch(/^451 4\.3\.0/);
  client.close();
  await rig.stop();
  await app.stop();
});
