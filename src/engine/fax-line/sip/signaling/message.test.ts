import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import { answerChallenge } from './digest.ts';
import { formatMessage, parseMessage } from './message.ts';
import type { SipResponse } from './message.ts';
import { parseSdp, writeSdp } from './sdp.ts';
import type { T38Media } from './sdp.ts';
import { takeMessages } from './transport.ts';
import { peerOf, uriOf, userOf } from './uri.ts';

const INVITE = [
  'INVITE sip:+13105550142@192.0.2.9:5060;user=phone SIP/2.0',
  'v: SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKa;rport, SIP/2.0/UDP 192.0.2.2;branch=z9hG4bKb',
  'f: "Clinic, \\"A\\" <x>" <sip:+12125550100@carrier.example;user=phone>;tag=f1',
  'To: <sip:+13105550142@192.0.2.9>',
  'i: call@1',
  'CSeq: 7 INVITE',
  'm: <sip:gw@192.0.2.1;transport=tcp>',
  'Subject: folded',
  '  over two lines',
  'l: 3',
];

function message(lines: readonly string[], body = ''): Buffer {
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
}

describe('messages of SIP', () => {
  it('are read with short names, lists, folded lines and quoted names', () => {
    const read = parseMessage(message(INVITE, 'v=0 and more'));
    expect(read).toMatchObject({
      kind: 'request',
      method: 'INVITE',
      branch: 'z9hG4bKa',
      callId: 'call@1',
      cseq: 7,
      fromTag: 'f1',
      toTag: '',
      body: 'v=0',
    });
    expect(read?.headers.get('via')).toHaveLength(2);
    expect(read?.headers.get('subject')).toEqual(['folded over two lines']);
    expect(uriOf(read?.headers.get('from')?.[0] ?? '')).toBe('sip:+12125550100@carrier.example;user=phone');
  });

  it.each([
    ['no end of its headers', Buffer.from(INVITE.join('\r\n'))],
    ['a line break of half its length', message([...INVITE, 'X: a\nEvil: b'])],
    ['no Via', message(INVITE.filter((line) => !line.startsWith('v:')))],
    ['a method that its CSeq contradicts', message(INVITE.map((line) => line.replace('7 INVITE', '7 BYE')))],
    ['a line without a colon', message([...INVITE, 'nothing'])],
    ['a length that is no number', message(INVITE.map((line) => line.replace('l: 3', 'l: -3')))],
    ['thousands of headers', message([...INVITE, ...Array.from({ length: 300 }, () => 'X: y')])],
    ['more bytes than a message has', message(INVITE, 'x'.repeat(70_000))],
    ['a status that is none', message(['SIP/2.0 999 OK', ...INVITE.slice(1)])],
  ])('[A-SIP-02] are none with %s', (_case, bytes) => {
    expect(parseMessage(bytes)).toBeNull();
  });

  it('are cut out of a stream one by one, keep-alives left out', () => {
    const one = formatMessage('OPTIONS sip:a SIP/2.0', [['Via', 'x']], 'body');
    const stream = Buffer.from(`\r\n\r\n${one}\r\n${one}${one.slice(0, 20)}`);
    const { messages, rest } = takeMessages(stream);
    expect([messages.map(String), String(rest)]).toEqual([[one, one], one.slice(0, 20)]);
  });

  it('name numbers and places', () => {
    expect(userOf('sip:%2B13105550142;npdi@x')).toBe('+13105550142');
    expect(userOf('tel:+13105550142;phone-context=x')).toBe('+13105550142');
    expect(userOf('sip:100%zz@x')).toBe('100%zz');
    expect(userOf('sip:x')).toBe('');
    expect(peerOf('sip:a@[2001:db8::1]:5070;transport=tcp')).toEqual({
      host: '2001:db8::1',
      port: 5070,
      transport: 'tcp',
    });
    expect(peerOf('sip:pbx.example')).toEqual({ host: 'pbx.example', port: 5060, transport: 'udp' });
    expect(peerOf('sip:pbx.example:99999')).toBeNull();
    expect(peerOf('http://x')).toBeNull();
  });
});

const head = 'v=0\r\no=x 1 1 IN IP4 192.0.2.1\r\ns=-\r\nc=IN IP4 192.0.2.1\r\nt=0 0\r\n';

function image(attributes: string): T38Media | undefined {
  return parseSdp(`${head}m=image 9 udptl t38\r\n${attributes}`).t38;
}

const key = 'A'.repeat(40);
const secure = (crypto: string) => parseSdp(`${head}m=audio 4000 RTP/SAVP 0\r\n${crypto}`).secure;

describe('session descriptions', () => {
  it('name sound and T.38, also beside each other and with addresses of their own', () => {
    const offer =
      'm=audio 4000 RTP/AVP 18 8 0\r\nm=image 4002 udptl t38\r\nc=IN IP4 192.0.2.7\r\na=T38MaxBitRate:9600\r\n' +
      'a=T38FaxMaxDatagram:72\r\na=T38FaxUdpEC:t38UDPRedundancy\r\n';
    expect(parseSdp(head + offer)).toEqual({
      lines: [
        { kind: 'audio', refusal: 'm=audio 0 RTP/AVP 18 8 0' },
        { kind: 't38', refusal: 'm=image 0 udptl t38' },
      ],
      audio: { address: '192.0.2.1', port: 4000, codec: 'pcma' },
      t38: { address: '192.0.2.7', port: 4002, maxRate: 9600, maxDatagram: 72, repair: 'redundancy' },
    });
  });

  it('have no media that is refused, encrypted or in a codec that we do not speak', () => {
    const offer =
      'm=audio 0 RTP/AVP 0\r\nm=audio 4000 RTP/SAVP 0\r\nm=audio 4000 RTP/AVP 18\r\nm=video 4004 RTP/AVP 31\r\n';
    const { lines, ...media } = parseSdp(head + offer);
    expect(media).toEqual({});
    expect(lines.map(({ kind }) => kind)).toEqual(['audio', 'secure', 'audio', 'other']);
    expect(parseSdp(head + 'm=audio 4000 RTP/AVP 0\r\n'.repeat(9))).toEqual({ lines: [] });
  });

  it('name encrypted sound with its key, of the suite that we speak (RFC 4568)', () => {
    const other = `a=crypto:1 AEAD_AES_256_GCM inline:${key}\r\n`;
    expect(secure(`${other}a=crypto:7 AES_CM_128_HMAC_SHA1_80 inline:${key}|2^20|1:4\r\n`)).toEqual({
      address: '192.0.2.1',
      port: 4000,
      codec: 'pcmu',
      crypto: { tag: 7, key },
    });
    for (const wrong of ['', other, `a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${key}A\r\n`])
      expect(secure(wrong)).toBeUndefined();
    const live = { kind: 'secure', port: 5000, codecs: ['pcmu'], crypto: { tag: 7, key } } as const;
    const sdp = writeSdp({ address: '192.0.2.9', version: 2, live });
    expect(parseSdp(sdp).secure).toMatchObject({ port: 5000, crypto: { tag: 7, key } });
  });

  it('keep figures within what the engine takes', () => {
    expect(image('a=T38MaxBitRate:99999999\r\na=T38FaxMaxDatagram:9999\r\n')).toMatchObject({
      maxRate: 14_400,
      maxDatagram: 1_400,
      repair: 'none',
    });
    expect(image('a=T38MaxBitRate:1\r\na=T38FaxMaxDatagram:1\r\na=T38FaxUdpEC:t38UDPFEC\r\n')).toMatchObject({
      maxRate: 2_400,
      maxDatagram: 60,
      repair: 'fec',
    });
  });

  it('answer every media line of the offer, the live one at its place (RFC 3264 6)', () => {
    const sdp = writeSdp({
      address: '192.0.2.9',
      version: 2,
      live: { kind: 't38', port: 5000, maxRate: 14_400, repair: 'redundancy' },
      offered: parseSdp(
        `${head}m=video 4000 RTP/AVP 31\r\nm=image 4002 udptl t38\r\nm=audio 4000 RTP/AVP 0\r\n`,
      ).lines,
    });
    expect(sdp.match(/^m=.*$/gm)).toEqual([
      'm=video 0 RTP/AVP 31',
      'm=image 5000 udptl t38',
      'm=audio 0 RTP/AVP 0',
    ]);
    expect(parseSdp(sdp).t38).toMatchObject({ address: '192.0.2.9', port: 5000, repair: 'redundancy' });
  });
});

function asked(challenges: readonly string[]): SipResponse {
  const lines = [
    'SIP/2.0 401 Unauthorized',
    ...INVITE.slice(1, -1).map((line) => line.replace('7 INVITE', '7 REGISTER')),
  ];
  const read = parseMessage(message([...lines, ...challenges.map((one) => `WWW-Authenticate: ${one}`)]));
  if (read?.kind !== 'response') throw new Error('no response');
  return read;
}

function md5Of(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

describe('the answer to a challenge', () => {
  const request = { method: 'REGISTER', uri: 'sip:x' };
  const who = { user: 'fax', password: 'secret' };
  const md5 = 'Digest realm="x", nonce="n1", algorithm=MD5, qop="auth,auth-int"';

  it('takes the best hash that is offered (RFC 8760)', () => {
    const sha = 'Digest realm="x", nonce="n2", algorithm=SHA-256, qop="auth"';
    const answer = answerChallenge(asked([md5, sha]), request, who, '');
    expect(answer?.header[0]).toBe('Authorization');
    expect(answer?.header[1]).toMatch(/algorithm=SHA-256, qop=auth, nc=00000001, cnonce="[0-9a-f]{16}"$/u);
    expect(answer?.nonce).toBe('n2');
  });

  it('is given once: whoever asks again does not take the password', () => {
    expect(answerChallenge(asked([md5]), request, who, 'n1')).toBeNull();
    expect(answerChallenge(asked([md5]), request, who, 'n0')).toBeNull();
    expect(answerChallenge(asked([`${md5}, stale=true`]), request, who, 'n0')).not.toBeNull();
    expect(answerChallenge(asked(['Basic realm="x"']), request, who, '')).toBeNull();
  });

  it('is the one of RFC 7616 without qop', () => {
    const answer = answerChallenge(asked(['Digest realm="x", nonce="n1"']), request, who, '');
    const proof = md5Of(`${md5Of('fax:x:secret')}:n1:${md5Of('REGISTER:sip:x')}`);
    expect(answer?.header[1]).toContain(`response="${proof}"`);
    expect(answer?.header[1]).not.toContain('qop');
  });
});
