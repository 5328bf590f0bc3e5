import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import { parseAddress } from './port.ts';
import type { MailAddress, MailMessage, MailOut } from './port.ts';

/** An adapter under test, and the messages sent through it so far. */
export interface MailRig {
  out: MailOut;
  left: () => Promise<{ from: string; to: string[]; source: string }[]>;
}

/** Parses an email address for a test; throws if it is invalid. */
export function address(text: string): MailAddress {
  const parsed = parseAddress(text);
  if (parsed === null) throw new Error(`${text} is no address`);
  return parsed;
}

/** Returns a usual message; tests override the fields they are about. */
export function mail(more: Partial<MailMessage> = {}): MailMessage {
  return {
    template: 'new-fax',
    from: { name: 'Fax-to-Email', address: address('no-reply@fax.example') },
    to: address('owner@example.com'),
    subject: 'A new fax',
    text: 'Hello\n\nhttps://fax.example/inbox',
    attachments: [],
    messageId: 'one-and-the-same@fax.example',
    ...more,
  };
}

/** Returns the header names of a message in order, in lower case. */
export function headerNames(source: string): string[] {
  const [head = ''] = source.split('\r\n\r\n', 1);
  return head
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => line.slice(0, line.indexOf(':')).toLowerCase());
}

/** Tests the behavior required of every adapter; each adapter's test calls this with a function that opens one. */
export function describeMailOut(name: string, open: () => Promise<MailRig>): void {
  describeEnvelope(name, open);
  describeContent(name, open);
  describeControl(name, open);
}

function describeEnvelope(name: string, open: () => Promise<MailRig>): void {
  describe(`${name} as a way out for mails`, () => {
    it('sends one mail to one recipient, with its fixed id and a mark that nobody wrote it', async () => {
      const { out, left } = await open();
      expect(await out.check()).toEqual({ ok: true });
      expect(await out.send(mail())).toEqual({ kind: 'ok', messageId: 'one-and-the-same@fax.example' });
      const [sent, ...more] = await left();
      expect(more).toEqual([]);
      expect([sent?.from, sent?.to]).toEqual(['no-reply@fax.example', ['owner@example.com']]);
      expect(sent?.source).toContain('From: "Fax-to-Email" <no-reply@fax.example>\r\n');
      expect(sent?.source).toContain('To: owner@example.com\r\n');
      expect(sent?.source).toContain('Subject: A new fax\r\n');
      expect(sent?.source).toContain('Message-ID: <one-and-the-same@fax.example>\r\n');
      expect(sent?.source).toContain('Auto-Submitted: auto-generated\r\n');
      expect(sent?.source).toMatch(/\r\nHello\r\n\r\nhttps:\/\/fax\.example\/inbox/u);
    });

    it('[A-MAILOUT-01] line breaks and quotes in subject, name and file name make no header', async () => {
      const { out, left } = await open();
      await out.send(mail());
      const evil = 'X"\r\nBcc: e@evil.test\r\n\r\nbody';
      await out.send(
        mail({
          subject: evil + 'x'.repeat(10_000),
          from: { name: evil, address: address('no-reply@fax.example') },
          attachments: [{ name: `${evil}.pdf`, type: 'application/pdf', bytes: Buffer.from('%PDF-') }],
          messageId: 'another@fax.example',
        }),
      );
      const [plain, tricky] = await left();
      expect(headerNames(tricky?.source ?? '').toSorted()).toEqual(
        headerNames(plain?.source ?? '')
          .filter((header) => header !== 'content-transfer-encoding')
          .toSorted(),
      );
      expect(tricky?.to).toEqual(['owner@example.com']);
      expect(tricky?.source).not.toMatch(/^bcc:/imu);
    });

    it('[A-SEND-16] a mail that its receiver may refuse for good says how, others do not', async () => {
      const { out, left } = await open();
      await out.send(mail());
      await out.send(mail({ optOut: address('b-1-0011223344556677@fax.example') }));
      const [usual, copy] = await left();
      expect(usual?.source).not.toContain('List-Unsubscribe');
      expect(copy?.source.replaceAll('\r\n ', ' ')).toContain(
        'List-Unsubscribe: <mailto:b-1-0011223344556677@fax.example?subject=unsubscribe>\r\n',
      );
    });

    it('reports about it go where it says, answers have no return path', async () => {
      const { out, left } = await open();
      await out.send(mail({ bounceTo: address('b-1-0011223344556677@fax.example') }));
      await out.send(mail({ answers: '<asked@example.com>' }));
      const [usual, answer] = await left();
      expect([usual?.from, answer?.from]).toEqual(['b-1-0011223344556677@fax.example', '']);
      expect(usual?.source).toContain('From: "Fax-to-Email" <no-reply@fax.example>\r\n');
      expect(answer?.source).toContain('Auto-Submitted: auto-replied\r\n');
      expect(answer?.source).toContain('In-Reply-To: <asked@example.com>\r\n');
    });
  });
}

function describeControl(name: string, open: () => Promise<MailRig>): void {
  it(`${name}: when nobody can say who has the mail, it does not leave, and the caller hears why`, async () => {
    const { out, left } = await open();
    const fault = new Error('the database is away');
    const proceed = async (): Promise<boolean> => await Promise.reject(fault);
    await expect(out.send(mail(), { proceed })).rejects.toBe(fault);
    expect(await left()).toEqual([]);
  });
}

function describeContent(name: string, open: () => Promise<MailRig>): void {
  describe(`what ${name} sends`, () => {
    it('is signed for its domain when there is a key', async () => {
      const { out, left } = await open();
      const { privateKey } = generateKeyPairSync('rsa', {
        modulusLength: 1024,
        publicKeyEncoding: { type: 'spki', format: 'pem' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      });
      await out.send(mail({ signing: { domain: 'fax.example', selector: 'one', privateKey } }));
      const source = (await left())[0]?.source ?? '';
      expect(source).toMatch(/^DKIM-Signature: v=1; a=rsa-sha256;[^]*? d=fax\.example;[^]*? s=one;/mu);
    });

    it('shows a picture inside the text', async () => {
      const { out, left } = await open();
      const picture = { name: 'page.gif', type: 'image/gif', bytes: Buffer.from('GIF89a'), contentId: 'p1' };
      await out.send(mail({ html: '<img src="cid:p1">', attachments: [picture] }));
      const source = (await left())[0]?.source ?? '';
      expect(source).toContain('multipart/related');
      expect(source).toContain('Content-ID: <p1>');
      expect(source).toContain('Content-Disposition: inline; filename=page.gif');
    });

    it('carries files byte for byte', async () => {
      const { out, left } = await open();
      const bytes = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 256));
      await out.send(mail({ attachments: [{ name: 'Fax 7.pdf', type: 'application/pdf', bytes }] }));
      const source = (await left())[0]?.source ?? '';
      const part = source.slice(source.indexOf('Content-Type: application/pdf'));
      const encoded = part.slice(part.indexOf('\r\n\r\n') + 4, part.indexOf('\r\n--'));
      expect(Buffer.from(encoded.replaceAll(/\s/g, ''), 'base64')).toEqual(bytes);
      expect(part).toContain('filename="Fax 7.pdf"');
    });
  });
}
