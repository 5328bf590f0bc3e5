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

/** A mail with so many lines of one header, in a domain without any record. */
async function prove(lines: number, line: string) {
  const mail = `From: ann@example.com\r\nX-Long: 1\r\n${line.repeat(lines)}\r\nHello\r\n`;
  const { signal } = new AbortController();
  return await proveSender(Buffer.from(mail), 'ann@example.com', PEER, {
    name: 'fax.example.com',
    open,
    signal,
  });
}

it.each(['M\r\n', ' a\r\n'])('headers of %j without end cost no time', async (line) => {
  const before = process.cpuUsage();
  expect(await prove(60_000, line)).toMatchObject({ kind: 'final', detail: 'too many header lines' });
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(1);
});

it('a header of many lines is read', async () => {
  expect(await prove(1_000, ' a@example.com,\r\n')).toMatchObject({
    kind: 'final',
    detail: expect.stringContaining('DMARC none'),
  });
});
