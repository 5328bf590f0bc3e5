import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { SPEED } from '#test/fax-rig/exchange.ts';
import { faxPages, pixelsOf } from '#test/fax-rig/fax-pages.ts';
import { startFaxRig } from '#test/fax-rig/start-rig.ts';
import { lineOver } from '#test/fax-rig/line-over.ts';
import { freePort } from '#test/free-ports.ts';
import type { FaxRig } from '#test/fax-rig/start-rig.ts';
import { sipSettings } from '#test/sip-rig/far-end.ts';
import { testCall } from '../line.contract-test.ts';
import { SipAgent } from './signaling/agent.ts';
import type { IncomingCall } from './signaling/agent.ts';
import { newCall } from './signaling/call-identity.ts';
import { OutgoingInvite } from './signaling/invite.ts';
import { parseSdp, writeSdp } from './signaling/sdp.ts';
import { userOf } from './signaling/uri.ts';
import { sipLine } from './sip.ts';

const ADDRESS = '127.0.0.1';

let folder: string;
let rig: FaxRig;
let gateway: SipAgent;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'f2e-sip-hylafax-'));
  rig = await startFaxRig({ modems: 1, worldModems: 2 });
  gateway = new SipAgent({
    host: ADDRESS,
    port: 0,
    address: ADDRESS,
    user: 'gateway',
    allows: () => true,
    tls: { name: ADDRESS, verify: true },
  });
  await gateway.open();
  gateway.onCall = (call) => void connect(call);
});
afterAll(async () => {
  gateway.close();
  await rig.stop();
  await rm(folder, { recursive: true });
});

/** Acts as a gateway to a telephone network of modems: G.711 audio and no T.38. */
async function connect(call: IncomingCall): Promise<void> {
  const { audio, lines } = parseSdp(call.request.body);
  const number = userOf(call.request.uri).replace(/^\+1/, '');
  const port = audio && (await rig.exchange.call(number, audio.port));
  if (port === undefined || port === null) return call.refuse(480, 'Temporarily Unavailable');
  const live = { kind: 'audio' as const, port, codecs: ['pcmu'] as const };
  const accepted = await call.accept(writeSdp({ address: ADDRESS, version: 1, live, offered: lines }));
  if (!accepted) return rig.exchange.hangUp();
  accepted.dialog.onEnd = () => rig.exchange.hangUp();
}

it('sends to the T.30 engine of HylaFAX, which shares no code with ours, pixel by pixel', async () => {
  const settings = sipSettings({ trunk: `sip:${ADDRESS}:${gateway.port}`, sipOptions: 't38=request' });
  const line = sipLine('*', { settings, folder, speed: SPEED });
  const pages = faxPages(2);
  const call = testCall('3105550142', { tiff: async () => pages });
  const outcome = await line.send(call, new AbortController().signal);
  expect(outcome).toMatchObject({
    kind: 'delivered',
    pages: 2,
    link: { media: 'audio', rate: 14_400, ecm: true, stationId: expect.stringContaining('THE WORLD') },
  });
  expect(call.confirmed).toEqual([1, 2]);
  await expect.poll(async () => await rig.world.received()).toHaveLength(1);
  const [name = ''] = await rig.world.received();
  const received = await readFile(join(rig.world.spool, 'recvq', name));
  expect(await pixelsOf(received)).toEqual(await pixelsOf(pages));
});

it('receives from the T.30 engine of HylaFAX, pixel by pixel', async () => {
  const listen = await freePort();
  const settings = sipSettings({
    trunk: `sip:${ADDRESS}:${gateway.port}`,
    listen: `${ADDRESS}:${listen}`,
    sipOptions: 't38=refuse',
  });
  const line = sipLine('*', { settings, folder, speed: SPEED });
  const came = Promise.withResolvers<void>();
  const answers = await line.answer?.({
    answerFor: async () => ({ kind: 'answer', stationId: '+1 646 555 0142' }),
    failed: (reason) => process.stderr.write(`${reason}\n`),
    arrived: () => came.resolve(),
  });
  rig.exchange.onRing(async (number, port) => {
    const live = { kind: 'audio' as const, port, codecs: ['pcmu'] as const };
    const invite = new OutgoingInvite(gateway, {
      identity: newCall(),
      to: `sip:+1${number}@${ADDRESS}:${listen}`,
      from: `sip:+13105559900@${ADDRESS}`,
      peer: { host: ADDRESS, port: listen, transport: 'udp' },
      sdp: writeSdp({ address: ADDRESS, version: 1, live }),
      headers: [],
      ringMs: 10_000,
    });
    const end = await invite.end;
    if (end.kind !== 'answered') throw new Error('our line does not answer');
    end.dialog.onEnd = () => rig.exchange.hangUp();
    return parseSdp(end.response.body).audio?.port ?? 0;
  });
  const pages = faxPages(2);
  const call = testCall('6465550142', { tiff: async () => pages });
  const outcome = await lineOver(rig.world.url()).send(call, new AbortController().signal);
  expect(outcome).toMatchObject({ kind: 'delivered', pages: 2 });
  await came.promise;
  const listed = await line.arrivals?.list();
  const arrival = listed?.kind === 'ok' ? listed.value[0] : undefined;
  expect(arrival).toMatchObject({ pages: 2, called: '6465550142', caller: '3105559900', fault: '' });
  const fetched = arrival && (await line.arrivals?.fetch(arrival));
  const received = fetched?.kind === 'ok' ? fetched.value : new Uint8Array();
  await answers?.stop();
  expect(await pixelsOf(received)).toEqual(await pixelsOf(pages));
});
