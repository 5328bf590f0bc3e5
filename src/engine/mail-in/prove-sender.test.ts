import { generateKeyPairSync } from 'node:crypto';
import { dkimSign } from 'mailauth';
import { expect, it } from 'vitest';

import type { MailPeer } from './port.ts';
import { proveSender } from './prove-sender.ts';

const PEER: MailPeer = {
  address: '192.0.2.1',
  addressKnown: true,
  helo: 'mail.example.com',
  login: null,
  sender: 'ann@example.com',
  recipients: [],
};

const open = () => async () => await Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));

const LONG = 'a header of the proof is too long';
const SIGNATURE = 'DKIM-Signature: v=1; a=rsa-sha256; s=a; h=from; bh=AAAA; b=AAAA; d=a';

/** Proves an email with a header of this many lines, from a domain without DNS records. */
async function prove(lines: number, line: string) {
  const mail = `From: ann@example.com\r\nX-Long: 1\r\n${line.repeat(lines)}\r\nHello\r\n`;
  const { signal } = new AbortController();
  return await proveSender(Buffer.from(mail), 'ann@example.com', PEER, {
    name: 'fax.example.com',
    open,
    signal,
  });
}

it.each([
  ['lines that belong to no header', 'M\r\n', 60_000, 'too many header lines'],
  ['folded lines', ' a\r\n', 60_000, 'too many header lines'],
  ['a Received header', `Received: from a${' )'.repeat(120_000)}\r\n`, 1, LONG],
  [
    'one with lines that are not folded',
    `Received: from a\r\n${' )'.repeat(9).trim().repeat(20_000)}\r\n`,
    1,
    LONG,
  ],
  ['one with its colon on a line of its own', `Received\r\n : from a${' )'.repeat(120_000)}\r\n`, 1, LONG],
  ['dots in a signature', `${SIGNATURE}${'.'.repeat(240_000)}x\r\n`, 1, LONG],
  ['blanks in a signature', `${SIGNATURE}${' '.repeat(240_000)}x\r\n`, 1, LONG],
])('%s without end cost no time', async (_, line, lines, detail) => {
  const before = process.cpuUsage();
  expect(await prove(lines, line)).toMatchObject({ kind: 'final', detail });
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(1);
});

it('long headers are read', async () => {
  for (const line of [' a@example.com,\r\n', `Received: from a${' )'.repeat(1_000)}\r\n`])
    expect(await prove(100, line)).toMatchObject({
      kind: 'final',
      detail: expect.stringContaining('DMARC none'),
    });
});

it('a signature with an unknown canonicalization is refused for good, not put off', async () => {
  for (const how of ['/simple', 'other/simple', 'simple/other'])
    expect(await prove(1, `${SIGNATURE}; c=${how}\r\n`)).toMatchObject({ kind: 'final' });
});

it('where a domain publishes no DMARC, only its own signature counts, not that of a neighbor', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const key = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`;
  const resolver = () => async (name: string, type: string) => {
    if (type === 'TXT' && name.endsWith('._domainkey.hoster.test')) return [[key]];
    if (type === 'TXT' && name.endsWith('._domainkey.c1.hoster.test')) return [[key]];
    throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
  };
  const { signal } = new AbortController();
  const provedBy = async (signingDomain: string) => {
    const source = `From: boss@hoster.test\r\nTo: 1@fax.example.com\r\nDate: ${new Date().toUTCString()}\r\n\r\nHello\r\n`;
    const options = { signingDomain, selector: 's', privateKey };
    const { signatures } = await dkimSign(source, { ...options, signatureData: [options] });
    const peer = { ...PEER, sender: 'boss@hoster.test' };
    const terms = { name: 'fax.example.com', open: resolver, signal };
    return await proveSender(Buffer.from(signatures + source), 'boss@hoster.test', peer, terms);
  };
  expect(await provedBy('hoster.test')).toMatchObject({ kind: 'ok', by: 'dkim' });
  expect(await provedBy('c1.hoster.test')).toMatchObject({ kind: 'final' });
});
