import { createCipheriv, createHmac, randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { faxPages, pixelsOf } from '#test/fax-rig/fax-pages.ts';
import { startKamailioLines } from '#test/sip-rig/kamailio-lines.ts';
import type { CallTrace, CallWatch } from '../call-watch-port.ts';
import { testCall } from '../line.contract-test.ts';
import { startLeg } from './media-leg.ts';

const ADDRESS = '127.0.0.1';
const TAG_BYTES = 10;

const never = new AbortController().signal;
const callOf = (pages: Uint8Array, watch?: CallWatch) =>
  testCall('3105550142', { tiff: async () => pages, ...(watch && { watch }) });

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-srtp-'));
});
afterAll(async () => await rm(folder, { recursive: true }));

/** Derives a session key from the key of a description (RFC 3711 4.3): `label` 0 encrypts, 1 authenticates, 2 salts. */
function derived(master: Buffer, label: number, bytes: number): Buffer {
  const block = Buffer.alloc(16);
  master.copy(block, 0, 16, 30);
  block[7]! ^= label;
  return createCipheriv('aes-128-ctr', master.subarray(0, 16), block).update(Buffer.alloc(bytes));
}

/** Decrypts a packet as specified in RFC 3711, without the library; returns null if its authentication is wrong. */
function opened(packet: Buffer, key: string): Buffer | null {
  const master = Buffer.from(key, 'base64');
  const [body, tag] = [packet.subarray(0, -TAG_BYTES), packet.subarray(-TAG_BYTES)];
  const proof = createHmac('sha1', derived(master, 1, 20))
    .update(body)
    .update(Buffer.alloc(4))
    .digest();
  if (!proof.subarray(0, TAG_BYTES).equals(tag)) return null;
  const counter = Buffer.alloc(16);
  derived(master, 2, 14).copy(counter);
  for (let i = 0; i < 4; i += 1) counter[4 + i]! ^= packet[8 + i]!;
  for (let i = 0; i < 2; i += 1) counter[12 + i]! ^= packet[2 + i]!;
  return createCipheriv('aes-128-ctr', derived(master, 0, 16), counter).update(body.subarray(12));
}

/** Whether the audio of a packet has a period of ten milliseconds. */
const repeats = (sound: Buffer) => sound.subarray(0, 80).equals(sound.subarray(80, 160));

it('[A-SIP-09] sound is encrypted as RFC 3711 says; forged, damaged and repeated packets count for nothing', async () => {
  const pages = faxPages(1);
  const file = join(folder, 'received.tif');
  const common = { stationId: '+1', address: ADDRESS, ports: '', maxRate: 14_400, ecm: true, speed: 10 };
  const sender = await startLeg({ ...common, job: { send: pages }, journal: `${file}.s` }, () => undefined);
  const receiver = await startLeg(
    { ...common, job: { receive: file }, journal: `${file}.r` },
    () => undefined,
  );
  const keys = [randomBytes(30).toString('base64'), randomBytes(30).toString('base64')] as const;
  const wire = [createSocket('udp4'), createSocket('udp4')] as const;
  for (const socket of wire) {
    socket.bind(0, ADDRESS);
    await once(socket, 'listening');
  }
  const seen: Buffer[] = [];
  const ends = [sender.audioPort, receiver.audioPort];
  for (const from of [0, 1] as const)
    wire[from].on('message', (packet) => {
      const pass = (bytes: Buffer) => wire[1 - from]!.send(bytes, ends[1 - from], ADDRESS);
      if (from === 0) seen.push(packet);
      const damaged = Buffer.from(packet);
      damaged[20]! ^= 1;
      const forged = Buffer.concat([packet.subarray(0, 12), randomBytes(170)]);
      for (const bytes of [forged, damaged, packet, packet, packet.subarray(0, 172)]) pass(bytes);
    });
  const audio = { address: ADDRESS, codec: 'pcmu' } as const;
  const port = (index: 0 | 1) => wire[index].address().port;
  receiver.secureAudio({ ...audio, port: port(1), crypto: { tag: 1, key: keys[0] } }, keys[1]);
  sender.secureAudio({ ...audio, port: port(0), crypto: { tag: 1, key: keys[1] } }, keys[0]);
  const sent = await sender.end;
  receiver.hungUp();
  await receiver.gone;
  for (const socket of wire) socket.close();
  expect(sent).toMatchObject({ code: 0, pages: 1 });
  expect(await pixelsOf(await readFile(file))).toEqual(await pixelsOf(pages));
  const read = seen.slice(0, 200).map((packet) => opened(packet, keys[0]));
  expect(read.map((sound) => sound?.length)).toEqual(read.map(() => 160));
  // Silence and the calling tone (1,100 Hz) repeat every 80 samples; on the wire nothing does.
  expect(read.some((sound) => sound !== null && repeats(sound))).toBe(true);
  expect(seen.some((packet) => repeats(packet.subarray(12)))).toBe(false);
  expect(new Set(seen.slice(0, 20).map((packet) => packet.toString('hex', 12, 28))).size).toBe(20);
  expect(seen.slice(0, 20).map((packet) => opened(packet, keys[1]))).toEqual(
    Array.from({ length: 20 }, () => null),
  );
});

it('nothing leaves when a key cannot be used', async () => {
  const wire = createSocket('udp4').bind(0, ADDRESS);
  await once(wire, 'listening');
  let heard = 0;
  wire.on('message', () => (heard += 1));
  const options = { stationId: '+1', address: ADDRESS, ports: '', maxRate: 14_400, ecm: true, speed: 10 };
  const job = { send: faxPages(1) };
  const leg = await startLeg({ ...options, job, journal: join(folder, 'bad.log') }, () => undefined);
  const to = {
    address: ADDRESS,
    port: wire.address().port,
    codec: 'pcmu',
    crypto: { tag: 1, key: 'short' },
  } as const;
  leg.secureAudio(to, randomBytes(30).toString('base64'));
  expect(await leg.end).toMatchObject({ text: 'A key of the call cannot be used', pages: 0 });
  await leg.gone;
  wire.close();
  expect(heard).toBe(0);
});

it('[A-SIP-09] a line encrypts sound through a kamailio over TLS, refuses calls without it, and records no key', async () => {
  const lines = await startKamailioLines('SHA-256', ';transport=tls');

  const far = await lines.answering('13105550142', '&srtp=sdes');
  expect(await lines.lineOf('12125550100', 't38=refuse').send(callOf(faxPages(2)), never)).toMatchObject({
    kind: 'retry',
    reason: 'LINE_FAULT',
    pagesConfirmed: 0,
    detail: expect.stringContaining('488'),
  });
  const pages = faxPages(2);
  const traces: CallTrace[] = [];
  const watch: CallWatch = { step: () => undefined, trace: (trace) => void traces.push(trace) };
  const outcome = await lines.lineOf('12125550100', 'srtp=sdes').send(callOf(pages, watch), never);
  const { pages: received } = await far.came();
  await far.stop();
  expect(outcome).toMatchObject({ kind: 'delivered', pages: 2 });
  expect(outcome).toHaveProperty('detail', expect.stringContaining('(audio)'));
  expect(await pixelsOf(received)).toEqual(await pixelsOf(pages));
  const messages = traces[0]?.messages.map(({ text }) => text).join('') ?? '';
  const keys = new Set(messages.match(/^a=crypto:.*$/gm));
  expect([...keys]).toEqual(['a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:(left out)']);
  expect(messages).toContain('RTP/SAVP 0');
  await lines.stop();
});
