import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';

import { HylafaxError } from './connection.ts';
import { Session } from './session.ts';
import { readSessionFacts } from './session-facts.ts';
import type { HylafaxSettings } from './settings.ts';

const servers: Server[] = [];

afterEach(() => servers.splice(0).forEach((server) => server.close()));

async function listen(onSocket: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined); // The client may be gone first.
    onSocket(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A server that is killed in the middle of every transfer: both its connections are reset. */
async function dyingServer(): Promise<HylafaxSettings> {
  let control: Socket | undefined;
  const data = await listen((transfer) => {
    transfer.once('data', () => transfer.resetAndDestroy());
    setImmediate(() => {
      transfer.resetAndDestroy();
      control?.resetAndDestroy();
    });
  });
  const port = await listen((socket) => {
    control = socket;
    socket.write('220 here\r\n');
    socket.on('data', (bytes: Buffer) => {
      const word = bytes.toString('latin1').trim().split(' ', 1)[0] ?? '';
      if (word === 'EPSV') socket.write(`229 Entering (|||${data}|)\r\n`);
      else if (['LIST', 'STOT'].includes(word)) socket.write('150 FILE: /tmp/doc1.tif\r\n');
      else socket.write('200 fine\r\n');
    });
  });
  const host = '127.0.0.1';
  const settings = { user: 'f2e', password: '', adminPassword: '', modem: '', did: '', hooks: '' };
  return { ...settings, host, port, tenDigits: false };
}

it('takes the death of a server in the middle of a transfer as an answer, whichever way the bytes go', async () => {
  const settings = await dyingServer();
  const sending = await Session.open(settings);
  await expect(sending.store(new Uint8Array(4 * 1024 * 1024))).rejects.toBeInstanceOf(HylafaxError);
  const listing = await Session.open(settings);
  await expect(listing.list('sendq')).rejects.toBeInstanceOf(HylafaxError);
});

function facts(dcs: string) {
  return readSessionFacts({ stationId: ' ACME INC ', connected: '0:01:04', dcs });
}

it('reads how two machines talked from the log of calls', () => {
  expect(facts('00 46 1F 22')).toEqual({ stationId: 'ACME INC', seconds: 64, rate: 14_400, ecm: true });
  expect(facts('00 62 F8')).toEqual({ stationId: 'ACME INC', seconds: 64, rate: 9_600, ecm: false });
  expect(facts('00 56 1F 00')).toMatchObject({ rate: 12_000, ecm: false });
  expect(facts('')).toEqual({ stationId: 'ACME INC', seconds: 64 });
  expect(readSessionFacts({ stationId: '', connected: '0:00:00', dcs: '00' })).toEqual({});
  expect(readSessionFacts({ stationId: '', connected: 'x', dcs: '00 4' })).toEqual({});
});
