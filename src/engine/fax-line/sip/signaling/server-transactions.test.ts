import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { parseMessage } from './message.ts';
import type { SipRequest } from './message.ts';
import { ServerTransactions } from './server-transactions.ts';
import type { Responder } from './server-transactions.ts';

const PEER = { transport: 'udp', host: '192.0.2.1', port: 5060 } as const;
/** 64 times T1: nobody acknowledges any more after that (RFC 3261 17.2.1, timer H). */
const PATIENCE_MS = 32_000;

let sent: string[];
let servers: ServerTransactions;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  servers = new ServerTransactions({ send: (text) => void sent.push(text), sentBy: () => '127.0.0.1:5060' });
});
afterEach(() => vi.useRealTimers());

function request(method: string): SipRequest {
  const message = parseMessage(
    Buffer.from(
      [
        `${method} sip:2125550100@127.0.0.1 SIP/2.0`,
        'Via: SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bK1',
        'From: <sip:3105550111@192.0.2.1>;tag=a',
        'To: <sip:2125550100@127.0.0.1>',
        'Call-ID: one',
        `CSeq: 1 ${method}`,
        'Content-Length: 0',
        '',
        '',
      ].join('\r\n'),
    ),
  );
  if (message?.kind !== 'request') throw new Error('no request');
  return message;
}

function invited(): Responder {
  const responder = servers.take(request('INVITE'), PEER, 'b');
  if (!responder) throw new Error('it was known before');
  responder.respond(100, 'Trying');
  return responder;
}

it.each([
  [486, 'Busy Here'],
  [200, 'OK'],
])('the answer %i to an INVITE is repeated until nobody can acknowledge it any more', (status, reason) => {
  invited().respond(status, reason);
  vi.advanceTimersByTime(PATIENCE_MS);
  const repeated = sent.length;
  expect(repeated).toBeGreaterThan(8);
  vi.advanceTimersByTime(3_600_000);
  expect(sent).toHaveLength(repeated);
  expect(vi.getTimerCount()).toBe(0);
});

it('an ACK ends it at once', () => {
  invited().respond(486, 'Busy Here');
  expect(servers.take(request('ACK'), PEER, 'c')).toBeNull();
  vi.advanceTimersByTime(PATIENCE_MS);
  expect(sent).toHaveLength(2);
});

it('a call that rang for long is cancelled like another, and its answer ends with the line', () => {
  const responder = invited();
  vi.advanceTimersByTime(2 * PATIENCE_MS);
  expect(servers.inviteOf(request('CANCEL'))).toBe(responder);
  responder.respond(487, 'Request Terminated');
  expect(servers.take(request('INVITE'), PEER, 'c')).toBeNull();
  expect(sent.filter((text) => text.startsWith('SIP/2.0 487'))).toHaveLength(2);
  servers.close();
  vi.advanceTimersByTime(3_600_000);
  expect(sent).toHaveLength(3);
});

it('an answer that was repeated long after its request ends with the line', () => {
  const responder = invited();
  vi.advanceTimersByTime(PATIENCE_MS);
  responder.respond(486, 'Busy Here');
  vi.advanceTimersByTime(2_000);
  const repeated = sent.length;
  servers.close();
  vi.advanceTimersByTime(3_600_000);
  expect(sent).toHaveLength(repeated);
});
