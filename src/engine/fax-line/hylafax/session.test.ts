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
    socket.on('error', () => undefined); // The client may disconnect first.
    onSocket(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Starts a server that is killed in the middle of every transfer: both its connections are reset. */
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
  return settingsOf(port);
}

function settingsOf(port: number): HylafaxSettings {
  const settings = { user: 'f2e', password: '', adminPassword: '', modem: '', did: '', hooks: '' };
  return { ...settings, host: '127.0.0.1', port, tenDigits: false };
}

/** Starts a server whose reply at the end of a transfer is held back until the client has sent something. */
async function patientServer(): Promise<HylafaxSettings> {
  const data = await listen((transfer) => transfer.resume());
  return settingsOf(
    await listen((socket) => {
      let text = '';
      let storing = false;
      socket.write('220 here\r\n');
      socket.on('data', (bytes: Buffer) => {
        text += bytes.toString('latin1');
        if (storing && text !== '') socket.write('226 Transfer complete (FILE: /tmp/doc1.tif).\r\n');
        if (text !== '') storing = false;
        const lines = text.split('\r\n');
        text = lines.pop() ?? '';
        for (const line of lines) {
          if (line === 'EPSV') socket.write(`229 Entering (|||${data}|)\r\n`);
          else if (line === 'STOT') socket.write('150 FILE: /tmp/doc1.tif\r\n');
          else socket.write(line === 'JNEW' ? '200 jobid: 7\r\n' : '200 fine\r\n');
          storing = line === 'STOT';
        }
      });
    }),
  );
}

it('takes the death of a server in the middle of a transfer as an answer, whichever way the bytes go', async () => {
  const settings = await dyingServer();
  const sending = await Session.open(settings);
  await expect(sending.store(new Uint8Array(4 * 1024 * 1024))).rejects.toBeInstanceOf(HylafaxError);
  const listing = await Session.open(settings);
  await expect(listing.list('sendq')).rejects.toBeInstanceOf(HylafaxError);
});

it('refuses a port for the transfer that is none', async () => {
  const port = await listen((socket) => {
    socket.write('220 here\r\n');
    socket.on('data', (bytes: Buffer) => {
      const isPort = bytes.toString('latin1').startsWith('EPSV');
      socket.write(isPort ? '229 Entering (|||70000|)\r\n' : '200 fine\r\n');
    });
  });
  const session = await Session.open(settingsOf(port));
  await expect(session.list('sendq')).rejects.toBeInstanceOf(HylafaxError);
  session.close();
});

it('speaks while a transfer goes on, so that the end of it waits for no acknowledgement, and is understood afterwards', async () => {
  const session = await Session.open(await patientServer());
  for (let fax = 0; fax < 2; fax += 1) {
    expect(await session.store(Buffer.from('pages'))).toBe('/tmp/doc1.tif');
    expect(await session.must('JNEW')).toEqual({ code: 200, text: 'jobid: 7' });
  }
  session.close();
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
