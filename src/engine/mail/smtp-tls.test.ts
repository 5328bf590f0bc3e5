import { afterEach, expect, it } from 'vitest';

import { pairsOf, trust } from '#test/tls-pairs.ts';
import { startTlsRelay } from '#test/tls-relay.ts';

import { startSmtpSink } from './fixtures/smtp-sink.ts';
import { mail } from './mail.contract-test.ts';
import type { MailOut } from './port.ts';
import { openSmtpOut } from './smtp-out.ts';
import { readSmtpUrl } from './smtp-url.ts';

const closers: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Opens a relay on this machine as if F2E_SMTP_URL named one on another. */
function openRemote(url: string, port: number): MailOut {
  const out = openSmtpOut({ ...readSmtpUrl(url), host: 'localhost', port });
  closers.push(async () => await out.close());
  return out;
}

const WAITS = { kind: 'retry', reason: 'encryption' };

it('[A-MAILOUT-05] to another machine nothing leaves in clear text or to a wrong certificate, unless F2E_SMTP_URL says so', async () => {
  const secret = mail({ subject: 'Blood test', text: 'positive' });
  const plain = await startSmtpSink();
  closers.push(async () => await plain.stop());
  expect(await openRemote('smtp://relay.example', plain.port).send(secret)).toMatchObject(WAITS);
  expect(plain.heard).toMatch(/^EHLO /u);
  expect(plain.heard).not.toMatch(/MAIL FROM|owner@example|Blood|positive/u);

  const { good, expired, notYet } = pairsOf('localhost');
  const other = pairsOf('other.example').good;
  closers.push(trust([good, expired, notYet, other]));
  const stranger = pairsOf('localhost').good;
  const relay = await startTlsRelay(good);
  closers.push(async () => await relay.stop());
  for (const wrong of [stranger, other, expired, notYet]) {
    relay.show(wrong);
    const out = openRemote('smtp://relay.example', relay.port);
    expect(await out.send(secret)).toMatchObject(WAITS);
    expect(await out.check()).toMatchObject({ ok: false, trouble: 'encryption' });
  }
  expect(relay.mails).toEqual([]);
  relay.show(good);
  const safe = openRemote('smtp://relay.example', relay.port);
  expect([await safe.send(secret), safe.transport.weak]).toMatchObject([{ kind: 'ok' }, undefined]);
  expect(relay.mails).toMatchObject([{ secure: true }]);

  relay.show(stranger);
  const unverified = openRemote('smtp://relay.example?tls=unverified', relay.port);
  expect([await unverified.send(secret), unverified.transport.weak]).toMatchObject([
    { kind: 'ok' },
    'unverified',
  ]);
  expect(await openRemote('smtp://relay.example?tls=unverified', plain.port).send(secret)).toMatchObject(
    WAITS,
  );
  expect(plain.mails).toEqual([]);
  const offered = openRemote('smtp://relay.example?tls=offered', plain.port);
  expect([await offered.send(secret), offered.transport.weak]).toMatchObject([{ kind: 'ok' }, 'unencrypted']);
  expect(relay.mails.every(({ secure }) => secure)).toBe(true);
});

function read(url: string): [string, boolean, boolean] {
  const { encryption, verified, local } = readSmtpUrl(url);
  return [encryption, verified, local];
}

it('only a relay on this machine may be plain without a word', () => {
  expect(read('smtp://relay.example')).toEqual(['required', true, false]);
  expect(read('smtp://10.0.0.5:25')).toEqual(['required', true, false]);
  expect(read('smtps://relay.example')).toEqual(['tls', true, false]);
  expect(read('smtps://relay.example?tls=unverified')).toEqual(['tls', false, false]);
  expect(read('smtp://relay.example?tls=none')).toEqual(['none', false, false]);
  for (const here of ['localhost', '127.0.0.1', '127.8.9.1', '[::1]'])
    expect(read(`smtp://${here}:25`)).toEqual(['offered', false, true]);
  expect(read('smtp://localhost.example')).toEqual(['required', true, false]);
});
