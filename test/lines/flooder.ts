import { createSocket } from 'node:dgram';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Sends INVITEs from an address that is not the trunk's, at a given rate per second, until it is stopped; then prints
 * counts.
 */
const [port = '', perSecond = ''] = process.argv.slice(2);
const STEP_MS = 5;
const socket = createSocket('udp4');
let answers = 0;
let sent = 0;
socket.on('message', () => (answers += 1));
socket.bind(0, '127.0.0.2');
process.on('SIGTERM', () => {
  process.stdout.write(`${JSON.stringify({ sent, answers })}\n`);
  process.exit(0);
});

function invite(n: number): string {
  return [
    'INVITE sip:+13105550142@127.0.0.1 SIP/2.0',
    `Via: SIP/2.0/UDP 127.0.0.2:5060;branch=z9hG4bK${n}`,
    'Max-Forwards: 70',
    `From: <sip:x@127.0.0.2>;tag=${n}`,
    'To: <sip:+13105550142@127.0.0.1>',
    `Call-ID: ${n}@127.0.0.2`,
    'CSeq: 1 INVITE',
    'Contact: <sip:x@127.0.0.2>',
    'Content-Length: 0',
    '',
    '',
  ].join('\r\n');
}

const began = performance.now();
for (;;) {
  const due = ((performance.now() - began) / 1_000) * Number(perSecond);
  for (; sent < due; sent += 1) socket.send(invite(sent), Number(port), '127.0.0.1');
  await pause(STEP_MS);
}
